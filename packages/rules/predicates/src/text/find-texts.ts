import type { PredicateArgument } from "@helve/core";
import { isObject, jsonPointer } from "@helve/core/internal";

/** Finds all strings in an argument, in nested lists and objects too, in document order. */
export function findTexts({ value, path }: PredicateArgument): FoundTexts {
  const texts: TextPart[] = [];
  const numbers: number[] = [];
  let hasOtherValues = false;
  let membersLeft = maxMembers;
  let isComplete = true;
  const visit = (current: unknown, keys: readonly PropertyKey[]): void => {
    if (typeof current === "string")
      texts.push({ text: current, path: path === undefined ? undefined : path + jsonPointer(keys) });
    else if (typeof current !== "object" && current !== undefined) hasOtherValues = true;
    if (typeof current === "number") numbers.push(current);
    if (typeof current !== "object" || current === null) return;
    if (keys.length >= maxDepth) isComplete = false;
    else for (const [key, member] of membersOf(current)) if (isComplete) visit(member, [...keys, key]);
  };
  const membersOf = (container: object): readonly (readonly [PropertyKey, unknown])[] => {
    const members = Array.isArray(container)
      ? [...container.entries()]
      : isObject(container)
        ? Object.entries(container)
        : [];
    membersLeft -= members.length;
    if (membersLeft < 0) isComplete = false;
    return members;
  };
  visit(value, []);
  return { texts, numbers, isComplete, hasOtherValues };
}

/** A string in the arguments of a call. */
export interface TextPart {
  readonly text: string;
  /** Its location as a JSON pointer into the arguments (`/to/0`); absent for a literal in a rule. */
  readonly path?: string;
}

/** The strings in an argument. */
export interface FoundTexts {
  readonly texts: readonly TextPart[];
  readonly numbers: readonly number[];
  /** Whether all strings were found: the argument is neither too large nor nested too deeply. */
  readonly isComplete: boolean;
  /** Whether the argument also contains numbers, booleans or other values that are not strings. */
  readonly hasOtherValues: boolean;
}

/** Values nested more deeply are not searched. */
const maxDepth = 64;

/** The most members of lists and objects that are searched. */
const maxMembers = 10_000;
