import type { ExternalTool } from "@helve/adapter";
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { toJsonSchema } from "@langchain/core/utils/json_schema";

/** The JSON Schema of the arguments of LangChain's tool; `undefined` if it has none, or one that JSON Schema can't express. */
export function parametersOf(tool: object): JsonSchema | undefined {
  const { schema } = tool as { readonly schema?: unknown };
  if (!isObject(schema)) return undefined;
  try {
    return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]) as JsonSchema;
  } catch {
    return undefined;
  }
}

/** Describes a LangChain tool for `ExternalCalls`. The object is cached. */
export function externalTool(tool: object): ExternalTool {
  const known = externalTools.get(tool);
  if (known !== undefined) return known;
  const described: ExternalTool = { description: descriptionOf(tool), parameters: parametersOf(tool) };
  externalTools.set(tool, described);
  return described;
}

const externalTools = new WeakMap<object, ExternalTool>();

/** Returns the description of a LangChain tool, if it has one. */
function descriptionOf(tool: object): string | undefined {
  const { description } = tool as { readonly description?: unknown };
  return typeof description === "string" && description !== "" ? description : undefined;
}
