import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { isSchema } from "../json-schema.ts";
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
import { loosened, strict } from "./openai-strict.ts";

/** A function tool of OpenAI's chat completions. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: JsonSchema;
    readonly strict?: boolean;
  };
}

/** How OpenAI tools are written. */
export interface OpenAiOptions {
  /**
   * Makes the provider keep to the schema (structured outputs): objects are closed, every property is required, and an
   * optional one may be `null`. Take such nulls out of the arguments before they are checked. `false` when not given.
   */
  readonly strict?: boolean;
}

/**
 * The functions of a document as OpenAI function tools.
 *
 * @returns the tools, in the document's order, and everything in the document that they can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
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
    const { schema, losses } = strict(parameters, ["functions", index]);
    closed.push(...losses);
    return { type: "function", function: { name, description: fn.description, parameters: schema, strict: true } };
  });
  const restored = fromOpenAiTools(tools).document;
  return { tools, losses: [...lostBetween(document, restored, "OpenAI tools"), ...closed] };
}

/**
 * A document of OpenAI function tools, in the form of chat completions or the flat one of responses.
 *
 * In a strict tool, a property that may be `null` is an optional one, and closed objects say nothing.
 *
 * @param tools - the list of tools, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromOpenAiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const into = reading("tools");
  const found = itemsAt(tools, [], into).map((tool, index) => readTool(tool, index, into));
  return documentOf(found, options.info ?? usualInfo, into);
}

function readTool(value: unknown, index: number, into: Reading): ForeignTool {
  const tool = objectAt(value, [index], into);
  if (tool["type"] !== "function") {
    report("type", 'must be of type "function": OpenTool has no other tools', [index, "type"], into);
  }
  const isFlat = tool["function"] === undefined && tool["name"] !== undefined;
  const path = isFlat ? [index] : [index, "function"];
  const fn = isFlat ? tool : objectAt(tool["function"], path, into);
  if (!isFlat) loseOthers(tool, ["type", "function"], [index], into);
  loseOthers(fn, ["name", "description", "parameters", "strict", ...(isFlat ? ["type"] : [])], path, into);
  const at = { name: [...path, "name"], parameters: [...path, "parameters"] };
  const given = fn["parameters"] === undefined ? { type: "object" } : objectAt(fn["parameters"], at.parameters, into);
  const isStrict = fn["strict"] === true;
  return {
    name: textAt(fn, "name", path, into),
    description: optionalTextAt(fn, "description", path, into) ?? "",
    parameters: isStrict && isSchema(given) ? loosened(given) : given,
    at,
  };
}
