// The state of one reading of a damaged text: an immutable value, so that two readings share what they have in common.

import type { Repair } from "@helve/core";
import type { RepairKind } from "../../repair-kinds.ts";
import { memberPointer } from "../reader.ts";
import type { Shape } from "./shape.ts";

/** A list or an object that is open. */
export interface Frame {
  readonly type: "list" | "object";
  readonly parent: Frame | undefined;
  readonly depth: number;
  readonly shape: Shape;
  readonly entries: Entry | undefined;
  readonly count: number;
  /** The key of the member that is being read. */
  readonly key: string | undefined;
}

/** A complete member or item, linked to the one before it. */
interface Entry {
  readonly key: string | undefined;
  readonly value: unknown;
  readonly before: Entry | undefined;
}

/** The next part that a reading expects. */
type Expectation =
  | { readonly type: "key" | "item"; readonly afterComma: boolean }
  | { readonly type: "value"; readonly shape: Shape }
  | { readonly type: "after" | "end" }
  | ExpectedString
  | ExpectedUnquoted;

/** A string whose opening quote was read, or is missing. */
export interface ExpectedString {
  readonly type: "string";
  /** The offset of the opening quote, or of the content without one. */
  readonly start: number;
  readonly content: number;
  /** The code of the quote. */
  readonly open: number;
  /** The offset from which the closing quote is searched. */
  readonly from: number;
  /** Whether an unescaped quote within the string opened a quotation that is not closed. */
  readonly opensQuotation: boolean;
  readonly hasInnerQuote: boolean;
}

/** A string without quotes, or without a closing quote, that ends at a comma or a bracket at or after `from`. */
export interface ExpectedUnquoted {
  readonly type: "unquoted" | "unclosed";
  readonly start: number;
  readonly content: number;
  readonly open: number;
  readonly from: number;
  /** The offset at which it has ended at the latest. */
  readonly limit: number;
  readonly shape: Shape | undefined;
}

/** One reading of the text up to an offset. */
export interface State {
  readonly at: number;
  readonly expected: Expectation;
  readonly frame: Frame | undefined;
  /** The value of the text, when the outermost object is closed. */
  readonly root: unknown;
  /** The errors of the model that the reading assumes: each kind of systematic error once, each single error each time. */
  readonly cost: number;
  /** Whether one of them is a single error: a reading has at most one. */
  readonly hasSingleError: boolean;
  readonly systematic: ReadonlySet<RepairKind>;
  readonly isTruncated: boolean;
  /** Whether the content of a string can be meant in two ways. */
  readonly isAmbiguous: boolean;
  readonly repairs: RepairLink | undefined;
}

/** A repair, linked to the one before it. */
interface RepairLink {
  readonly repair: Repair;
  readonly before: RepairLink | undefined;
}

/** The errors that a model makes everywhere or nowhere: however often they occur, they cost as much as one. */
const systematicKinds: ReadonlySet<RepairKind> = new Set([
  "missing_comma",
  "unquoted_key",
  "unquoted_string",
  "unescaped_quote",
  "truncated",
]);

/** The repairs that cost nothing: what they change can't be meant otherwise. */
const freeKinds: ReadonlySet<RepairKind> = new Set([
  "comment",
  "special_token",
  "white_space",
  "trailing_comma",
  "other_colon",
  "single_quotes",
  "typographic_quotes",
  "unescaped_control",
  "bad_escape",
  "python_literal",
  "javascript_literal",
  "literal_spelling",
  "number_form",
  "number_to_string",
  "big_integer",
]);

/** The cost of a reading that assumes two single errors. */
const impossible = 100;

/** The state with a repair, which costs what its kind costs. */
export function repaired(state: State, kind: RepairKind, offset: number, before: unknown, after: unknown): State {
  const { systematic } = state;
  const isFree = freeKinds.has(kind) || systematic.has(kind);
  const isSingle = !isFree && !systematicKinds.has(kind);
  const repair: Repair = { kind, path: pointerOf(state.frame), offset, before, after };
  return {
    ...state,
    cost: state.cost + (isFree ? 0 : isSingle && state.hasSingleError ? impossible : 1),
    hasSingleError: state.hasSingleError || isSingle,
    systematic: systematicKinds.has(kind) && !systematic.has(kind) ? new Set([...systematic, kind]) : systematic,
    repairs: { repair, before: state.repairs },
  };
}

/** The repairs of a reading, in the order of the text. */
export function repairsOf({ repairs }: State): readonly Repair[] {
  const list: Repair[] = [];
  for (let link = repairs; link !== undefined; link = link.before) list.push(link.repair);
  return list.reverse();
}

/** The state with a new open list or object. */
export function opened(state: State, type: Frame["type"], shape: Shape, at: number): State {
  const { frame: parent } = state;
  const depth = (parent?.depth ?? 0) + 1;
  const frame: Frame = { type, parent, depth, shape, entries: undefined, count: 0, key: undefined };
  return { ...state, at, frame, expected: { type: type === "list" ? "item" : "key", afterComma: false } };
}

/** The state after a value, which becomes a member or an item of the open frame. */
export function withValue(state: State, value: unknown, at: number): State {
  const { frame } = state;
  if (frame === undefined) return { ...state, at, root: value, expected: { type: "end" } };
  const entries: Entry = { key: frame.key, value, before: frame.entries };
  return {
    ...state,
    at,
    frame: { ...frame, entries, count: frame.count + 1, key: undefined },
    expected: { type: "after" },
  };
}

/** The state after the innermost frame is closed. */
export function closed(state: State, at: number): State {
  const { frame } = state;
  return frame === undefined ? state : withValue({ ...state, frame: frame.parent }, new ClosedFrame(frame), at);
}

/** The state at the end of a text that ended before its value: every open list and object is closed there. */
export function truncated(state: State, at: number): State {
  let next = repaired({ ...state, isTruncated: true }, "truncated", at, "", "");
  while (next.frame !== undefined) next = closed(next, at);
  return next;
}

const maxCheckedMembers = 1000;

/** Whether an open object has a member of this name; false for large objects, which would take too long to search. */
export function hasMember(frame: Frame, name: string): boolean {
  if (frame.count > maxCheckedMembers) return false;
  for (let entry = frame.entries; entry !== undefined; entry = entry.before) if (entry.key === name) return true;
  return false;
}

/** A list or object that is closed; its value is built only for a complete reading, since most readings fail. */
class ClosedFrame {
  readonly frame: Frame;

  constructor(frame: Frame) {
    this.frame = frame;
  }
}

/** The value of a complete reading. */
export function rootValue({ root }: State): unknown {
  return builtValue(root);
}

function builtValue(value: unknown): unknown {
  if (!(value instanceof ClosedFrame)) return value;
  const { type, entries: last } = value.frame;
  const entries: Entry[] = [];
  for (let entry = last; entry !== undefined; entry = entry.before) entries.push(entry);
  entries.reverse();
  if (type === "list") return entries.map((entry) => builtValue(entry.value));
  return Object.fromEntries(entries.map((entry) => [entry.key ?? "", builtValue(entry.value)]));
}

/** The JSON pointer of the value that is being read. */
function pointerOf(frame: Frame | undefined): string {
  if (frame === undefined) return "";
  const base = pointerOf(frame.parent);
  if (frame.type === "list") return memberPointer(base, frame.count);
  return frame.key === undefined ? base : memberPointer(base, frame.key);
}
