// Converts OpenTool documents to Anthropic tools and back.

import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
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
  addIssue,
  createReader,
  type ForeignReader,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";

/** A client tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonSchema;
}

/**
 * Converts the functions of a document to Anthropic tools.
 *
 * @returns the tools in the document's order, and a loss for everything that they can't represent
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toAnthropicTools(document);
 */
export function toAnthropicTools(document: OpenTool): {
  readonly tools: readonly AnthropicTool[];
  readonly losses: readonly Issue[];
} {
  const names = wireNames(document.functions.map(({ name }) => name));
  const tools = document.functions.map((fn) => ({
    name: names.toWire(fn.name) ?? fn.name,
    description: fn.description,
    input_schema: parametersSchema(fn, document.schemas),
  }));
  return { tools, losses: conversionLosses(document, fromAnthropicTools(tools).document, "Anthropic tools") };
}

/**
 * Converts Anthropic tools to a document. Tools that the provider runs have no schema, and are refused.
 *
 * @param tools - the list of tools, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromAnthropicTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const reader = createReader("tools");
  const found = readList(tools, [], reader).map((tool, index) => readTool(tool, [index], reader));
  return createDocument(found, options.info ?? defaultInfo, reader);
}

/** Reads one Anthropic tool, and records its issues and losses. */
function readTool(value: unknown, path: readonly number[], reader: ForeignReader): ForeignTool {
  const tool = readObject(value, path, reader);
  const type = tool["type"] ?? "custom";
  if (type !== "custom") {
    addIssue("type", 'must be "custom": a tool that the provider runs has no functions', [...path, "type"], reader);
  }
  reportUnknownFields(tool, ["type", "name", "description", "input_schema"], path, reader);
  const paths = { name: [...path, "name"], parameters: [...path, "input_schema"] };
  return {
    name: readString(tool, "name", path, reader),
    description: readOptionalString(tool, "description", path, reader) ?? "",
    parameters: readObject(tool["input_schema"], paths.parameters, reader),
    paths,
  };
}
