// Compares the keywords of JSON Schema that schemas have besides OpenTool's own, such as `minimum`.

import { quote } from "@helve/core/internal";
import { additionalKeywords } from "../schema-keywords.ts";
import type { ConstraintValue } from "../schema-shape/schema-constraints.ts";
import { valueText } from "../value-text.ts";
import { addDifference, type DifferenceLog, type Impact, type Location } from "./difference.ts";

/** The keywords of a schema, by name. */
type Constraints = ReadonlyMap<string, ConstraintValue>;

/** What accepting fewer or more values means for a caller. */
interface ValueImpact {
  readonly narrowing: Impact;
  readonly widening: Impact;
}

/**
 * Adds the differences between the keywords of two schemas. A change whose effect is unknown, such as another union, is
 * breaking.
 *
 * @returns the names of the keywords that did not change
 */
export function compareConstraints(
  before: Constraints,
  after: Constraints,
  location: Location,
  impact: ValueImpact,
  log: DifferenceLog,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name)?.text !== after.get(name)?.text);
  for (const name of changed) compareConstraint(name, before.get(name), after.get(name), location, impact, log);
  return names.filter((name) => !changed.includes(name));
}

/** Adds the difference between the values of one keyword, which are not equal. */
function compareConstraint(
  name: string,
  before: ConstraintValue | undefined,
  after: ConstraintValue | undefined,
  location: Location,
  { narrowing, widening }: ValueImpact,
  log: DifferenceLog,
): void {
  if (additionalKeywords.get(name)?.isAnnotation) {
    addDifference(log, "annotation", "cosmetic", location, `changed in ${quote(name)}`);
  } else if (boundKeywords.has(name) && typeof before?.value === "number" && typeof after?.value === "number") {
    const isNarrower = boundKeywords.get(name) === "lower" ? after.value > before.value : after.value < before.value;
    const change = `must now have ${memberText(name, after)} (was ${before.value})`;
    if (isNarrower) addDifference(log, "constraint_narrowed", narrowing, location, change);
    else addDifference(log, "constraint_widened", widening, location, change);
  } else if (before === undefined && after !== undefined && onlyNarrows(name)) {
    addDifference(log, "constraint_narrowed", narrowing, location, `now has ${memberText(name, after)}`);
  } else if (after === undefined && before !== undefined && onlyNarrows(name)) {
    addDifference(log, "constraint_widened", widening, location, `no longer has ${memberText(name, before)}`);
  } else {
    addDifference(log, "constraint_changed", "breaking", location, `changed in ${quote(name)}`);
  }
}

/** The keywords with a number that is a bound. */
const boundKeywords: ReadonlyMap<string, "lower" | "upper"> = new Map([
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map((name) => [name, "lower"] as const),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map((name) => [name, "upper"] as const),
]);

/**
 * Whether adding a keyword can only make a schema accept fewer values. `x-json-schema` replaces the schema, and
 * some keywords change what others mean.
 */
function onlyNarrows(name: string): boolean {
  return additionalKeywords.has(name) && !/^(?:minContains|prefixItems|patternProperties|if|then|else)$/.test(name);
}

/** Formats a keyword with its value, if that is short: `"minimum": 1`. */
function memberText(name: string, { value }: ConstraintValue): string {
  return typeof value === "object" && value !== null ? quote(name) : `${quote(name)}: ${valueText(value)}`;
}
