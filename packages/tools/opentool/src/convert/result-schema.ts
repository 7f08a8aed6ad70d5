/** Converts the schema of a tool's result to MCP's `outputSchema`, and results to `structuredContent` and back. */
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { allowsOnlyNull } from "../json-schema.ts";
import { isAnnotation } from "../schema-keywords.ts";
import { portableSchema } from "./portable-schema.ts";
import { acceptsOnlyObjects } from "./schema-kinds.ts";

/**
 * Converts a tool's result to the `structuredContent` of an MCP result (MCP 2025-06-18 §Tool Result): the result itself if
 * the tool's schema describes an object, otherwise an object with the property `result`.
 *
 * @param returns - the JSON Schema of the result, as given to `toMcpTools`
 * @returns `undefined` if the tool has no `outputSchema`: the result has no structured content
 *
 * @example
 * toStructuredContent(21.5, { type: "number" }); // { result: 21.5 }
 */
export function toStructuredContent(result: unknown, returns: JsonSchema | undefined): unknown {
  if (!describesResult(returns)) return undefined;
  return isWrappedResult(returns) ? { result: result ?? null } : result;
}

/**
 * Converts the `structuredContent` of an MCP result to the tool's result: the inverse of `toStructuredContent`.
 *
 * @param returns - the JSON Schema of the result, as given to `toMcpTools`
 *
 * @example
 * fromStructuredContent({ result: 21.5 }, { type: "number" }); // 21.5
 */
export function fromStructuredContent(content: unknown, returns: JsonSchema | undefined): unknown {
  const isWrapped = describesResult(returns) && isWrappedResult(returns);
  return isWrapped && isObject(content) ? content["result"] : content;
}

/** Converts the schema of a result to an `outputSchema`, whose root is an object; `undefined` if it says nothing. */
export function mcpOutputSchema(returns: JsonSchema | undefined): JsonSchema | undefined {
  if (!describesResult(returns)) return undefined;
  // A schema with its own `$id` is the base of its references, and stays whole.
  if (returns["$id"] !== undefined) return isWrappedResult(returns) ? wrapped(returns) : { ...returns, type: "object" };
  const { $defs, ...schema } = portableSchema(returns);
  const definitions = $defs === undefined ? {} : { $defs };
  if (!isWrappedResult(returns)) return { ...schema, type: "object", ...definitions };
  return { ...wrapped(schema), ...definitions };
}

/** Wraps a schema in an object with the member `result`. */
function wrapped(result: JsonSchema): JsonSchema {
  return { type: "object", properties: { result }, required: ["result"] };
}

/** Whether a result is wrapped: its schema also allows other values than objects. */
export function isWrappedResult(returns: JsonSchema): boolean {
  const root = portableSchema(returns);
  return !acceptsOnlyObjects(root, root);
}

/** Whether a schema describes a result: not if it allows any value, or only null. */
export function describesResult(returns: JsonSchema | undefined): returns is JsonSchema {
  if (returns === undefined || allowsOnlyNull(returns)) return false;
  return Object.keys(returns).some((keyword) => !isAnnotation(keyword) && !definingKeywords.has(keyword));
}

/** Keywords that name a schema or define others. */
const definingKeywords: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions"],
]);
