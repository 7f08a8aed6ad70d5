import type { Issue, JsonSchema } from "@helve/core";
import { closestName, quote } from "@helve/core/internal";

/** Values as a call gives them: some by their place, others by name. */
export interface Given<T> {
  readonly positional: readonly T[];
  readonly named: readonly (readonly [name: string, value: T])[];
}

/** Values by the names of the parameters they are for. */
export interface Bound<T> {
  readonly values: ReadonlyMap<string, T>;
  readonly faults: readonly BindFault<T>[];
}

/** A value that is for no parameter, or for one that has a value. */
interface BindFault<T> {
  readonly issue: Issue;
  readonly value: T | undefined;
}

/**
 * The parameters of a tool in their order: the properties that its schema names itself.
 *
 * Names that are whole numbers come first, as JavaScript orders the keys of every object.
 */
export function parametersOf(schema: JsonSchema): readonly string[] {
  return Object.keys(schema.properties ?? {});
}

/**
 * Finds the parameter for each value: by its place among the schema's properties, whether they are required or not, or
 * by its name. A name that is no parameter's is kept where the schema says what other properties are.
 *
 * Which parameters are missing is for validation to say, after defaults.
 */
export function bind<T>({ positional, named }: Given<T>, schema: JsonSchema): Bound<T> {
  const parameters = parametersOf(schema);
  const known = new Set(parameters);
  const values = new Map<string, T>();
  const faults: BindFault<T>[] = [];
  for (const [index, value] of positional.entries()) {
    const name = parameters[index];
    if (name !== undefined) values.set(name, value);
    else if (index === parameters.length) faults.push({ issue: tooMany(positional.length, parameters), value });
  }
  for (const [name, value] of named) {
    if (values.has(name)) faults.push({ issue: givenTwice(name), value });
    else if (known.has(name) || takesOthers(schema)) values.set(name, value);
    else faults.push({ issue: unknown(name, parameters), value });
  }
  return { values, faults };
}

function takesOthers({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (additionalProperties ?? false) !== false || patternProperties !== undefined;
}

function tooMany(count: number, parameters: readonly string[]): Issue {
  const most = parameters.length;
  const takes = most === 0 ? "no values" : `at most ${most} ${most === 1 ? "value" : "values"}: ${list(parameters)}`;
  return {
    code: "too_many_arguments",
    message: `the tool takes ${takes} (got ${count})`,
    path: "",
    expected: most === 0 ? "no values" : `at most ${most} values`,
  };
}

function unknown(name: string, parameters: readonly string[]): Issue {
  const meant = closestName(name, parameters);
  const takes = parameters.length === 0 ? "the tool takes none" : `the tool takes ${list(parameters)}`;
  return {
    code: "unknown_argument",
    message: `${quote(name)} is no parameter: ${meant === undefined ? takes : `did you mean ${quote(meant)}?`}`,
    path: "",
    ...(meant !== undefined && { expected: meant }),
  };
}

function givenTwice(name: string): Issue {
  return { code: "duplicate_argument", message: `${quote(name)} is given more than once`, path: "" };
}

const mostNames = 20;

function list(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => quote(name));
  return (names.length > mostNames ? [...shown, "…"] : shown).join(", ");
}
