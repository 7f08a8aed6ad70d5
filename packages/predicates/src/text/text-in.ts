import type { PredicateArgument } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";

/** A string in an action's arguments. */
export interface TextPart {
  readonly text: string;
  /** Where it is, as a JSON pointer into the arguments; absent when a rule wrote it. */
  readonly path?: string;
}

/** Values nested deeper, or beyond so many of them, are not looked at. */
const deepest = 64;
const mostValues = 10_000;

/** What strings a value has. */
export interface TextsIn {
  readonly texts: readonly TextPart[];
  /** Whether no string was left out. */
  readonly all: boolean;
  /** Whether there are other things beside: numbers, truths. */
  readonly others: boolean;
}

/** The strings in a value, however deep, in their order. */
export function textsIn({ value, path }: PredicateArgument): TextsIn {
  const texts: TextPart[] = [];
  let others = false;
  let left = mostValues;
  let all = true;
  const look = (at: unknown, parts: readonly PropertyKey[]): void => {
    if (typeof at === "string")
      texts.push({ text: at, ...(path !== undefined && { path: path + jsonPointer(parts) }) });
    else if (typeof at !== "object" && at !== undefined) others = true;
    if (typeof at !== "object" || at === null) return;
    if (parts.length >= deepest) all = false;
    else for (const [key, member] of membersOf(at)) if (all) look(member, [...parts, key]);
  };
  const membersOf = (at: object): readonly (readonly [PropertyKey, unknown])[] => {
    const members = Array.isArray(at) ? [...at.entries()] : isObject(at) ? Object.entries(at) : [];
    left -= members.length;
    if (left < 0) all = false;
    return members;
  };
  look(value, []);
  return { texts, all, others };
}
