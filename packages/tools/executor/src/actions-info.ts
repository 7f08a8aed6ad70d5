import type { Issue } from "@helve/core";
import { isObject, unknownOption, wordList } from "@helve/core/internal";
import {
  type AnthropicTool,
  type GeminiFunction,
  type McpTool,
  type OpenAiResponsesTool,
  type OpenAiTool,
  type OpenTool,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
  toOpenToolFunction,
  wireNames,
} from "@helve/opentool";
import type { Tool } from "@helve/tool";
import { ExecutorError } from "./errors.ts";
import { optionIssue } from "./option-issue.ts";
import type { ToolEntry } from "./tool-table.ts";

/**
 * Describes tools to a model, in the format that a provider expects. The formats are converted from the tools' JSON Schemas. Decoding understands arguments in all of them: it maps property names back, and removes the nulls of
 * OpenAI's strict mode.
 *
 * @throws ExecutorError if an option is invalid or unknown
 */
export function actionsInfo<Format extends InfoFormat>(
  entries: Iterable<ToolEntry>,
  options: ActionsInfoOptions<Format>,
): ActionsInfo[Format] {
  const issues = optionIssues(options);
  if (issues.length > 0) throw new ExecutorError(issues);
  const describe: FormatWriter<Format> = formats[options.format ?? ("opentool" as Format)];
  const { tools, losses } = describe(Array.from(entries), options);
  if (losses.length > 0) options.onLosses?.(losses);
  return tools;
}

/** The descriptions of tools by their format. */
export interface ActionsInfo {
  /** An OpenTool document. All formats use the wire names of the tools. */
  readonly opentool: OpenTool;
  /** Function tools of OpenAI's Chat Completions API. */
  readonly openai: readonly OpenAiTool[];
  /** Function tools of OpenAI's Responses API. */
  readonly "openai-responses": readonly OpenAiResponsesTool[];
  readonly anthropic: readonly AnthropicTool[];
  readonly mcp: readonly McpTool[];
  readonly gemini: readonly GeminiFunction[];
}

/** The name of a format that `actionsInfo` supports. */
export type InfoFormat = keyof ActionsInfo;

/** Options of `ActionExecutor.actionsInfo`. */
export interface ActionsInfoOptions<Format extends InfoFormat = InfoFormat> {
  /** `opentool` by default. */
  readonly format?: Format | undefined;
  /** For OpenAI: makes the provider keep to the schemas that its strict mode can represent. `false` by default. */
  readonly strict?: boolean | undefined;
  /** Called with what the format can't represent, if there is anything; calls are still validated by it. */
  readonly onLosses?: ((losses: readonly Issue[]) => void) | undefined;
}

/** Describes tools in one format; `losses` are what the format can't represent. */
type FormatWriter<Format extends InfoFormat> = (
  entries: readonly ToolEntry[],
  options: ActionsInfoOptions,
) => { readonly tools: ActionsInfo[Format]; readonly losses: readonly Issue[] };

const formats: { readonly [Format in InfoFormat]: FormatWriter<Format> } = {
  opentool: (entries) => ({ tools: openToolDocument(entries), losses: entries.flatMap(functionLosses) }),
  openai: (entries, { strict = false }) => toOpenAiTools(toolsOf(entries), { strict }),
  "openai-responses": (entries, { strict = false }) => {
    return toOpenAiTools(toolsOf(entries), { strict, api: "responses" });
  },
  anthropic: (entries) => toAnthropicTools(toolsOf(entries)),
  mcp: (entries) => toMcpTools(toolsOf(entries)),
  gemini: (entries) => toGeminiTools(toolsOf(entries)),
};

/** Returns an issue for each option whose name or value is unknown, such as a misspelled `format`. */
function optionIssues(options: unknown): readonly Issue[] {
  if (!isObject(options)) return [optionIssue("options", 'must be an object, such as { format: "openai" }', options)];
  const { format, onLosses } = options;
  const isFormat = format === undefined || (typeof format === "string" && Object.hasOwn(formats, format));
  const formatList = wordList(
    Object.keys(formats).map((name) => `"${name}"`),
    "or",
  );
  return [
    ...Object.keys(options).flatMap((name) =>
      optionNames.includes(name) ? [] : [unknownOption(name, "actionsInfo", optionNames)],
    ),
    ...(isFormat ? [] : [optionIssue("format", `must be ${formatList}`, format)]),
    ...(onLosses === undefined || typeof onLosses === "function"
      ? []
      : [optionIssue("onLosses", "must be a function", onLosses)]),
  ];
}

const optionNames: readonly string[] = ["format", "strict", "onLosses"] satisfies (keyof ActionsInfoOptions)[];

/** Returns the tools of entries of the table. */
function toolsOf(entries: readonly ToolEntry[]): readonly Tool[] {
  return entries.map(({ tool }) => tool);
}

/** The parts of a tool that its OpenTool Function can't represent, with the tool's name and its index in the list. */
function functionLosses({ tool }: ToolEntry, index: number): readonly Issue[] {
  return tool.losses.map((loss) => ({
    ...loss,
    message: `${tool.name}: ${loss.message}`,
    path: `/${index}${loss.path}`,
  }));
}

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
