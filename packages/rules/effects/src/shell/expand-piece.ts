/** Computes what one piece of a shell word expands to: a variable, `~`, a wildcard, a substitution. */
import { type Flow, joinFlows } from "../flow.ts";
import { escapeGlob } from "../path.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { applyTransform } from "./parameter-expansion.ts";
import type { ShellState } from "./state.ts";
import type { Piece } from "./syntax.ts";

/** A part of an expanded word: text, or a glob. */
export type Part = Value;

/** One of the words that a word expands to. */
export interface Field {
  /** `null` if its text is unknown. */
  readonly parts: readonly Part[] | null;
  readonly flow?: Flow | undefined;
  /** The text with `unknownPart` in place of each unknown part. */
  readonly known?: string;
}

/** The expansion of one piece of a word. */
interface ExpandedPiece {
  /** Texts, with `break` where one word ends and the next begins; `null` if the expansion is unknown. */
  readonly parts: readonly (Part | "break")[] | null;
  readonly flow?: Flow | undefined;
  /** The known text of an unknown expansion, with `unknownPart` in place of each unknown part. */
  readonly known?: string | undefined;
}

/** The longest text that is split at spaces or treated as a glob. */
const maxUnquotedLength = 1024;

/** An unknown text without a slash, such as a number. */
const anyName: Part = { text: "*", glob: true, partial: true };

/** The origin of `$!`, the process number of the last background command. */
export const backgroundJob = "&";

/** Variables that always hold a number, which the shell sets: `$?`, `$RANDOM`. */
const numericVariables = /^([?#$]|RANDOM|SRANDOM|UID|EUID|PPID|SECONDS|LINENO|BASHPID|EPOCHSECONDS)$/;

/** Variables of build services and clients that hold the name of a file. */
const temporaryFiles = /^(GITHUB_(STEP_SUMMARY|OUTPUT|ENV|PATH|STATE)|RUNNER_TEMP|CLAUDE_ENV_FILE|BASH_ENV)$/;

/**
 * Expands one piece of a word in a state of the shell: `$x` to the value of `x`, `~` to the home directory.
 *
 * @param first - whether it is the first piece of its word
 */
export function expandPiece(piece: Piece, state: ShellState, first: boolean): ExpandedPiece {
  switch (piece.kind) {
    case "text":
      return { parts: [{ text: piece.value, glob: false }] };
    case "glob":
      return { parts: isSupportedGlob(piece.value, state) ? [{ text: piece.value, glob: true }] : null };
    case "choice":
      return { parts: null };
    case "hole":
      return { parts: null, flow: { from: state.holes } };
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

/** The elements of `"$*"` as one text with spaces between, if all of them are known. */
function joinItems(items: readonly Argument[], { altered }: ShellState): ExpandedPiece | undefined {
  const texts = items.map(literalText);
  if (altered.has("IFS") || texts.includes(undefined)) return;
  return { parts: [{ text: texts.join(" "), glob: false }], flow: joinFlows(items.map(({ flow }) => flow)) };
}

/** Expands `~` and `~ada`; `~+` and `~-` are unknown. */
function expandHome(user: string, state: ShellState): ExpandedPiece {
  const home = user === "" ? state.variables.get("HOME")?.value : undefined;
  if (user === "+" || user === "-") return { parts: null };
  return { parts: [home ?? { text: `~${user}`, glob: false, home: true }] };
}

/** The joined origins of several pieces. */
function flowOfPieces(pieces: readonly Piece[], state: ShellState): Flow {
  return joinFlows(pieces.map((piece) => expandPiece(piece, state, false).flow));
}

/** Expands `$x` or `${x:-y}`. */
function expandVariable(
  { name, quoted, otherwise, ifEmpty }: Piece & { kind: "variable" },
  state: ShellState,
  first: boolean,
): ExpandedPiece {
  const variable = state.variables.get(name);
  const value = variable?.value;
  const isMissing = variable === undefined || (ifEmpty ? value?.text === "" : variable.isUnset === true);
  if (value && !(isMissing && otherwise !== undefined)) {
    const parts = quoted ? [value] : splitUnquoted(value, state);
    const isLost = parts === null && (!value.glob || /\s/.test(value.text));
    return { parts, flow: isLost ? withLiteral(variable.flow) : variable.flow };
  }
  if (name === "HOME" && variable === undefined && first) return { parts: [{ text: "~", glob: false, home: true }] };
  if (name === "!") return { parts: [anyName], flow: { from: [{ kind: "output", by: backgroundJob }] } };
  if (numericVariables.test(name)) return { parts: [anyName] };
  if (variable === undefined && temporaryFiles.test(name)) return { parts: [{ text: `/tmp/${name}`, glob: false }] };
  if (isMissing && otherwise !== undefined) {
    const found = otherwise.map((piece, index) => expandPiece(piece, state, first && index === 0));
    const parts = found.map((each) => each.parts);
    const isKnown = !parts.includes(null);
    return {
      parts: isKnown ? parts.flatMap((each) => each ?? []) : null,
      flow: joinFlows(found.map(({ flow }) => flow)),
    };
  }
  const others = otherwise === undefined ? undefined : flowOfPieces(otherwise, state);
  const flow = flowOfUnknownVariable(name, state);
  if (others !== undefined) return { parts: null, flow: joinFlows([flow, others]) };
  const known = variable?.known;
  // The shell splits an unquoted text, and treats it as a glob.
  const isKept = known === undefined || quoted || !/[\s*?[]/.test(known);
  return isKept ? { parts: null, flow, known } : { parts: null, flow: withLiteral(flow) };
}

/** Returns the origins of a partly literal, unknown text. */
function withLiteral(flow: Flow | undefined): Flow {
  return joinFlows([flow, { from: [{ kind: "literal" }] }]);
}

/** The origin of a variable with an unknown value: what was assigned to it, an argument (`$1`), or the environment. */
function flowOfUnknownVariable(name: string, state: ShellState): Flow {
  const variable = state.variables.get(name);
  if (variable !== undefined) return variable.flow ?? { from: [{ kind: "unknown" }] };
  return { from: [{ kind: /^(\d+|@)$/.test(name) ? "input" : "environment" }] };
}

/** Expands `$(…)` to its output without the newlines at the end. */
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

/** Converts a printed file name to a glob, because it is only approximately known. */
export function asFileNameGlob(value: Value): Part {
  return value.glob ? value : { ...value, glob: true, text: escapeGlob(value.text) };
}

/** Splits the value of an unquoted piece at spaces; `null` if its words are unknown. */
function splitUnquoted(value: Value, state: ShellState): readonly (Part | "break")[] | null {
  if (state.altered.has("IFS") || !isSupportedGlob(value.text, state)) return null;
  if (value.glob && /\s/.test(value.text)) return null;
  if (value.glob || value.home === true) return [value];
  if (/^[\w./:@%+=,-]+$/.test(value.text)) return [value];
  return value.text
    .split(/([ \t\n]+)/)
    .filter((text) => text !== "")
    .map((text) => (/^[ \t\n]/.test(text) ? "break" : { text, glob: /[*?[]/.test(text) }));
}

/** Whether the wildcards of a text mean what a glob means. Not supported: `extglob` patterns, classes such as `[=a=]`, changed `shopt`. */
function isSupportedGlob(glob: string, { altered }: ShellState): boolean {
  if (glob.length > maxUnquotedLength) return false;
  if (!/[*?[@+!]/.test(glob)) return true;
  if (altered.has("globs") && /[*?[]/.test(glob)) return false;
  const withoutClasses = glob.replaceAll(/\[[!^]?\]?(\[:\w+:\]|[^[\]])*\]/g, "");
  return !/\[[=.]|[?*+@!]\(|\[[^\]]*['"$`]/.test(glob) && !withoutClasses.includes("[");
}
