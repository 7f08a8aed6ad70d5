import type { Issue, JsonSchema } from "@helve/core";
import type { OpenToolFunction, Parameter, Return, TypedSchema } from "./document.ts";
import { isNull } from "./json-schema.ts";
import { typedSchema } from "./to-open-tool-function/typed-schema.ts";

/** What is known of a tool before it has an OpenTool Function. */
export interface FunctionSource {
  /** Taken as it is: see `wireNames` for a name with a dot. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments; its root describes an object. */
  readonly parameters: JsonSchema;
  readonly returns?: {
    /** `"result"` when not given. */
    readonly name?: string;
    readonly description?: string;
    readonly schema: JsonSchema;
  };
}

/** An OpenTool Function, and what it could not say. */
export interface DerivedFunction {
  readonly function: OpenToolFunction;
  /** One for each thing left out; `code` is the keyword, `path` a pointer into the source. */
  readonly losses: readonly Issue[];
}

/**
 * Derives the OpenTool Function of a tool from its JSON Schema (OpenTool 1.0.0 §Function).
 *
 * References within the schema are written out. What OpenTool can't say (a range, a format, a union, a default, …) is left
 * out and named in `losses`: go on validating by the JSON Schema. A schema that returns only `null` gives `return: null`.
 *
 * A Function takes no arguments beside its parameters, so a root without `additionalProperties` is read as closed; one that
 * is open (`additionalProperties: true`) is a loss.
 *
 * @example
 * toOpenToolFunction({
 *   name: "wait",
 *   description: "Waits.",
 *   parameters: { type: "object", properties: { seconds: { type: "number", minimum: 0 } } },
 * }).losses; // [{ code: "minimum", message: 'parameters.properties.seconds: OpenTool can\'t say "minimum": 0', … }]
 */
export function toOpenToolFunction(source: FunctionSource): DerivedFunction {
  const { name, description, returns } = source;
  const { schema, losses } = typedSchema({ schema: source.parameters, path: ["parameters"] }, { isArguments: true });
  const result = returns && returnOf(returns);
  return {
    function: { name, description, parameters: parametersOf(schema), ...(result && { return: result.return }) },
    losses: [...losses, ...rootLosses(schema, description), ...(result?.losses ?? [])],
  };
}

function parametersOf({ properties = {}, required = [] }: TypedSchema): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    schema,
    required: required.includes(name),
  }));
}

/** The arguments as a whole have no place in a Function of their own. */
function rootLosses(schema: TypedSchema, description: string): readonly Issue[] {
  const losses: Issue[] = [];
  if (schema.type !== "object") {
    const message = `parameters: OpenTool can't say arguments of type "${schema.type}"`;
    losses.push({ code: "type", message, path: "/parameters/type", expected: "object" });
  }
  if (schema.description !== undefined && schema.description !== description) {
    const message = "parameters: OpenTool can't say a description of all the parameters";
    losses.push({ code: "description", message, path: "/parameters/description" });
  }
  return losses;
}

function returnOf({ name = "result", description, schema: given }: NonNullable<FunctionSource["returns"]>): {
  readonly return: Return | null;
  readonly losses: readonly Issue[];
} {
  if (isNull(given)) return { return: null, losses: [] };
  const { schema, losses } = typedSchema({ schema: given, path: ["returns", "schema"] });
  return { return: { name, ...(description !== undefined && { description }), schema }, losses };
}
