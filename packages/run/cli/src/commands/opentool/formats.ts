/** Converts tools between formats for `helve opentool convert`. */
import type { Issue } from "@helve/core";
import { fromLagentTools, toLagentTools } from "@helve/lagent";
import {
  fromAnthropicTools,
  fromGeminiTools,
  fromMcpTools,
  fromOpenAiTools,
  fromOpenApi,
  fromOpenRpc,
  type OpenTool,
  parseOpenTool,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
  toOpenApi,
  toOpenRpc,
} from "@helve/opentool";

/** A format of tools. */
export type Format = "opentool" | "openai" | "anthropic" | "mcp" | "gemini" | "openapi" | "openrpc" | "lagent";

/** Converted tools, with what the formats can't represent. */
export interface Conversion {
  readonly converted: unknown;
  readonly losses: readonly Issue[];
}

/**
 * Converts tools by way of an OpenTool document.
 *
 * @throws OpenToolError if the input is not in the format
 */
export function convertDocument(input: unknown, from: Format, to: Format): Conversion {
  const { document, losses, issues = [] } = readers[from](input);
  const written = writers[to](document);
  return { converted: written.converted, losses: [...issues, ...losses, ...written.losses] };
}

/** Tools as a document, with what it can't represent, and the tools that are invalid. */
interface ReadTools {
  readonly document: OpenTool;
  readonly losses: readonly Issue[];
  readonly issues?: readonly Issue[];
}

/** The list of tools, also within an object such as the answer of an MCP server. */
function toolList(input: unknown): unknown {
  return typeof input === "object" && input !== null && "tools" in input ? input.tools : input;
}

const readers: Readonly<Record<Format, (input: unknown) => ReadTools>> = {
  opentool: (input) => ({ document: parseOpenTool(input), losses: [] }),
  openai: (input) => fromOpenAiTools(toolList(input)),
  anthropic: (input) => fromAnthropicTools(toolList(input)),
  mcp: (input) => fromMcpTools(toolList(input)),
  gemini: (input) => fromGeminiTools(toolList(input)),
  openapi: (input) => fromOpenApi(input),
  openrpc: (input) => fromOpenRpc(input),
  lagent: (input) => fromLagentTools(toolList(input)),
};

const writers: Readonly<Record<Format, (document: OpenTool) => Conversion>> = {
  opentool: (document) => ({ converted: document, losses: [] }),
  openai: (document) => listed(toOpenAiTools(document)),
  anthropic: (document) => listed(toAnthropicTools(document)),
  mcp: (document) => listed(toMcpTools(document)),
  gemini: (document) => listed(toGeminiTools(document)),
  openapi: (document) => {
    const { openApi, losses } = toOpenApi(document);
    return { converted: openApi, losses };
  },
  openrpc: (document) => {
    const { openRpc, losses } = toOpenRpc(document);
    return { converted: openRpc, losses };
  },
  lagent: (document) => listed(toLagentTools(document)),
};

/** Returns the tools with the losses of their conversion. */
function listed({
  tools,
  losses,
}: {
  readonly tools: readonly unknown[];
  readonly losses: readonly Issue[];
}): Conversion {
  return { converted: tools, losses };
}
