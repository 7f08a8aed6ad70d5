/** Converts OpenTool documents to the tool formats of model providers and protocols, and back. One file for each format. */
export type { AnthropicTool } from "./convert/anthropic.ts";
export { fromAnthropicTools, toAnthropicTools } from "./convert/anthropic.ts";
export type { FromTools, FromToolsOptions } from "./convert/foreign-document.ts";
export type { GeminiFunction } from "./convert/gemini.ts";
export { fromGeminiTools, toGeminiTools } from "./convert/gemini.ts";
export type { McpTool } from "./convert/mcp.ts";
export { fromMcpTools, toMcpTools } from "./convert/mcp.ts";
export type { OpenAiOptions, OpenAiResponsesTool, OpenAiTool } from "./convert/openai.ts";
export { fromOpenAiTools, toOpenAiTools } from "./convert/openai.ts";
export type { OpenApi, OpenApiOperation } from "./convert/openapi.ts";
export { fromOpenApi, toOpenApi } from "./convert/openapi.ts";
export type { OpenRpc, OpenRpcMethod } from "./convert/openrpc.ts";
export { fromOpenRpc, toOpenRpc } from "./convert/openrpc.ts";
export { fromStructuredContent, toStructuredContent } from "./convert/result-schema.ts";
export type { ToolSource, ToTools } from "./convert/tool-source.ts";
