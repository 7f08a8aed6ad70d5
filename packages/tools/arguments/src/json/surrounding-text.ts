import type { Repair } from "@helve/core";
import type { RepairKind } from "../repair-kinds.ts";
import { char, isJsonSpace, isNonJsonSpace } from "./characters.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { labelEnd, specialTokenEnd } from "./special-token.ts";
import { thoughtEnd } from "./thought.ts";

/** The repairs for the text before and after the arguments: one for a Markdown fence, one for each piece of prose, token or comment. */
export function surroundingRepairs(text: string, start: number, end: number): readonly Repair[] {
  if (start === 0 && end === text.length) return [];
  const opening = text.lastIndexOf("```", start - 1);
  const closing = text.indexOf("```", end);
  const fence: Repair[] = [];
  if ((opening >= 0 && start > 0) || closing >= 0) {
    const offset = opening >= 0 && start > 0 ? opening : closing;
    const from = opening >= 0 && start > 0 ? afterSpace(text, fenceLineEnd(text, opening)) : 0;
    const to = closing >= 0 ? closing : text.length;
    fence.push({ kind: "fence", path: "", offset, before: text, after: text.slice(Math.min(from, to), to) });
  }
  return [...fence, ...leftOutRepairs(text, 0, start), ...leftOutRepairs(text, end, text.length)];
}

/** A repair for each piece of the text from `start` to `end`, which is outside the arguments and left out. */
export function leftOutRepairs(text: string, start: number, end: number): readonly Repair[] {
  const repairs: Repair[] = [];
  const addLeftOut = (kind: RepairKind, from: number, to: number): void => {
    repairs.push({ kind, path: "", offset: from, before: text.slice(from, to), after: "" });
  };
  for (let at = start; at < end; ) {
    const code = text.charCodeAt(at);
    if (isJsonSpace(code) || code === char.semicolon) {
      at += 1;
      continue;
    }
    const [kind, next] = pieceAt(text, at, end);
    const stop = Math.min(next, end);
    if (kind !== undefined) addLeftOut(kind, at, stop);
    at = stop;
  }
  return repairs;
}

/** The repair kind and the end of the piece that starts at an offset; no kind for a fence, which has one repair for the whole text. */
function pieceAt(text: string, at: number, last: number): readonly [RepairKind | undefined, number] {
  const code = text.charCodeAt(at);
  if (isNonJsonSpace(code)) return ["white_space", at + 1];
  const thought = thoughtEnd(text, at);
  if (thought > at) return ["prose", thought];
  const token = Math.max(specialTokenEnd(text, at), labelEnd(text, at));
  if (token > 0) return ["special_token", token];
  if (text.startsWith("```", at)) return [undefined, fenceLineEnd(text, at)];
  if (code === char.slash || text.startsWith("<!--", at)) {
    const comment = commentEnd(text, at, code);
    if (comment > 0) return ["comment", comment];
  }
  if (text.startsWith("{}", at)) return ["several_objects", at + 2];
  if (isBracket(code)) return ["extra_bracket", at + 1];
  return ["prose", proseEnd(text, at, last)];
}

function isBracket(code: number): boolean {
  return [char.curlyOpen, char.curlyClose, char.squareOpen, char.squareClose].some((bracket) => bracket === code);
}

/** The end of a fence's opening line: after its backticks and language name. */
export function fenceLineEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === char.backtick) end += 1;
  while (/[\w+#.-]/.test(text.charAt(end))) end += 1;
  return end;
}

/** Whether a word that announces a call starts at an offset, at the start of a line. */
function isAtLabel(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return (before === char.newline || before === char.greater) && labelEnd(text, at) > 0;
}

/** The end of a piece of prose: before a fence, a special token or `last`, without white space at its end. */
function proseEnd(text: string, from: number, last: number): number {
  let end = from + 1;
  for (; end < last; end++) {
    const code = text.charCodeAt(end);
    if (code === char.backtick && text.startsWith("```", end)) break;
    if (specialTokenEnd(text, end) > 0 || thoughtEnd(text, end) > end) break;
    if (isAtLabel(text, end)) break;
  }
  while (isJsonSpace(text.charCodeAt(end - 1))) end -= 1;
  return Math.max(end, from + 1);
}
