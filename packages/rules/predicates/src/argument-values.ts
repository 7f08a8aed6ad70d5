import { jsonPointer, ownMember } from "@helve/core/internal";
import type { ArgumentReference } from "./tool-use.ts";

/**
 * Finds the values that a reference names in the arguments of a call: `edits[].new_string` finds the member of each item. The items of
 * a list at the end are values of their own.
 *
 * @returns the values with their JSON pointers, in order; empty if the call does not have the argument
 */
export function argumentValues(
  args: Readonly<Record<string, unknown>>,
  reference: ArgumentReference,
): readonly ArgumentValue[] {
  return wholeValues(args, reference).flatMap(itemsOf);
}

/** Finds the values of a reference; unlike `argumentValues`, a list counts as one value. */
export function wholeValues(
  args: Readonly<Record<string, unknown>>,
  reference: ArgumentReference,
): readonly ArgumentValue[] {
  const direct = ownMember(args, reference);
  if (!/[.[]/.test(reference)) return direct == null ? [] : [{ value: direct, path: jsonPointer([reference]) }];
  let found: readonly ArgumentValue[] = [{ value: args, path: "" }];
  for (const step of reference.split(".")) {
    const name = step.endsWith("[]") ? step.slice(0, -2) : step;
    const members = found.map(({ value, path }) => ({
      value: ownMember(value, name),
      path: path + jsonPointer([name]),
    }));
    found = step === name ? members : members.flatMap(itemsOf);
  }
  // An argument may have a dot in its name.
  return [{ value: direct, path: jsonPointer([reference]) }, ...found].filter(({ value }) => value != null);
}

/** A value in the arguments of a call. */
export interface ArgumentValue {
  /** Not always a string, because a model wrote it. */
  readonly value: unknown;
  /** Its location as a JSON pointer into the arguments: `/edits/0/new_string`. */
  readonly path: string;
}

/** The name of the argument that a reference begins with: `edits` of `edits[].new_string`. */
export function argumentName(reference: ArgumentReference): string {
  return /^[^.[]*/.exec(reference)?.[0] || reference;
}

/** Only this many items of a list are inspected; the item after them is not a text, so that the answer is unknown. */
const maxItems = 1000;

/** Returns the items of a list with their paths; a single value is one item. */
export function itemsOf({ value, path }: ArgumentValue): readonly ArgumentValue[] {
  if (!Array.isArray(value)) return [{ value, path }];
  const items = value
    .slice(0, maxItems)
    .map((item: unknown, index) => ({ value: item, path: path + jsonPointer([index]) }));
  return value.length > maxItems ? [...items, { value, path }] : items;
}
