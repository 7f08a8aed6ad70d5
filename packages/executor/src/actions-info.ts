import { JsonParser } from "@helve/arguments";
import type { ArgumentParser, Locale } from "@helve/core";
import {
  type AnthropicTool,
  type GeminiFunction,
  type McpTool,
  type OpenAiTool,
  type OpenApi,
  type OpenRpc,
  type OpenTool,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
  toOpenApi,
  toOpenRpc,
  toOpenToolFunction,
  wireNames,
} from "@helve/opentool";
import { type LagentDescription, lagentDescription, type Tool } from "@helve/tool";
import type { ToolEntry } from "./tool-table.ts";

/**
 * Describes tools to a model, in the format that a provider or Lagent expects. A constraint that the format can't express is
 * left out of the description, but calls are still validated by it.
 */
export function actionsInfo<Format extends InfoFormat>(
  entries: Iterable<ToolEntry>,
  parser: ArgumentParser,
  { format, locale }: ActionsInfoOptions<Format>,
): ActionsInfo[Format] {
  const describe: (
    entries: readonly ToolEntry[],
    parser: ArgumentParser,
    locale: Locale | undefined,
  ) => ActionsInfo[Format] = formats[format ?? ("lagent" as Format)];
  return describe(Array.from(entries), parser, locale);
}

/** The descriptions of tools by their format. */
export interface ActionsInfo {
  /** Lagent's dictionaries (`get_actions_info`), with the tools' own names. */
  readonly lagent: readonly LagentDescription[];
  /** An OpenTool document. This format and those below use the wire names of the tools. */
  readonly opentool: OpenTool;
  readonly openai: readonly OpenAiTool[];
  readonly anthropic: readonly AnthropicTool[];
  readonly mcp: readonly McpTool[];
  readonly gemini: readonly GeminiFunction[];
  readonly openrpc: OpenRpc;
  readonly openapi: OpenApi;
}

/** The name of a format that `actionsInfo` supports. */
export type InfoFormat = keyof ActionsInfo;

/** Options of `ActionExecutor.actionsInfo`. */
export interface ActionsInfoOptions<Format extends InfoFormat = InfoFormat> {
  /** `lagent` by default. */
  readonly format?: Format | undefined;
  /** The language of the sentence in Lagent's format that says how to write arguments for a `JsonParser`. */
  readonly locale?: Locale | undefined;
}

const formats: {
  readonly [Format in InfoFormat]: (
    entries: readonly ToolEntry[],
    parser: ArgumentParser,
    locale: Locale | undefined,
  ) => ActionsInfo[Format];
} = {
  lagent: (entries, parser, locale) =>
    entries.map((entry) => {
      return lagentDescription(entry.tool, { parser: describingParser(entry.parser ?? parser, locale) });
    }),
  opentool: openToolDocument,
  openai: (entries) => toOpenAiTools(openToolDocument(entries)).tools,
  anthropic: (entries) => toAnthropicTools(openToolDocument(entries)).tools,
  mcp: (entries) => toMcpTools(openToolDocument(entries)).tools,
  gemini: (entries) => toGeminiTools(openToolDocument(entries)).tools,
  openrpc: (entries) => toOpenRpc(openToolDocument(entries)).openRpc,
  openapi: (entries) => toOpenApi(openToolDocument(entries)).openApi,
};

/** Returns an OpenTool document of the tools under their wire names. */
function openToolDocument(entries: readonly ToolEntry[]): OpenTool {
  const wire = wireNames(entries.map(({ tool }) => tool.name));
  return {
    opentool: "1.0.0",
    info: { title: "Tools", version: "1.0.0" },
    functions: entries.map(({ tool }) => ({ ...standaloneFunction(tool), name: wire.toWire(tool.name) ?? tool.name })),
  };
}

/** Returns a tool's OpenTool Function without references to another document's schemas. */
function standaloneFunction({ name, description, parameters, function: fn }: Tool): Tool["function"] {
  if (!JSON.stringify(fn).includes('"$ref"')) return fn;
  return toOpenToolFunction({ name: name.replaceAll(".", "-"), description, parameters }).function;
}

/** Returns the parser whose `parameterDescription` says how to write arguments. */
function describingParser(
  parser: ArgumentParser,
  locale: Locale | undefined,
): Pick<ArgumentParser, "parameterDescription"> {
  return parser instanceof JsonParser && locale !== undefined ? new JsonParser({ locale }) : parser;
}
