/** Where the data of a value comes from, and how often it is repeated; both include the values that it contains. */
import type { Origin } from "../effects.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import type { Alternative, Value } from "./value.ts";

/**
 * The origins of a value's data, including the values that it contains; `literal` when the program text contains all of
 * it, empty when the program computed it.
 */
export function originsOf(value: Value): readonly Origin[] {
  const { from, literal } = collectOrigins(value);
  return from.length === 0 && literal ? [{ kind: "literal" }] : from;
}

/** The origins of a value's data without `literal`. */
export function nonLiteralOrigins(value: Value): readonly Origin[] {
  return originsOf(value).filter(({ kind }) => kind !== "literal");
}

/** The most containers whose values are read; data of further ones may come from anywhere. */
const maxContainers = 1000;

/** The origins of a value and of the values that it contains, and whether all of them are literals. */
function collectOrigins(whole: Value): { readonly from: readonly Origin[]; readonly literal: boolean } {
  let { from } = whole;
  let literal = true;
  const seen = new Set<Alternative>();
  let level: readonly Value[] = [whole];
  while (level.length > 0) {
    const next: Value[] = [];
    for (const value of level) {
      from = joinOrigins(from, value.from);
      literal &&= !value.mayBeUnknown && value.alternatives.length > 0;
      for (const alternative of value.alternatives) {
        literal &&= isLiteral(alternative);
        if (!isContainer(alternative) || seen.has(alternative)) continue;
        if (seen.size === maxContainers) return { from: joinOrigins(from, [{ kind: "unknown" }]), literal: false };
        seen.add(alternative);
        for (const contained of containedValues(alternative)) next.push(contained);
      }
    }
    level = next;
  }
  return { from, literal };
}

/** Whether an alternative contains other values. */
function isContainer({ kind }: Alternative): boolean {
  return kind === "list" || kind === "dict" || kind === "instance" || kind === "object";
}

/** Whether a value is written in the program itself, without unknown parts. */
function isLiteral(alternative: Alternative): boolean {
  if (alternative.kind === "text") return !hasUnknownText(alternative.text);
  return (
    alternative.kind === "number" ||
    alternative.kind === "constant" ||
    alternative.kind === "list" ||
    alternative.kind === "dict"
  );
}

const maxRepeatedValues = 200;

/** The largest number of repetitions of a value or the values that it contains. */
export function maxRepetitions(value: Value): number {
  const held = value.alternatives.flatMap(containedValues).slice(0, maxRepeatedValues);
  return Math.max(value.repetitions, ...held.map((each) => each.repetitions));
}

/** The values that an alternative contains. */
function containedValues(alternative: Alternative): readonly Value[] {
  switch (alternative.kind) {
    case "list":
      return alternative.more === null ? alternative.items : [...alternative.items, alternative.more];
    case "dict":
      return alternative.more === null
        ? [...alternative.entries.values()]
        : [...alternative.entries.values(), alternative.more];
    case "instance":
    case "object":
      return [...alternative.fields.values()];
    default:
      return [];
  }
}
