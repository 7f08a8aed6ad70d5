import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool, OpenToolFunction } from "../document.ts";
import { parametersSchema, returnSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import { lostBetween } from "./conversion-losses.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions, usualInfo } from "./foreign-document.ts";
import { itemsAt, loseOthers, objectAt, optionalTextAt, type Reading, reading, textAt } from "./foreign-input.ts";

/** A tool of the Model Context Protocol, as `tools/list` gives it. */
export interface McpTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  /** Describes an object. */
  readonly outputSchema?: JsonSchema;
}

/**
 * The functions of a document as MCP tools (MCP 2025-06-18 §Tools).
 *
 * MCP returns objects only: a function that returns anything else gets an object with one property, named as its return.
 *
 * @returns the tools, in the document's order, and everything in the document that they can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
 *
 * @example
 * const { tools, losses } = toMcpTools(document);
 */
export function toMcpTools(document: OpenTool): {
  readonly tools: readonly McpTool[];
  readonly losses: readonly Issue[];
} {
  const names = wireNames(document.functions.map(({ name }) => name));
  const tools = document.functions.map((fn) => ({
    name: names.toWire(fn.name) ?? fn.name,
    description: fn.description,
    inputSchema: parametersSchema(fn, document.schemas),
    ...outputOf(fn, document.schemas),
  }));
  return { tools, losses: lostBetween(document, fromMcpTools(tools).document, "MCP tools") };
}

function outputOf(fn: OpenToolFunction, schemas: OpenTool["schemas"]): Pick<McpTool, "outputSchema"> {
  if (!fn.return) return {};
  const { $defs, ...schema } = returnSchema(fn.return, schemas);
  const { name } = fn.return;
  const output =
    schema.type === "object"
      ? schema
      : { type: "object" as const, properties: Object.fromEntries([[name, schema]]), required: [name] };
  return { outputSchema: { ...output, ...($defs && { $defs }) } };
}

/**
 * A document of MCP tools.
 *
 * @param tools - the list of tools, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromMcpTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const into = reading("tools");
  const found = itemsAt(tools, [], into).map((tool, index) => readTool(tool, [index], into));
  return documentOf(found, options.info ?? usualInfo, into);
}

function readTool(value: unknown, path: readonly number[], into: Reading): ForeignTool {
  const tool = objectAt(value, path, into);
  loseOthers(tool, ["name", "description", "inputSchema", "outputSchema"], path, into);
  const at = {
    name: [...path, "name"],
    parameters: [...path, "inputSchema"],
    returns: [...path, "outputSchema"],
  };
  return {
    name: textAt(tool, "name", path, into),
    description: optionalTextAt(tool, "description", path, into) ?? "",
    parameters: objectAt(tool["inputSchema"], at.parameters, into),
    ...(tool["outputSchema"] !== undefined && {
      returns: { schema: objectAt(tool["outputSchema"], at.returns, into) },
    }),
    at,
  };
}
