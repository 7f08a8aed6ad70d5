import { braceExpand } from "minimatch";
import { afterUnknownChange, type Flow, joinFlows } from "../flow.ts";
import { escapeGlob } from "../path.ts";
import type { Value } from "../word-value.ts";
import { type Argument, unknownPart } from "./argument.ts";
import { type Evaluation, isOutOfWork, spend } from "./evaluation.ts";
import { asFileNameGlob, expandPiece, type Field, type Part } from "./expand-piece.ts";
import { manyTimes } from "./loop-count.ts";
import { asOneWord } from "./parse/word-pieces.ts";
import type { ShellState, Variable } from "./state.ts";
import type { Piece, Word } from "./syntax.ts";

const maxValueLength = 16_384;
const maxFields = 256;

/**
 * Expands a word as the shell does before it runs a command: `{a,b}` becomes two arguments, an unquoted `$x` is split at spaces,
 * and an empty unquoted variable becomes no argument.
 */
export function expandWord(word: Word, state: ShellState): readonly Argument[] {
  const { start, end, pieces } = word;
  const [only, second] = pieces;
  if (second === undefined && only !== undefined) {
    if (only.kind === "text") return [{ start, end, value: { text: only.value, glob: false } }];
    if (only.kind === "items" && only.joined !== true) {
      const items = state.variables.get(only.name)?.items;
      if (items !== undefined) return items.map((item) => ({ ...item, start, end }));
    }
    const flow = only.kind === "output" || only.kind === "variable" ? fileNamesFlow(only, state) : undefined;
    if (flow?.names !== undefined)
      return flow.names.map((value) => ({ start, end, value: asFileNameGlob(value), flow }));
  }
  const alternatives = expandBraces(pieces);
  const fields = alternatives?.flatMap((each) => splitFields(each, state));
  if (fields === undefined || fields.length > maxFields) {
    return [{ start, end, value: null, flow: { from: [], many: expandsToMany(pieces) ? "many" : undefined } }];
  }
  if (fields.length === 1 && fields[0]?.parts === null) {
    const { flow, known } = fields[0];
    return [
      {
        start,
        end,
        value: null,
        single: pieces.every(isSingleWord) ? true : undefined,
        flow: flow ?? noOrigins,
        known: known ?? unknownPart,
      },
    ];
  }
  return fields.map(({ parts, flow }) => {
    const value = parts && joinValueParts(parts);
    return flow === undefined ? { start, end, value } : { start, end, value, flow };
  });
}

const noOrigins: Flow = { from: [] };

/** Expands the words of a command. Stops when the work budget is used up. */
export function expandWords(words: readonly Word[], state: ShellState, evaluation: Evaluation): readonly Argument[] {
  const expanded: Argument[] = [];
  for (const word of words) {
    if (isOutOfWork(evaluation)) break;
    const fields = expandWord(word, state);
    spend(expansionCost(fields, word), evaluation);
    for (const field of fields) expanded.push(field);
  }
  return expanded;
}

/** The data in an unquoted variable or substitution whose text is unknown; it may be a list of file names: `$(find .)`. */
function fileNamesFlow(piece: Piece & { kind: "output" | "variable" }, state: ShellState): Flow | undefined {
  if (piece.quoted) return;
  if (piece.kind === "output") return state.captured.get(piece.of);
  const variable = state.variables.get(piece.name);
  return variable?.value === null ? variable.flow : undefined;
}

/** The work that expanding a word costs, by the number and length of its results. */
export function expansionCost(fields: readonly Argument[], word: Word): number {
  let length = word.end - word.start;
  for (const { value } of fields) length += value?.text.length ?? 0;
  return fields.length + (length >> 6);
}

/** Whether a piece always expands to one word, because it is quoted or literal. */
function isSingleWord(piece: Piece): boolean {
  switch (piece.kind) {
    case "variable":
    case "transformed":
    case "output":
    case "unknown":
    case "hole":
      return piece.quoted;
    case "text":
    case "number":
    case "pipe":
    case "home":
      return true;
    default:
      return false;
  }
}

/** Expands the right side of an assignment, `x=$y*`, which is neither split nor matched against files. */
export function expandValue(word: Word, state: ShellState): Variable {
  const quoted = asOneWord(word.pieces);
  const [field, second] = quoted.length === 0 ? [{ parts: [] }] : splitFields(quoted, state);
  const { parts = null, flow, known }: Field = second === undefined ? (field ?? { parts: null }) : { parts: null };
  return parts === null && known !== undefined && known !== unknownPart
    ? { value: null, flow, known }
    : { value: parts && joinValueParts(parts), flow };
}

/** Joins the parts of one word to its value; `null` if the text would be too long. */
function joinValueParts(parts: readonly Part[]): Value | null {
  const [only, second] = parts;
  if (second === undefined && only !== undefined) return only.text.length > maxValueLength ? null : only;
  const glob = parts.some((part) => part.glob);
  const text = parts.map((part) => (glob && !part.glob ? escapeGlob(part.text) : part.text)).join("");
  if (text.length > maxValueLength) return null;
  const value: Value = { text, glob };
  const home = only?.home === true && { home: true };
  const hidden = parts.some((part) => part.hidden) && { hidden: true };
  const partial = parts.some((part) => part.partial) && { partial: true };
  return home || hidden || partial ? { ...value, ...home, ...hidden, ...partial } : value;
}

/** The pieces of each word that braces produce: `a{b,c}` gives `ab` and `ac`; `undefined` if there are too many. */
function expandBraces(pieces: readonly Piece[]): readonly (readonly Piece[])[] | undefined {
  if (!pieces.some(({ kind }) => kind === "choice")) return [pieces];
  let alternatives: readonly (readonly Piece[])[] = [[]];
  for (const piece of pieces) {
    const next: readonly Piece[] = piece.kind === "choice" ? braceAlternatives(piece.text) : [piece];
    if (alternatives.length * next.length > maxFields) return;
    alternatives = alternatives.flatMap((before) => next.map((added) => [...before, added]));
  }
  return alternatives;
}

/** The alternatives of braces as pieces: `{a,b}` gives `a` and `b`. */
function braceAlternatives(text: string): readonly Piece[] {
  return braceExpand(text, { braceExpandMax: maxFields + 1 }).map(alternativePiece);
}

/** The piece for one alternative of braces. */
function alternativePiece(value: string): Piece {
  return { kind: /[*?[]/.test(value) ? "glob" : "text", value };
}

/** Whether braces produce a thousand words or more: `{1..10000}`, or several that multiply. */
function expandsToMany(pieces: readonly Piece[]): boolean {
  const ranges = pieces.flatMap((piece) => {
    const [, from, to] = piece.kind === "choice" ? (/^\{(-?\d+)\.\.(-?\d+)/.exec(piece.text) ?? []) : [];
    return from === undefined ? [] : [Math.abs(Number(to) - Number(from)) + 1];
  });
  return ranges.reduce((product, count) => product * count, 1) >= manyTimes;
}

/** Splits a word without braces into its fields: `a$x` with `x="b c"` gives `ab` and `c`. */
function splitFields(pieces: readonly Piece[], state: ShellState): readonly Field[] {
  const fields: Part[][] = [];
  const flows: Flow[] = [];
  let known = "";
  let isKnown = true;
  let current: Part[] | undefined;
  for (const [index, piece] of pieces.entries()) {
    if (known.length > maxValueLength) {
      isKnown = false;
      break;
    }
    const found = expandPiece(piece, state, index === 0);
    if (found.flow !== undefined) flows.push(found.flow);
    if (found.parts === null) {
      isKnown = false;
      known += found.known ?? unknownPart;
      continue;
    }
    for (const part of found.parts) {
      if (part === "break") {
        current = undefined;
        known += " ";
        continue;
      }
      if (current === undefined) {
        current = [];
        fields.push(current);
      }
      current.push(part);
      known += part.glob ? unknownPart : part.text;
    }
  }
  const flow =
    flows.length === 0
      ? undefined
      : flows.length === 1 && pieces.length === 1
        ? flows[0]
        : afterUnknownChange(joinFlows(flows));
  if (!isKnown) return [{ parts: null, flow, known: known.slice(0, maxValueLength) }];
  return fields.map((parts) => ({ parts, flow }));
}
