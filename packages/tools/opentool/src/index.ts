export { parseOpenTool, readOpenTool } from "./read-open-tool.ts";
export { defineOpenTool } from "./define-open-tool.ts";
export { printOpenTool } from "./print-open-tool.ts";
export type { PrintOptions } from "./print-open-tool.ts";
export { isStructural } from "./read-open-tool.ts";
export { OpenToolError } from "./open-tool-error.ts";
export { openToolErrorCodes } from "./error-codes.ts";
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

export type { SchemaValidator } from "./create-validator.ts";
export type { SchemaOptions } from "./schema-options.ts";
export { schemaValidator } from "./schema-validator.ts";
export { normalizeSchema } from "./normalize-schema.ts";
export type { NormalizedSchema } from "./normalize-schema.ts";
export { InvalidSchemaError } from "./invalid-schema-error.ts";
export type {
  ArgsFromFunction,
  ArgsFromJsonSchema,
  FromJsonSchema,
  ResultFromFunction,
} from "./from-json-schema.ts";

export { toOpenToolFunction } from "./to-open-tool-function.ts";
export type { DerivedFunction, FunctionSource } from "./to-open-tool-function.ts";
export { parametersSchema } from "./parameters-schema.ts";
export type { ParametersSchemaOptions } from "./parameters-schema.ts";

export { wireNames, WireNameError } from "./wire-names.ts";
export type { WireNames } from "./wire-names.ts";
export { propertyOfWireName, wirePropertyName } from "./property-wire-names.ts";

export { upgradeOpenTool } from "./upgrade-open-tool.ts";
export type { UpgradedOpenTool } from "./upgrade-open-tool.ts";
export type { Change, ChangeKind, Dialect } from "./upgrade-open-tool/upgrade-log.ts";

export { fromOpenAiTools, toOpenAiTools } from "./convert.ts";
export type { OpenAiOptions, OpenAiResponsesTool, OpenAiTool } from "./convert.ts";
export { fromAnthropicTools, toAnthropicTools } from "./convert.ts";
export type { AnthropicTool } from "./convert.ts";
export { fromMcpTools, fromStructuredContent, toMcpTools, toStructuredContent } from "./convert.ts";
export type { McpTool } from "./convert.ts";
export { fromGeminiTools, toGeminiTools } from "./convert.ts";
export type { GeminiFunction } from "./convert.ts";
export { fromOpenApi, toOpenApi } from "./convert.ts";
export type { OpenApi, OpenApiOperation } from "./convert.ts";
export { HttpRequestError, httpRequest } from "./http-request.ts";
export type { HttpRequest, HttpRequestOptions } from "./http-request.ts";
export type { HttpBody, HttpEncoding, HttpOperation, HttpParameter } from "./http-operation.ts";
export { fromOpenRpc, toOpenRpc } from "./convert.ts";
export type { OpenRpc, OpenRpcMethod } from "./convert.ts";
export type { FromTools, FromToolsOptions, ToolSource, ToTools } from "./convert.ts";

export { diffOpenTool } from "./diff-open-tool.ts";
export type { Bump, OpenToolDiff } from "./diff-open-tool.ts";
export type { Difference, DifferenceKind, Impact } from "./diff-open-tool/difference.ts";
export { fingerprintFunction } from "./fingerprint-function.ts";

export { interpretSchema } from "./interpret-schema.ts";
