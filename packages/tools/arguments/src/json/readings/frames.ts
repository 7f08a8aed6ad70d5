/** The open lists and objects of one reading of a damaged text. */
import { memberPointer, textIssue } from "../text-issue.ts";
import type { Source } from "./source.ts";
import { charge, type Entry, type Frame, fail, pointerOf, record, refuse, type State } from "./state.ts";

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
  state.expected = hasKeys(state.frame) ? "key" : "item";
  state.comma = -1;
}

/** Whether a frame has members with keys. */
export function hasKeys({ type }: Frame): boolean {
  return type === "object" || type === "call";
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

/** Builds the value of a closed list or object. */
function builtValue(value: unknown): unknown {
  if (!(value instanceof ClosedFrame)) return value;
  const { frame, isGroup, last } = value;
  if (!hasKeys(frame)) return builtItems(last, isGroup);
  return Object.fromEntries(entriesOf(last).map((entry) => [entry.key ?? "", builtValue(entry.value)]));
}

/** Builds the items of a list. */
function builtItems(last: Entry | undefined, isGroup: boolean): unknown {
  const items = entriesOf(last).map((entry) => builtValue(entry.value));
  return isGroup ? items[0] : items;
}

/** Returns linked entries in order. */
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
