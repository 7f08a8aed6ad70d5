import { escapeGlob } from "../path.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Flow, joinFlows } from "./flow.ts";
import { applyTransform } from "./parameter-expansion.ts";
import type { ShellState } from "./state.ts";
import type { Piece } from "./syntax.ts";
import type { Value } from "./value.ts";

/** A part of a value: text, or wildcards as a glob. */
export type Part = Value;

/** One word of those that a word becomes. */
export interface Field {
  /** `null` when it is not known. */
  readonly parts: readonly Part[] | null;
  readonly flow?: Flow | undefined;
  /** What is known of it, with gaps. */
  readonly known?: string;
}

/** What one piece of a word stands for. */
interface ExpandedPiece {
  /** `break` stands where a word ends; `null` when it is not known. */
  readonly parts: readonly (Part | "break")[] | null;
  readonly flow?: Flow | undefined;
}

/** Longest text that is split, or read as a pattern. */
const maxUnquotedLength = 1024;

/** A text in which no slash stands, such as a number. */
const anyName: Part = { text: "*", glob: true, partial: true };

/** What gives the number of the last command that the shell itself started beside: `$!`. */
export const backgroundJob = "&";

/** Variables that hold a number that the shell makes. */
const numericVariables = /^([?#$]|RANDOM|SRANDOM|UID|EUID|PPID|SECONDS|LINENO|BASHPID|EPOCHSECONDS)$/;

/**
 * What a piece of a word stands for in a state of the shell.
 *
 * @param first - whether the piece stands at the start of its word
 */
export function expandPiece(piece: Piece, state: ShellState, first: boolean): ExpandedPiece {
  switch (piece.kind) {
    case "text":
      return { parts: [{ text: piece.value, glob: false }] };
    case "glob":
      return { parts: isSupportedGlob(piece.value, state) ? [{ text: piece.value, glob: true }] : null };
    case "choice":
      return { parts: null };
    case "home":
      return expandHome(piece.user, state);
    case "variable":
      return expandVariable(piece, state, first);
    case "transformed": {
      const variable = state.variables.get(piece.name);
      const value = variable?.value ? applyTransform(variable.value, piece.by) : null;
      if (value === null) return { parts: null, flow: flowOfPieces(piece.parts, state) };
      return { parts: piece.quoted ? [value] : splitUnquoted(value, state), flow: variable?.flow };
    }
    case "items": {
      const items = state.variables.get(piece.name)?.items;
      const joined = piece.joined === true && items !== undefined ? joinItems(items, state) : undefined;
      if (joined !== undefined) return joined;
      return {
        parts: null,
        flow: items ? joinFlows(items.map((item) => item.flow)) : flowOfUnknownVariable(piece.name, state),
      };
    }
    case "output":
      return expandOutput(state.captured.get(piece.of), piece.quoted, state);
    case "pipe":
      return { parts: [{ text: "/dev/fd/63", glob: false }], flow: state.captured.get(piece.of) ?? { from: [] } };
    case "number":
      return { parts: [anyName], flow: flowOfPieces(piece.parts, state) };
    case "unknown":
      return { parts: null, flow: flowOfPieces(piece.parts, state) };
  }
}

/** The elements as one text with spaces between, when all are known to the letter. */
function joinItems(items: readonly Argument[], { altered }: ShellState): ExpandedPiece | undefined {
  const texts = items.map(literalText);
  if (altered.has("IFS") || texts.includes(undefined)) return;
  return { parts: [{ text: texts.join(" "), glob: false }], flow: joinFlows(items.map(({ flow }) => flow)) };
}

function expandHome(user: string, state: ShellState): ExpandedPiece {
  const home = user === "" ? state.variables.get("HOME")?.value : undefined;
  if (user === "+" || user === "-") return { parts: null };
  return { parts: [home ?? { text: `~${user}`, glob: false, home: true }] };
}

function flowOfPieces(pieces: readonly Piece[], state: ShellState): Flow {
  return joinFlows(pieces.map((piece) => expandPiece(piece, state, false).flow));
}

function expandVariable(
  { name, quoted, otherwise }: Piece & { kind: "variable" },
  state: ShellState,
  first: boolean,
): ExpandedPiece {
  const variable = state.variables.get(name);
  const value = variable?.value;
  if (value) return { parts: quoted ? [value] : splitUnquoted(value, state), flow: variable.flow };
  if (name === "HOME" && variable === undefined && first) return { parts: [{ text: "~", glob: false, home: true }] };
  if (name === "!") return { parts: [anyName], flow: { from: [{ kind: "output", by: backgroundJob }] } };
  if (numericVariables.test(name)) return { parts: [anyName] };
  if (variable === undefined && otherwise !== undefined) {
    const found = otherwise.map((piece, index) => expandPiece(piece, state, first && index === 0));
    const parts = found.map((each) => each.parts);
    const isKnown = !parts.includes(null);
    return {
      parts: isKnown ? parts.flatMap((each) => each ?? []) : null,
      flow: joinFlows(found.map(({ flow }) => flow)),
    };
  }
  const others = otherwise === undefined ? undefined : flowOfPieces(otherwise, state);
  return {
    parts: null,
    flow:
      others === undefined
        ? flowOfUnknownVariable(name, state)
        : joinFlows([flowOfUnknownVariable(name, state), others]),
  };
}

/** Where a variable whose value is not known has it from. */
function flowOfUnknownVariable(name: string, state: ShellState): Flow {
  const variable = state.variables.get(name);
  if (variable !== undefined) return variable.flow ?? { from: [{ kind: "unknown" }] };
  return { from: [{ kind: /^(\d+|@)$/.test(name) ? "input" : "environment" }] };
}

/** What a script inside a word gave, without the line ends after it. */
function expandOutput(flow: Flow | undefined, quoted: boolean, state: ShellState): ExpandedPiece {
  if (flow === undefined) return { parts: null, flow: { from: [{ kind: "unknown" }] } };
  if (flow.text !== undefined) {
    let end = flow.text.length;
    while (end > 0 && flow.text[end - 1] === "\n") end--;
    const value: Value = { text: flow.text.slice(0, end), glob: false };
    return { parts: quoted ? [value] : splitUnquoted(value, state), flow };
  }
  const [name, second] = flow.names ?? [];
  return { parts: name !== undefined && second === undefined ? [asFileNameGlob(name)] : null, flow };
}

/** A name of a file that a program gave: no text that is known to the letter. */
export function asFileNameGlob(value: Value): Part {
  return value.glob ? value : { ...value, glob: true, text: escapeGlob(value.text) };
}

function splitUnquoted(value: Value, state: ShellState): readonly (Part | "break")[] | null {
  if (state.altered.has("IFS") || !isSupportedGlob(value.text, state)) return null;
  if (value.glob || value.home === true) return [value];
  if (/^[\w./:@%+=,-]+$/.test(value.text)) return [value];
  return value.text
    .split(/([ \t\n]+)/)
    .filter((text) => text !== "")
    .map((text) => (/^[ \t\n]/.test(text) ? "break" : { text, glob: /[*?[]/.test(text) }));
}

/** Not so are wildcards that other words or options change, classes such as `[=a=]`, and classes with quotes inside. */
function isSupportedGlob(glob: string, { altered }: ShellState): boolean {
  if (glob.length > maxUnquotedLength) return false;
  if (!/[*?[@+!]/.test(glob)) return true;
  if (altered.has("globs") && /[*?[]/.test(glob)) return false;
  const withoutClasses = glob.replaceAll(/\[[!^]?\]?(\[:\w+:\]|[^[\]])*\]/g, "");
  return !/\[[=.]|[?*+@!]\(|\[[^\]]*['"$`]/.test(glob) && !withoutClasses.includes("[");
}
