// Derives an OpenTool function from the JSON Schema of a tool's arguments.

import type { Issue, JsonSchema } from "@helve/core";
import type { OpenToolFunction, Parameter, Return, TypedSchema } from "./document.ts";
import { allowsOnlyNull } from "./json-schema.ts";
import { toTypedSchema } from "./to-open-tool-function/typed-schema.ts";

/** The description of a tool from which an OpenTool Function is derived. */
export interface FunctionSource {
  /** Used unchanged; see `wireNames` for a name with a dot. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments; its root describes an object. */
  readonly parameters: JsonSchema;
  readonly returns?: {
    /** Default: `"result"`. */
    readonly name?: string;
    readonly description?: string;
    readonly schema: JsonSchema;
  };
}

/** An OpenTool Function, and what it can't represent of its source. */
export interface DerivedFunction {
  readonly function: OpenToolFunction;
  /** One issue for each omitted part; `code` is the keyword, `path` a pointer into the source. */
  readonly losses: readonly Issue[];
}

/**
 * Derives the OpenTool Function of a tool from its JSON Schema (OpenTool 1.0.0 §Function).
 *
 * References are inlined. What OpenTool can't represent (a range, a format, a union, a default, …) is left out and
 * listed in `losses`: keep validating with the JSON Schema. A schema that allows only `null` becomes `return: null`.
 *
 * A Function accepts no arguments besides its parameters, so a root without `additionalProperties` is treated as
 * closed; a root that is open (`additionalProperties: true`) is a loss.
 *
 * @example
 * toOpenToolFunction({
 *   name: "wait",
 *   description: "Waits.",
 *   parameters: { type: "object", properties: { seconds: { type: "number", minimum: 0 } } },
 * }).losses; // [{ code: "minimum", message: 'parameters.properties.seconds: OpenTool can\'t represent "minimum": 0', … }]
 */
export function toOpenToolFunction(source: FunctionSource): DerivedFunction {
  const { name, description, returns } = source;
  const { schema, losses } = toTypedSchema({ schema: source.parameters, path: ["parameters"] }, { isArguments: true });
  const result = returns && toReturn(returns);
  return {
    function: { name, description, parameters: toParameters(schema), ...(result && { return: result.return }) },
    losses: [...losses, ...argumentLosses(schema, description), ...(result?.losses ?? [])],
  };
}

/** Converts the properties of the arguments' schema to parameters. */
function toParameters({ properties = {}, required = [] }: TypedSchema): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    schema,
    required: required.includes(name),
  }));
}

/** Lists the losses of the root schema's own type and description, for which a Function has no field. */
function argumentLosses(schema: TypedSchema, description: string): readonly Issue[] {
  const losses: Issue[] = [];
  if (schema.type !== "object") {
    const message = `parameters: OpenTool can't represent arguments of type "${schema.type}"`;
    losses.push({ code: "type", message, path: "/parameters/type", expected: "object" });
  }
  if (schema.description !== undefined && schema.description !== description) {
    const message = "parameters: OpenTool can't represent a description of all the parameters";
    losses.push({ code: "description", message, path: "/parameters/description" });
  }
  return losses;
}

/** Converts the return's JSON Schema to a Return Object and its losses. */
function toReturn({ name = "result", description, schema: returnSchema }: NonNullable<FunctionSource["returns"]>): {
  readonly return: Return | null;
  readonly losses: readonly Issue[];
} {
  if (allowsOnlyNull(returnSchema)) return { return: null, losses: [] };
  const { schema, losses } = toTypedSchema({ schema: returnSchema, path: ["returns", "schema"] });
  return { return: { name, ...(description !== undefined && { description }), schema }, losses };
}
