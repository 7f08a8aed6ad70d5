import type { JsonSchema } from "@helve/core";
import { type DocstringParameter, parseDocstring } from "@helve/docstring";
import { typeSchema } from "./type-schema.ts";

/** What a docstring says of a tool. A call names its arguments, so `*args` and `**kwargs` have no part in it. */
export interface Described {
  readonly description: string;
  /** The parameters in the docstring's order, as an object schema. */
  readonly parameters: JsonSchema;
  readonly returns?: { readonly name?: string; readonly description?: string; readonly schema: JsonSchema };
}

/**
 * A tool's description from its docstring.
 *
 * @param length - how many parameters the function requires, from the first on
 */
export function describe(text: string, length: number): Described {
  const docstring = parseDocstring(text);
  const { description } = docstring;
  const parameters = docstring.parameters.filter(({ stars }) => stars === undefined);
  const [result] = docstring.returns;
  return {
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
      required: [
        ...new Set(
          parameters
            .slice(0, length)
            .filter(({ optional }) => !optional)
            .map(({ name }) => name),
        ),
      ],
      additionalProperties: false,
    },
    ...(result !== undefined && {
      returns: {
        ...(result.name !== undefined && { name: result.name }),
        description: result.description,
        schema: typeSchema(result.type ?? ""),
      },
    }),
  };
}

function parameterSchema({ type, description }: DocstringParameter): JsonSchema {
  return { ...typeSchema(type ?? "str"), description };
}
