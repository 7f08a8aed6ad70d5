import { ToolError } from "@helve/tool";
import { looseMatches, type TextPart } from "./loose-match.ts";
import { nearestPlace } from "./nearest-place.ts";
import { reindent } from "./reindent.ts";

/**
 * Finds the text that an edit replaces. If the old text occurs nowhere exactly, a single place is used that differs only in white space, line
 * ends and typographic quotes; the new text then gets the indentation of that place.
 *
 * @param path - the file, for messages
 * @throws ToolError if there is no such place, or several
 */
export function editText(path: string, text: string, edit: TextEdit): EditedText {
  if (edit.old === "")
    throw new ToolError('Files.Edit: "old_text" must not be empty; use Files.Write to create a file.');
  if (edit.old === edit.new) throw new ToolError('Files.Edit: "old_text" and "new_text" are the same.');
  const exact = exactMatches(text, edit.old);
  const old = exact.length > 0 ? edit.old : withLineEnds(edit.old, lineEnds(text)(0));
  const starts = exact.length > 0 ? exact : exactMatches(text, old);
  if (starts.length === 1 || (edit.replaceAll && starts.length > 0)) {
    const isLoose = starts.some((start) => takesPartOfIndentation(text, start, edit));
    const lineEndAt = lineEnds(text, edit.new);
    const replacements = starts.map((start) => {
      const end = start + old.length;
      const lineEnd = lineEndAt(start);
      if (takesPartOfIndentation(text, start, edit))
        return looseReplacement(text, trimmedPart(text, start, end), edit, lineEnd);
      return { start, end, text: withLineEnds(edit.new, lineEnd) };
    });
    return { replacements, isLoose };
  }
  if (starts.length > 1) throw ambiguous(path, text, starts, "replace_all");
  const loose = looseMatches(text, edit.old);
  const [match, second] = loose;
  if (match === undefined)
    throw new ToolError(`Files.Edit: "old_text" is not in ${path}. ${nearestPlace(text, edit.old)}`);
  if (second !== undefined)
    throw ambiguous(
      path,
      text,
      loose.map(({ start }) => start),
      undefined,
    );
  const lineEnd = lineEnds(text, edit.new)(match.start);
  return { replacements: [looseReplacement(text, match, edit, lineEnd)], isLoose: true };
}

/** An edit of a text. */
export interface TextEdit {
  readonly old: string;
  readonly new: string;
  readonly replaceAll: boolean;
}

/** One place of a text that an edit replaces. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The result of an edit. */
export interface EditedText {
  /** From the first place to the last. */
  readonly replacements: readonly Replacement[];
  /** Whether the old text was found only apart from white space, line ends and quotes. */
  readonly isLoose: boolean;
}

/**
 * Whether an old text begins within the indentation of its first line, so that the new lines must be indented further.
 */
function takesPartOfIndentation(text: string, start: number, edit: TextEdit): boolean {
  if (!/^[^\S\n]+\S/.test(edit.old) || !edit.new.includes("\n")) return false;
  let lineStart = start;
  while (lineStart > 0 && /[^\S\n]/.test(text.charAt(lineStart - 1))) lineStart--;
  return lineStart < start && (lineStart === 0 || text[lineStart - 1] === "\n");
}

/** A part of a text without the white space around it. */
function trimmedPart(text: string, start: number, end: number): TextPart {
  const part = text.slice(start, end);
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}

/** The text after replacements. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  let edited = "";
  let at = 0;
  for (const { start, end, text: replaced } of replacements) {
    edited += text.slice(at, start) + replaced;
    at = end;
  }
  return edited + text.slice(at);
}

/** The number of the line at a place of a text, from 1. */
export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

function exactMatches(text: string, old: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) starts.push(at);
  return starts;
}

/**
 * Finds the line end at a place: of its line, or of the line before it. Places in ascending order take linear time together.
 *
 * @param given - a text whose own line ends count if the other text has none
 */
function lineEnds(text: string, given = "\n"): (at: number) => string {
  const last = text.lastIndexOf("\n");
  const ifNone = given.includes("\r\n") ? "\r\n" : "\n";
  let next = -1;
  return (at) => {
    if (last === -1) return ifNone;
    if (at > last) next = last;
    else if (next < at) next = text.indexOf("\n", at);
    return text[next - 1] === "\r" ? "\r\n" : "\n";
  };
}

function withLineEnds(text: string, end: string): string {
  return text.replace(/\r\n|\n/g, () => end);
}

/** The replacement of a loose match. White space around the old text that the new text has, too, is unchanged in the file. */
function looseReplacement(text: string, match: TextPart, edit: TextEdit, lineEnd: string): Replacement {
  const old = withLineEnds(edit.old, "\n");
  const added = withLineEnds(edit.new, "\n");
  const lineStart = text.lastIndexOf("\n", match.start - 1) + 1;
  const begins = text.slice(lineStart, match.start).trim() === "";
  const rest = /^[^\S\n]*(?:\n|$)/.exec(text.slice(match.end))?.[0];
  if (!begins || rest === undefined) {
    const [before, after] = [/^\s*/.exec(old)?.[0] ?? "", /\s*$/.exec(old)?.[0] ?? ""];
    const inner = added.startsWith(before) ? added.slice(before.length) : added.trimStart();
    const part = inner.endsWith(after) ? inner.slice(0, inner.length - after.length) : inner.trimEnd();
    return { ...match, text: withLineEnds(reindent(part, old.trim(), text.slice(match.start, match.end)), lineEnd) };
  }
  // Whole lines: the indentation of the first one belongs to them, and the end of the last one if the old text has it.
  const lines = old.replace(/^(?:[^\S\n]*\n)+/, "");
  const takesEnd = /\n[^\S\n]*$/.test(lines);
  const end = match.end + (takesEnd ? rest.length : rest.replace(/\r?\n$/, "").length);
  const leading = old.length - lines.length;
  const blank = /^(?:[^\S\n]*\n)+/.exec(added)?.[0] ?? "";
  const body = leading > 0 ? added.slice(blank.length) : added;
  const replaced = reindent(
    takesEnd ? body.replace(/\n\s*$/, "\n") : body,
    lines.trimEnd(),
    text.slice(lineStart, match.end),
  );
  return { start: lineStart, end, text: withLineEnds(replaced, lineEnd) };
}

/** Creates the error of a text that occurs several times. */
function ambiguous(path: string, text: string, starts: readonly number[], all: string | undefined): ToolError {
  const lines = starts.slice(0, 10).map((start) => lineAt(text, start));
  const shown = lines.join(", ") + (starts.length > lines.length ? ", …" : "");
  const place = all === undefined ? "apart from white space and quotes " : "";
  const choice = all === undefined ? "" : `, or set "${all}"`;
  return new ToolError(
    `Files.Edit: "old_text" is ${place}in ${starts.length} places of ${path} (lines ${shown}): add lines around it until it is in only one${choice}.`,
  );
}
