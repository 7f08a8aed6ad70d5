// One reading of a damaged text. It advances in place and is copied where the text leaves a choice; what it has read is
// linked, so that copies share it.

import type { Issue, Repair } from "@helve/core";
import type { RepairKind } from "../../repair-kinds.ts";
import { memberPointer, textIssue } from "../text-issue.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";

/** One reading of the text up to an offset. */
export interface State {
  at: number;
  expected: "key" | "item" | "value" | "after" | "string" | "unquoted" | "unclosed" | "end" | "failed";
  /** The offset of the comma before the expected key or item; -1 if there is none. */
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
interface Entry {
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
  /** The first unescaped quote within the string; absent if there is none. */
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

/** A copy of a state that reads the same text in another form, without an error of the model. */
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
  "unquoted_key",
  "unquoted_string",
  "unescaped_quote",
  "truncated",
]);

/** The errors that a model makes once. */
const singleKinds: ReadonlySet<RepairKind> = new Set([
  "extra_comma",
  "missing_colon",
  "missing_bracket",
  "extra_bracket",
  "missing_value",
  "missing_quote",
]);

/** The cost of a reading that assumes two single errors. */
const impossible = 100;

/** Adds the cost of an error. Any other change costs nothing: it can't be meant otherwise. */
function charge(state: State, kind: RepairKind): void {
  if (state.systematic.includes(kind)) return;
  if (singleKinds.has(kind)) {
    state.cost += state.hasSingleError ? impossible : 1;
    state.hasSingleError = true;
    state.isUncertain = true;
  } else if (systematicKinds.has(kind)) {
    state.cost += 1;
    state.systematic = [...state.systematic, kind];
    state.isUncertain ||=
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

/** Opens a list or object at the offset of the state. */
export function open(state: State, source: Source, type: Frame["type"], at: number): void {
  const { frame: parent, shape, entries, count, key, memberStart } = state;
  const depth = (parent?.depth ?? 0) + 1;
  const { maxDepth } = source.options;
  if (depth > maxDepth) {
    const message = `nested deeper than ${maxDepth} levels`;
    if (!source.comparesReadings)
      source.issues.push(textIssue(source.text, { code: "too_deep", message, start: state.at, end: state.at + 1 }));
    fail(state, message);
    return;
  }
  const outer = { entries, count, key, memberStart };
  state.frame = {
    type,
    close: closingBrackets[type].charCodeAt(0),
    start: state.at,
    depth,
    pointer: pointerOf(state),
    shape,
    parent,
    outer,
  };
  state.entries = undefined;
  state.count = 0;
  state.key = undefined;
  state.at = at;
  state.expected = isObjectFrame(type) ? "key" : "item";
  state.comma = -1;
}

function isObjectFrame(type: Frame["type"]): boolean {
  return type === "object" || type === "call";
}

/** Whether a frame has members with keys. */
export function hasKeys({ type }: Frame): boolean {
  return isObjectFrame(type);
}

/** Adds a complete value to the open list or object. */
export function put(state: State, value: unknown, at: number): void {
  state.at = at;
  if (state.frame === undefined) {
    state.root = value;
    state.expected = "end";
    return;
  }
  state.entries = { key: state.key, value, start: state.memberStart, before: state.entries };
  state.count += 1;
  state.key = undefined;
  state.expected = "after";
}

/** Closes the innermost list or object. The bracket was read, or an error was assumed. */
export function close(state: State, source: Source, at: number): void {
  const { frame, entries, count } = state;
  if (frame === undefined) return;
  const isGroup = frame.type === "tuple" && count === 1 && state.expected === "after";
  const value = source.comparesReadings
    ? new ClosedFrame(frame, isGroup, entries)
    : hasKeys(frame)
      ? builtMembers(state, source)
      : builtItems(entries, isGroup);
  const { outer } = frame;
  state.frame = frame.parent;
  state.entries = outer.entries;
  state.count = outer.count;
  state.key = outer.key;
  state.memberStart = outer.memberStart;
  if (frame.type === "tuple")
    record(state, "tuple", [frame.start, source.text.slice(frame.start, at), builtValue(value)]);
  put(state, value, at);
}

/** Closes everything at the end of a text that ended before its value. */
export function cutOff(state: State, source: Source): void {
  const { at } = state;
  charge(state, "truncated");
  state.isTruncated = true;
  while (state.frame !== undefined) {
    state.key = undefined;
    addPartialPaths(state, source);
    record(state, "truncated", [at, "", closingBrackets[state.frame.type]]);
    close(state, source, at);
  }
}

/** Records which values of the innermost list or object are complete. */
function addPartialPaths({ frame, entries }: State, { isPartial, openPaths, completePaths }: Source): void {
  if (frame === undefined || !isPartial) return;
  const innermost = openPaths.at(-1);
  const pointers: string[] = [];
  for (let entry = entries; entry !== undefined; entry = entry.before)
    pointers.push(memberPointer(frame.pointer, entry.key ?? ""));
  for (const pointer of new Set(pointers.reverse())) if (pointer !== innermost) completePaths.push(pointer);
  openPaths.push(frame.pointer);
}

const closingBrackets = { object: "}", list: "]", tuple: ")", call: ")" } as const;

const maxCheckedMembers = 1000;

/** Whether the open object has a member of this name; false for large objects, which would take too long to search. */
export function hasMember({ entries, count }: State, name: string): boolean {
  if (count > maxCheckedMembers) return false;
  for (let entry = entries; entry !== undefined; entry = entry.before) if (entry.key === name) return true;
  return false;
}

/** A list or object that is closed; while readings are compared, only a complete one builds its value. */
class ClosedFrame {
  readonly frame: Frame;
  readonly isGroup: boolean;
  readonly last: Entry | undefined;

  constructor(frame: Frame, isGroup: boolean, last: Entry | undefined) {
    this.frame = frame;
    this.isGroup = isGroup;
    this.last = last;
  }
}

/** The value of a complete reading. */
export function rootValue({ root }: State): unknown {
  return builtValue(root);
}

function builtValue(value: unknown): unknown {
  if (!(value instanceof ClosedFrame)) return value;
  const { frame, isGroup, last } = value;
  if (!hasKeys(frame)) return builtItems(last, isGroup);
  return Object.fromEntries(entriesOf(last).map((entry) => [entry.key ?? "", builtValue(entry.value)]));
}

function builtItems(last: Entry | undefined, isGroup: boolean): unknown {
  const items = entriesOf(last).map((entry) => builtValue(entry.value));
  return isGroup ? items[0] : items;
}

function entriesOf(last: Entry | undefined): readonly Entry[] {
  const entries: Entry[] = [];
  for (let entry = last; entry !== undefined; entry = entry.before) entries.push(entry);
  return entries.reverse();
}

/** The members of an object that is closed, by the `duplicateKeys` policy. */
function builtMembers(state: State, source: Source): unknown {
  const members: Record<string, unknown> = {};
  for (const { key = "", value, start } of entriesOf(state.entries)) {
    if (members[key] !== undefined && Object.hasOwn(members, key)) {
      state.key = key;
      const isReplaced = source.options.duplicateKeys === "last";
      const [dropped, kept] = isReplaced ? [members[key], value] : [value, members[key]];
      const message = `ambiguous: ${JSON.stringify(key)} appears more than once (write it once)`;
      if (source.options.duplicateKeys === "refuse")
        refuse(state, source, { code: "duplicate_key", message, start, end: start + 1 });
      else record(state, "duplicate_key", [start, dropped, kept]);
      if (!isReplaced) continue;
    }
    if (key === "__proto__")
      Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
    else members[key] = value;
  }
  return members;
}
