// Converts OpenTool documents to OpenAI function tools and back.

import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { isSchema } from "../json-schema.ts";
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
import { fromStrictSchema, toStrictSchema } from "./openai-strict.ts";

/** A function tool of OpenAI's Chat Completions API. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: JsonSchema;
    readonly strict?: boolean;
  };
}

/** Options of `toOpenAiTools`. */
export interface OpenAiOptions {
  /**
   * Makes the provider keep to the schema (structured outputs): objects are closed, every property is required, and an
   * optional one may be `null`. Remove these nulls before you validate the arguments. Default: `false`.
   */
  readonly strict?: boolean;
}

/**
 * Converts the functions of a document to OpenAI function tools.
 *
 * @returns the tools in the document's order, and a loss for everything that they can't represent
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toOpenAiTools(document, { strict: true });
 */
export function toOpenAiTools(
  document: OpenTool,
  options: OpenAiOptions = {},
): { readonly tools: readonly OpenAiTool[]; readonly losses: readonly Issue[] } {
  const names = wireNames(document.functions.map(({ name }) => name));
  const closed: Issue[] = [];
  const tools = document.functions.map((fn, index): OpenAiTool => {
    const name = names.toWire(fn.name) ?? fn.name;
    const parameters = parametersSchema(fn, document.schemas);
    if (options.strict !== true)
      return { type: "function", function: { name, description: fn.description, parameters } };
    const { schema, losses } = toStrictSchema(parameters, ["functions", index]);
    closed.push(...losses);
    return { type: "function", function: { name, description: fn.description, parameters: schema, strict: true } };
  });
  const restored = fromOpenAiTools(tools).document;
  return { tools, losses: [...conversionLosses(document, restored, "OpenAI tools"), ...closed] };
}

/**
 * Converts OpenAI function tools to a document. Both the chat completions format and the flat responses format are
 * accepted.
 *
 * In a strict tool, a nullable property becomes an optional one, and `additionalProperties: false` is not a loss.
 *
 * @param tools - the list of tools, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromOpenAiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const reader = createReader("tools");
  const found = readList(tools, [], reader).map((tool, index) => readTool(tool, index, reader));
  return createDocument(found, options.info ?? defaultInfo, reader);
}

/** Reads one OpenAI tool in either format, and records its issues and losses. */
function readTool(value: unknown, index: number, reader: ForeignReader): ForeignTool {
  const tool = readObject(value, [index], reader);
  if (tool["type"] !== "function") {
    addIssue("type", 'must be of type "function": OpenTool has no other tools', [index, "type"], reader);
  }
  const isFlat = tool["function"] === undefined && tool["name"] !== undefined;
  const path = isFlat ? [index] : [index, "function"];
  const fn = isFlat ? tool : readObject(tool["function"], path, reader);
  if (!isFlat) reportUnknownFields(tool, ["type", "function"], [index], reader);
  reportUnknownFields(fn, ["name", "description", "parameters", "strict", ...(isFlat ? ["type"] : [])], path, reader);
  const paths = { name: [...path, "name"], parameters: [...path, "parameters"] };
  const parameters =
    fn["parameters"] === undefined ? { type: "object" } : readObject(fn["parameters"], paths.parameters, reader);
  const isStrict = fn["strict"] === true;
  return {
    name: readString(fn, "name", path, reader),
    description: readOptionalString(fn, "description", path, reader) ?? "",
    parameters: isStrict && isSchema(parameters) ? fromStrictSchema(parameters) : parameters,
    paths,
  };
}
