export { parseOpenTool } from "./parse-open-tool.ts";
export { checkOpenTool } from "./check-open-tool.ts";
export type { CheckedOpenTool } from "./check-open-tool.ts";
export { defineOpenTool } from "./define-open-tool.ts";
export { printOpenTool } from "./print-open-tool.ts";
export type { PrintOptions } from "./print-open-tool.ts";
export { isStructural } from "./is-structural.ts";
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
export { functionSchema, infoSchema, openToolSchema, parameterSchema } from "./zod-schemas.ts";
export { returnSchema, schemaSchema, serverSchema } from "./zod-schemas.ts";

export { compileSchema } from "./compile-schema.ts";
export type { SchemaValidator } from "./compile-schema.ts";
export { InvalidSchemaError } from "./invalid-schema-error.ts";

export { toOpenToolFunction } from "./to-open-tool-function.ts";
export type { DerivedFunction, FunctionSource } from "./to-open-tool-function.ts";
export { parametersSchema } from "./parameters-schema.ts";
export type { ParametersSchemaOptions } from "./parameters-schema.ts";

export { wireNames, WireNameError } from "./wire-names.ts";
export type { WireNames } from "./wire-names.ts";

export { upgradeOpenTool } from "./upgrade-open-tool.ts";
export type { UpgradedOpenTool } from "./upgrade-open-tool.ts";
export type { Change, ChangeKind, Dialect } from "./upgrade/index.ts";

export { fromOpenAiTools, toOpenAiTools } from "./convert/index.ts";
export { fromAnthropicTools, toAnthropicTools } from "./convert/index.ts";
export { fromMcpTools, toMcpTools } from "./convert/index.ts";
export { fromLagentTools, toLagentTools } from "./convert/index.ts";
export { fromGeminiTools, toGeminiTools } from "./convert/index.ts";
export { fromOpenRpc, toOpenRpc } from "./convert/index.ts";
export { fromOpenApi, toOpenApi } from "./convert/index.ts";
export type { FromTools, FromToolsOptions } from "./convert/index.ts";
export type { GeminiFunction, GeminiSchema, GeminiType } from "./convert/index.ts";
export type { OpenApi, OpenApiOperation, OpenRpc, OpenRpcMethod } from "./convert/index.ts";
export type { LagentOptions, LagentTool, LagentToolkit, LagentType } from "./convert/index.ts";
export type { AnthropicTool, McpTool, OpenAiOptions, OpenAiTool } from "./convert/index.ts";

export { diffOpenTool } from "./diff-open-tool.ts";
export type { Bump, OpenToolDiff } from "./diff-open-tool.ts";
export type { Difference, DifferenceKind, Impact } from "./diff/difference.ts";
export { fingerprintFunction } from "./fingerprint.ts";

export { interpretSchema } from "./interpret-schema.ts";
export { schemaValidator } from "./schema-validator.ts";
