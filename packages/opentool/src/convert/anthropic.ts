import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import { lostBetween } from "./conversion-losses.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions, usualInfo } from "./foreign-document.ts";
import {
  itemsAt,
  loseOthers,
  objectAt,
  optionalTextAt,
  type Reading,
  reading,
  report,
  textAt,
} from "./foreign-input.ts";

/** A client tool of Anthropic's messages. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonSchema;
}

/**
 * The functions of a document as Anthropic tools.
 *
 * @returns the tools, in the document's order, and everything in the document that they can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
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
  return { tools, losses: lostBetween(document, fromAnthropicTools(tools).document, "Anthropic tools") };
}

/**
 * A document of Anthropic tools. Tools that run at the provider have no schema, and are refused.
 *
 * @param tools - the list of tools, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromAnthropicTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const into = reading("tools");
  const found = itemsAt(tools, [], into).map((tool, index) => readTool(tool, [index], into));
  return documentOf(found, options.info ?? usualInfo, into);
}

function readTool(value: unknown, path: readonly number[], into: Reading): ForeignTool {
  const tool = objectAt(value, path, into);
  const type = tool["type"] ?? "custom";
  if (type !== "custom") {
    report("type", 'must be "custom": a tool that the provider runs has no functions', [...path, "type"], into);
  }
  loseOthers(tool, ["type", "name", "description", "input_schema"], path, into);
  const at = { name: [...path, "name"], parameters: [...path, "input_schema"] };
  return {
    name: textAt(tool, "name", path, into),
    description: optionalTextAt(tool, "description", path, into) ?? "",
    parameters: objectAt(tool["input_schema"], at.parameters, into),
    at,
  };
}
