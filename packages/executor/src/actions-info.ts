import { JsonParser, type Locale } from "@helve/arguments";
import type { ArgumentParser } from "@helve/core";
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
import type { Entry } from "./tool-table.ts";

/** What a model can be told of tools, by the format. */
export interface ActionsInfo {
  /** Lagent's dictionaries (`get_actions_info`), by the tools' own names. */
  readonly lagent: readonly LagentDescription[];
  /** An OpenTool document. Here and below the tools have their names on the wire. */
  readonly opentool: OpenTool;
  readonly openai: readonly OpenAiTool[];
  readonly anthropic: readonly AnthropicTool[];
  readonly mcp: readonly McpTool[];
  readonly gemini: readonly GeminiFunction[];
  readonly openrpc: OpenRpc;
  readonly openapi: OpenApi;
}

/** How tools are described to a model. */
export type InfoFormat = keyof ActionsInfo;

/** What a description depends on. */
export interface ActionsInfoOptions<Format extends InfoFormat = InfoFormat> {
  /** Lagent's by default. */
  readonly format?: Format | undefined;
  /** The language in which Lagent's say how arguments are written for a `JsonParser`; others have their own. */
  readonly locale?: Locale | undefined;
}

/** Describes tools to a model. What a format can't say of them is left out; the arguments are checked by it anyway. */
export function actionsInfo<Format extends InfoFormat>(
  entries: Iterable<Entry>,
  parser: ArgumentParser,
  { format, locale }: ActionsInfoOptions<Format>,
): ActionsInfo[Format] {
  const describe: (
    entries: readonly Entry[],
    parser: ArgumentParser,
    locale: Locale | undefined,
  ) => ActionsInfo[Format] = formats[format ?? ("lagent" as Format)];
  return describe(Array.from(entries), parser, locale);
}

const formats: {
  readonly [Format in InfoFormat]: (
    entries: readonly Entry[],
    parser: ArgumentParser,
    locale: Locale | undefined,
  ) => ActionsInfo[Format];
} = {
  lagent: (entries, parser, locale) =>
    entries.map((entry) => {
      return lagentDescription(entry.tool, { parser: describer(entry.parser ?? parser, locale) });
    }),
  opentool: documentOf,
  openai: (entries) => toOpenAiTools(documentOf(entries)).tools,
  anthropic: (entries) => toAnthropicTools(documentOf(entries)).tools,
  mcp: (entries) => toMcpTools(documentOf(entries)).tools,
  gemini: (entries) => toGeminiTools(documentOf(entries)).tools,
  openrpc: (entries) => toOpenRpc(documentOf(entries)).openRpc,
  openapi: (entries) => toOpenApi(documentOf(entries)).openApi,
};

function documentOf(entries: readonly Entry[]): OpenTool {
  const wire = wireNames(entries.map(({ tool }) => tool.name));
  return {
    opentool: "1.0.0",
    info: { title: "Tools", version: "1.0.0" },
    functions: entries.map(({ tool }) => ({ ...functionOf(tool), name: wire.toWire(tool.name) ?? tool.name })),
  };
}

/** A function of a document may refer to the document's schemas: then it is made anew from what they came to. */
function functionOf({ name, description, parameters, function: fn }: Tool): Tool["function"] {
  if (!JSON.stringify(fn).includes('"$ref"')) return fn;
  return toOpenToolFunction({ name: name.replaceAll(".", "-"), description, parameters }).function;
}

/** How a parser wants arguments written. */
function describer(parser: ArgumentParser, locale: Locale | undefined): Pick<ArgumentParser, "parameterDescription"> {
  return parser instanceof JsonParser && locale !== undefined ? new JsonParser({ locale }) : parser;
}
