// Converts OpenTool documents to tools of the Model Context Protocol (MCP) and back.

import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool, OpenToolFunction } from "../document.ts";
import { parametersSchema, returnJsonSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import { conversionLosses } from "./conversion-losses.ts";
import {
  createDocument,
  defaultInfo,
  type ForeignTool,
  type FromTools,
  type FromToolsOptions,
} from "./foreign-document.ts";
import {
  createReader,
  type ForeignReader,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";

/** A tool of the Model Context Protocol, as in the result of `tools/list`. */
export interface McpTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  /** The JSON Schema of the result, which is an object. */
  readonly outputSchema?: JsonSchema;
}

/**
 * Converts the functions of a document to MCP tools (MCP 2025-06-18 §Tools).
 *
 * MCP results are objects: any other return is wrapped in an object with one property, named after the return.
 *
 * @returns the tools in the document's order, and a loss for everything that they can't represent
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
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
    ...outputSchema(fn, document.schemas),
  }));
  return { tools, losses: conversionLosses(document, fromMcpTools(tools).document, "MCP tools") };
}

/** Returns the `outputSchema` field of a tool; no field if the function's return is unknown or null. */
function outputSchema(fn: OpenToolFunction, schemas: OpenTool["schemas"]): Pick<McpTool, "outputSchema"> {
  if (!fn.return) return {};
  const { $defs, ...schema } = returnJsonSchema(fn.return, schemas);
  const { name } = fn.return;
  const output =
    schema.type === "object"
      ? schema
      : { type: "object" as const, properties: Object.fromEntries([[name, schema]]), required: [name] };
  return { outputSchema: { ...output, ...($defs && { $defs }) } };
}

/**
 * Converts MCP tools to a document.
 *
 * @param tools - the list of tools, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromMcpTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const reader = createReader("tools");
  const found = readList(tools, [], reader).map((tool, index) => readTool(tool, [index], reader));
  return createDocument(found, options.info ?? defaultInfo, reader);
}

/** Reads one MCP tool, and records its issues and losses. */
function readTool(value: unknown, path: readonly number[], reader: ForeignReader): ForeignTool {
  const tool = readObject(value, path, reader);
  reportUnknownFields(tool, ["name", "description", "inputSchema", "outputSchema"], path, reader);
  const paths = {
    name: [...path, "name"],
    parameters: [...path, "inputSchema"],
    returns: [...path, "outputSchema"],
  };
  return {
    name: readString(tool, "name", path, reader),
    description: readOptionalString(tool, "description", path, reader) ?? "",
    parameters: readObject(tool["inputSchema"], paths.parameters, reader),
    ...(tool["outputSchema"] !== undefined && {
      returns: { schema: readObject(tool["outputSchema"], paths.returns, reader) },
    }),
    paths,
  };
}
