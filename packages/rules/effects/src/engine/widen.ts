import { unknownText } from "../unknown-text.ts";
import { joinContents } from "./join-contents.ts";
import type { Machine } from "./machine.ts";
import { willChange } from "./paths.ts";
import { isSameAlternative } from "./same-values.ts";
import { type Cell, contentOf, setContent } from "./state.ts";
import type { Alternative, Value } from "./value.ts";

/**
 * A value that covers all further repetitions of a loop: a growing text keeps its beginning, a number may be any number, and new objects are
 * joined with older ones of their kind. Functions are never dropped, because a call of an unknown value counts as harmless.
 *
 * @param before - the value before the last repetition
 * @param joined - its join with the value after it
 */
export function widenValue(before: Value, joined: Value, machine: Machine): Value {
  if (joined === before) return before;
  const alternatives = [...before.alternatives];
  let { mayBeUnknown } = joined;
  for (const each of joined.alternatives) {
    if (alternatives.some((other) => isSameAlternative(other, each) || isWithin(each, other))) continue;
    if (each.kind === "text" || each.kind === "path") {
      const text = widenedText(each.text, alternatives);
      if (text === undefined) mayBeUnknown = true;
      else alternatives.push({ ...each, text, ...(each.kind === "text" && { at: null }) });
    } else if (each.kind === "number") alternatives.push({ kind: "number", number: Number.NaN });
    else if (!mergeWithLike(each, alternatives, machine)) alternatives.push(each);
  }
  const isSame =
    alternatives.length === before.alternatives.length &&
    mayBeUnknown === before.mayBeUnknown &&
    joined.from.length === before.from.length;
  return isSame ? before : { ...joined, alternatives, mayBeUnknown };
}

/** Whether a widened text or number covers another one. */
function isWithin(each: Alternative, wide: Alternative): boolean {
  if (each.kind === "number") return wide.kind === "number" && Number.isNaN(wide.number);
  if ((each.kind !== "text" && each.kind !== "path") || wide.kind !== each.kind) return false;
  return wide.text.endsWith(unknownText) && wide.text.length > 1 && each.text.startsWith(wide.text.slice(0, -1));
}

/** The longest text before that a new text continues, with an unknown rest: `out/a` becomes `out/*`. */
function widenedText(text: string, alternatives: readonly Alternative[]): string | undefined {
  let start = "";
  for (const each of alternatives)
    if ((each.kind === "text" || each.kind === "path") && each.text.length > start.length && text.startsWith(each.text))
      start = each.text;
  if (start === "" || start.endsWith(unknownText)) return;
  const next = text.charAt(start.length);
  return `${start}${next === "/" ? next : ""}${unknownText}`;
}

/** Merges a new object, list or function with an older one of the same kind. */
function mergeWithLike(each: Alternative, alternatives: readonly Alternative[], machine: Machine): boolean {
  const cell = cellOf(each);
  if (cell === undefined) return false;
  const like = alternatives.find((other) => isLike(other, each));
  const older = like && cellOf(like);
  if (older === undefined) return false;
  if (older === cell) return true;
  const joined = joinContents(older, contentOf(older), contentOf(cell));
  willChange(older, machine);
  setContent(older, joined);
  return true;
}

/** Returns the cell of a value; for a function, its variables. */
function cellOf(alternative: Alternative): Cell | undefined {
  switch (alternative.kind) {
    case "list":
    case "dict":
    case "object":
    case "instance":
      return alternative;
    case "function":
      return alternative.scope;
    default:
      return;
  }
}

/** Whether two values are of the same kind, so that they can be widened to one. */
function isLike(a: Alternative, b: Alternative): boolean {
  switch (a.kind) {
    case "list":
    case "dict":
      return b.kind === a.kind;
    case "object":
      return b.kind === "object" && a.type === b.type;
    case "instance":
      return b.kind === "instance" && a.of === b.of;
    case "function":
      return b.kind === "function" && a.node === b.node;
    default:
      return false;
  }
}
