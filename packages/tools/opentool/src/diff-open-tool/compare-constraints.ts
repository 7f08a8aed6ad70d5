/** Compares the keywords of JSON Schema that schemas have besides OpenTool's own, such as `minimum`. */
import { quote } from "@helve/core/internal";
import { additionalKeywords } from "../schema-keywords.ts";
import type { ConstraintValue } from "../schema-shape/schema-constraints.ts";
import { valueText } from "../value-text.ts";
import { addDifference, type DifferenceLog, type Impact, type Location } from "./difference.ts";

/** The keywords of a schema, by name. */
type Constraints = ReadonlyMap<string, ConstraintValue>;

/** The impact of accepting fewer or more values on a caller. */
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
  { before, after }: { readonly before: Constraints; readonly after: Constraints },
  location: Location,
  impact: ValueImpact,
  log: DifferenceLog,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name)?.text !== after.get(name)?.text);
  for (const name of changed) {
    compareConstraint({ name, before: before.get(name), after: after.get(name) }, location, impact, log);
  }
  return names.filter((name) => !changed.includes(name));
}

/** The values of one keyword. */
interface KeywordValues {
  readonly name: string;
  readonly before: ConstraintValue | undefined;
  readonly after: ConstraintValue | undefined;
}

/** Adds the difference between the values of one keyword, which are not equal. */
function compareConstraint(
  { name, before, after }: KeywordValues,
  location: Location,
  { narrowing, widening }: ValueImpact,
  log: DifferenceLog,
): void {
  if (additionalKeywords.get(name)?.isAnnotation) {
    addDifference("annotation", "cosmetic", { location, change: `changed in ${quote(name)}` }, log);
  } else if (boundKeywords.has(name) && typeof before?.value === "number" && typeof after?.value === "number") {
    const isNarrower = boundKeywords.get(name) === "lower" ? after.value > before.value : after.value < before.value;
    const change = `must now have ${memberText(name, after)} (was ${before.value})`;
    if (isNarrower) addDifference("constraint_narrowed", narrowing, { location, change }, log);
    else addDifference("constraint_widened", widening, { location, change }, log);
  } else if (before === undefined && after !== undefined && onlyNarrows(name)) {
    addDifference("constraint_narrowed", narrowing, { location, change: `now has ${memberText(name, after)}` }, log);
  } else if (after === undefined && before !== undefined && onlyNarrows(name)) {
    addDifference(
      "constraint_widened",
      widening,
      { location, change: `no longer has ${memberText(name, before)}` },
      log,
    );
  } else {
    addDifference("constraint_changed", "breaking", { location, change: `changed in ${quote(name)}` }, log);
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
