export { parseOpenTool, readOpenTool } from "./read-open-tool.ts";
export { defineOpenTool } from "./define-open-tool.ts";
export { printOpenTool } from "./print-open-tool.ts";
export type { PrintOptions } from "./print-open-tool.ts";
export { isStructural } from "./read-open-tool.ts";
export { OpenToolError } from "./open-tool-error.ts";
export type {
  Info,
  OpenTool,
  OpenToolFunction,
  Parameter,
  RefSchema,
  Return,
  Schema,
  SchemaType,
  Server,
  TypedSchema,
} from "./document.ts";

export { compileSchema } from "./compile-schema.ts";
export type { SchemaValidator } from "./validation-issues.ts";
export { InvalidSchemaError } from "./invalid-schema-error.ts";

export { toOpenToolFunction } from "./to-open-tool-function.ts";
export type { DerivedFunction, FunctionSource } from "./to-open-tool-function.ts";
export { parametersSchema } from "./parameters-schema.ts";
export type { ParametersSchemaOptions } from "./parameters-schema.ts";

export { wireNames, WireNameError } from "./wire-names.ts";
export type { WireNames } from "./wire-names.ts";

export { upgradeOpenTool } from "./upgrade-open-tool.ts";
export type { UpgradedOpenTool } from "./upgrade-open-tool.ts";
export type { Change, ChangeKind, Dialect } from "./upgrade-open-tool/upgrade-log.ts";

export { fromOpenAiTools, toOpenAiTools } from "./convert/openai.ts";
export type { OpenAiOptions, OpenAiTool } from "./convert/openai.ts";
export { fromAnthropicTools, toAnthropicTools } from "./convert/anthropic.ts";
export type { AnthropicTool } from "./convert/anthropic.ts";
export { fromMcpTools, toMcpTools } from "./convert/mcp.ts";
export type { McpTool } from "./convert/mcp.ts";
export { fromGeminiTools, toGeminiTools } from "./convert/gemini.ts";
export type { GeminiFunction } from "./convert/gemini.ts";
export type { GeminiSchema, GeminiType } from "./convert/gemini-schema.ts";
export { fromOpenApi, toOpenApi } from "./convert/openapi.ts";
export type { OpenApi, OpenApiOperation } from "./convert/openapi.ts";
export { fromOpenRpc, toOpenRpc } from "./convert/openrpc.ts";
export type { OpenRpc, OpenRpcMethod } from "./convert/openrpc.ts";
export { fromLagentTools, toLagentTools } from "./convert/lagent.ts";
export type { LagentOptions, LagentTool, LagentToolkit, LagentType } from "./convert/lagent.ts";
export type { FromTools, FromToolsOptions } from "./convert/foreign-document.ts";

export { diffOpenTool } from "./diff-open-tool.ts";
export type { Bump, OpenToolDiff } from "./diff-open-tool.ts";
export type { Difference, DifferenceKind, Impact } from "./diff-open-tool/difference.ts";
export { fingerprintFunction } from "./fingerprint-function.ts";

export { interpretSchema } from "./interpret-schema.ts";
export { schemaValidator } from "./schema-validator.ts";
