/** Assigns the positional and named values of a call to the parameters of a tool. */
import type { Issue, JsonSchema } from "@helve/core";
import { closestName, quote } from "@helve/core/internal";

/** The argument values of a call before they are assigned to parameters: positional ones and named ones. */
export interface UnboundArguments<T> {
  readonly positional: readonly T[];
  readonly named: readonly (readonly [name: string, value: T])[];
}

/** Argument values by parameter name, and the values that no parameter takes. */
export interface BoundArguments<T> {
  readonly values: ReadonlyMap<string, T>;
  readonly faults: readonly BindingFault<T>[];
}

/** A value for no parameter, or for a parameter that already has a value. */
interface BindingFault<T> {
  readonly issue: Issue;
  readonly value: T | undefined;
}

/**
 * The names of a tool's parameters, in order: the `properties` of its schema.
 *
 * Names that are whole numbers come first, because JavaScript orders object keys that way.
 */
export function parameterNames(schema: JsonSchema): readonly string[] {
  return Object.keys(schema.properties ?? {});
}

/**
 * Assigns each value to a parameter: positional values in the order of the schema's properties, required or not, and
 * named values by name. An unknown name is kept if the schema allows other properties.
 *
 * Missing parameters are not reported here, but by validation after defaults are filled in.
 */
export function bindArguments<T>({ positional, named }: UnboundArguments<T>, schema: JsonSchema): BoundArguments<T> {
  const parameters = parameterNames(schema);
  const parameterSet = new Set(parameters);
  const values = new Map<string, T>();
  const faults: BindingFault<T>[] = [];
  for (const [index, value] of positional.entries()) {
    const name = parameters[index];
    if (name !== undefined) values.set(name, value);
    else if (index === parameters.length) faults.push({ issue: tooManyIssue(positional.length, parameters), value });
  }
  for (const [name, value] of named) {
    if (values.has(name)) faults.push({ issue: duplicateArgumentIssue(name), value });
    else if (parameterSet.has(name) || acceptsOtherNames(schema)) values.set(name, value);
    else faults.push({ issue: unknownArgumentIssue(name, parameters), value });
  }
  return { values, faults };
}

/** Whether a schema explicitly allows properties that it does not name. */
function acceptsOtherNames({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (additionalProperties ?? false) !== false || patternProperties !== undefined;
}

/** The issue for more positional values than parameters. */
function tooManyIssue(count: number, parameters: readonly string[]): Issue {
  const maximum = parameters.length;
  const takes =
    maximum === 0 ? "no values" : `at most ${maximum} ${maximum === 1 ? "value" : "values"}: ${quotedList(parameters)}`;
  return {
    code: "too_many_arguments",
    message: `the tool takes ${takes} (got ${count})`,
    path: "",
    expected: maximum === 0 ? "no values" : `at most ${maximum} values`,
  };
}

/** The issue for a named value that no parameter has; suggests a similar name. */
function unknownArgumentIssue(name: string, parameters: readonly string[]): Issue {
  const suggestion = closestName(name, parameters);
  const takes = parameters.length === 0 ? "the tool has no parameters" : `the tool takes ${quotedList(parameters)}`;
  return {
    code: "unknown_argument",
    message: `${quote(name)} is not a parameter: ${suggestion === undefined ? takes : `did you mean ${quote(suggestion)}?`}`,
    path: "",
    expected: suggestion,
  };
}

/** The issue for a parameter that gets two values. */
function duplicateArgumentIssue(name: string): Issue {
  return { code: "duplicate_argument", message: `${quote(name)} has more than one value`, path: "" };
}

const maxListedNames = 20;

/** The names in quotes, separated by commas; a long list ends with `…`. */
function quotedList(names: readonly string[]): string {
  const shown = names.slice(0, maxListedNames).map((name) => quote(name));
  return (names.length > maxListedNames ? [...shown, "…"] : shown).join(", ");
}

/** Whether a schema describes properties by other keywords than `properties`. */
export function describesOtherProperties(schema: JsonSchema): boolean {
  const { additionalProperties: others } = schema;
  if (typeof others === "object" && Object.keys(others).length > 0) return true;
  return ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"].some(
    (keyword) => Object.hasOwn(schema, keyword),
  );
}
