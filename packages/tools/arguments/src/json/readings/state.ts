/** One possible reading of a damaged JSON text, up to a position. Copies share what was read before. */
import type { Issue, Repair } from "@helve/core";
import type { RepairKind } from "../../repair-kinds.ts";
import { memberPointer, textIssue } from "../text-issue.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";

/** One reading of the text up to an offset. */
export interface State {
  at: number;
  expected: "key" | "item" | "value" | "after" | "string" | "unquoted" | "unclosed" | "end" | "failed";
  /** The offset of the comma before the expected key or item; -1 without a comma. */
  comma: number;
  /** The shape of the value that is expected. */
  shape: Shape;
  /** The string that is being read. */
  string: StringStart | undefined;
  /** The innermost open list or object, its entries, and the key or index that is being read. */
  frame: Frame | undefined;
  entries: Entry | undefined;
  count: number;
  key: string | number | undefined;
  /** The offset of the member that is being read. */
  memberStart: number;
  /** The offset of the last value that began. */
  valueStart: number;
  /** The value of the text, when the outermost value is closed. */
  root: unknown;
  /** The errors of the model that the reading assumes: each kind of systematic error once, each single error each time. */
  cost: number;
  /** Whether one of them is a single error: a reading has at most one. */
  hasSingleError: boolean;
  systematic: readonly RepairKind[];
  /** Whether a repair chose one of several possible readings. */
  isUncertain: boolean;
  isTruncated: boolean;
  /** Whether the content of a string can be meant in two ways. */
  isAmbiguous: boolean;
  repairs: RepairLink | undefined;
  /** Where the reading failed, and what is expected there. */
  failure: { readonly at: number; readonly expected: string } | undefined;
}

/** A list or an object that is open, with the state of the one around it. */
export interface Frame {
  readonly type: "list" | "tuple" | "object" | "call";
  /** The code of the bracket that closes it. */
  readonly close: number;
  readonly start: number;
  readonly depth: number;
  readonly pointer: string;
  readonly shape: Shape;
  readonly parent: Frame | undefined;
  readonly outer: Pick<State, "entries" | "count" | "key" | "memberStart">;
}

/** A complete member or item, linked to the one before it. */
export interface Entry {
  readonly key: string | number | undefined;
  readonly value: unknown;
  readonly start: number;
  readonly before: Entry | undefined;
}

/** The start of a string: its quote was read, or is missing. */
export interface StringStart {
  /** The offset of the opening quote, or of the content without one. */
  readonly start: number;
  readonly content: number;
  /** The code of the quote. */
  readonly open: number;
  /** The offset from which the end is searched. */
  readonly from: number;
  /** Whether a backslash is an ordinary character, as in Python's `r"…"`. */
  readonly isRaw?: boolean;
  /** The first unescaped quote within the string; absent without such a quote. */
  readonly innerQuote?: number | undefined;
  /** Whether an unescaped quote within the string opened a quotation that is not closed. */
  readonly opensQuotation?: boolean;
  /** The offset at which a string without a closing quote has ended at the latest. */
  readonly limit?: number;
  /** The strings before it that `+` joins to it. */
  readonly joined?: { readonly start: number; readonly value: string } | undefined;
}

/** A repair, linked to the one before it. */
interface RepairLink {
  readonly repair: Repair;
  readonly before: RepairLink | undefined;
}

/** Creates the state at the start of a value. */
export function newState(at: number, shape: Shape): State {
  return {
    at,
    expected: "value",
    comma: -1,
    valueStart: at,
    shape,
    string: undefined,
    frame: undefined,
    entries: undefined,
    count: 0,
    key: undefined,
    memberStart: at,
    root: undefined,
    cost: 0,
    hasSingleError: false,
    systematic: [],
    isUncertain: false,
    isTruncated: false,
    isAmbiguous: false,
    repairs: undefined,
    failure: undefined,
  };
}

/** The most errors of the model that a reading assumes. */
export const maxCost = 2;

/**
 * A copy of a state that assumes an error of the model, and is read as well; `undefined` if the state assumes too many errors
 * already.
 */
export function fork(state: State, source: Source, kind: RepairKind): State | undefined {
  const isNew = !state.systematic.includes(kind);
  if (isNew && (state.cost >= maxCost || (state.hasSingleError && singleKinds.has(kind)))) return undefined;
  const other = { ...state };
  charge(other, kind);
  source.forks.push(other);
  return other;
}

/** Copies a reading to try another notation, which costs nothing. */
export function forkForm(state: State, source: Source): State {
  const other = { ...state };
  source.forks.push(other);
  return other;
}

/** Ends a reading that the text contradicts. */
export function fail(state: State, expected: string, at: number = state.at): void {
  state.expected = "failed";
  state.failure = { at, expected };
}

/** Ends a reading at a value that an option refuses; the certain reading records the issue, and goes on. */
export function refuse(
  state: State,
  source: Source,
  issue: Pick<Issue, "code" | "message" | "expected"> & { readonly start: number; readonly end: number },
): void {
  if (source.comparesReadings) fail(state, "another value", issue.start);
  else source.issues.push(textIssue(source.text, { ...issue, path: pointerOf(state) }));
}

/** The errors that a model makes everywhere or nowhere: however often they occur, they cost as much as one. */
const systematicKinds: ReadonlySet<RepairKind> = new Set([
  "missing_comma",
  "missing_colon",
  "unquoted_key",
  "unquoted_string",
  "unescaped_quote",
  "truncated",
]);

/** The errors that a model makes once. */
const singleKinds: ReadonlySet<RepairKind> = new Set([
  "extra_comma",
  "missing_bracket",
  "extra_bracket",
  "missing_quote",
  "other_bracket",
]);

/** The cost of a reading that assumes two single errors. */
const impossible = 100;

/** Adds the cost of a repair to a reading. */
export function charge(state: State, kind: RepairKind): void {
  if (state.systematic.includes(kind)) return;
  if (singleKinds.has(kind)) {
    state.cost += state.hasSingleError ? impossible : 1;
    state.hasSingleError = true;
    state.isUncertain = true;
  } else if (systematicKinds.has(kind)) {
    state.cost += 1;
    state.systematic = [...state.systematic, kind];
    state.isUncertain ||=
      kind === "missing_colon" ||
      kind === "unquoted_string" ||
      kind === "unescaped_quote" ||
      (state.systematic.includes("missing_comma") && state.systematic.includes("unquoted_key"));
  }
}

/** A change of the text: the offset, the text before, and its replacement. */
export type Change = readonly [offset: number, before: unknown, after: unknown];

/** Records a repair at the place that is being read, without its cost. */
export function record(state: State, kind: RepairKind, [offset, before, after]: Change): void {
  state.repairs = {
    repair: { kind, path: pointerOf(state), offset, before, after },
    before: state.repairs,
  };
}

/** Records a repair and adds its cost. */
export function repair(state: State, kind: RepairKind, change: Change): void {
  charge(state, kind);
  record(state, kind, change);
}

/** The repairs of a reading, in the order of the text. */
export function repairsOf({ repairs }: State): readonly Repair[] {
  const list: Repair[] = [];
  for (let link = repairs; link !== undefined; link = link.before) list.push(link.repair);
  return list.reverse();
}

/** The JSON pointer of the value that is being read. */
export function pointerOf({ frame, key }: Pick<State, "frame" | "key">): string {
  const base = frame?.pointer ?? "";
  return key === undefined ? base : memberPointer(base, key);
}
