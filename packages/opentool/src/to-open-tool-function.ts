import type { Issue, JsonSchema } from "@helve/core";
import type { OpenToolFunction, Parameter, Return, TypedSchema } from "./document.ts";
import { allowsOnlyNull } from "./json-schema.ts";
import { toTypedSchema } from "./to-open-tool-function/typed-schema.ts";

/** What is known of a tool before it has an OpenTool Function. */
export interface FunctionSource {
  /** Taken as it is: see `wireNames` for a name with a dot. */
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
  /** One for each thing left out; `code` is the keyword, `path` a pointer into the source. */
  readonly losses: readonly Issue[];
}

/**
 * Derives the OpenTool Function of a tool from its JSON Schema (OpenTool 1.0.0 §Function).
 *
 * References are inlined. What OpenTool can't represent (a range, a format, a union, a default, …) is left
 * out and listed in `losses`: keep validating with the JSON Schema. A schema that allows only `null` becomes `return: null`.
 *
 * A Function accepts no arguments besides its parameters, so a root without `additionalProperties` is treated as closed; a root that
 * is open (`additionalProperties: true`) is a loss.
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

function toParameters({ properties = {}, required = [] }: TypedSchema): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    schema,
    required: required.includes(name),
  }));
}

/** The losses of the root schema, which a Function has no field for. */
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

function toReturn({ name = "result", description, schema: given }: NonNullable<FunctionSource["returns"]>): {
  readonly return: Return | null;
  readonly losses: readonly Issue[];
} {
  if (allowsOnlyNull(given)) return { return: null, losses: [] };
  const { schema, losses } = toTypedSchema({ schema: given, path: ["returns", "schema"] });
  return { return: { name, ...(description !== undefined && { description }), schema }, losses };
}
