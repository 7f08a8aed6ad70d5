export { tool } from "./tool.ts";
export type { OpenToolDefinition, ReturnedValue, Tool, ToolDefinition } from "./tool.ts";
export type { LostRun, Reconciliation, Resumption, ResultPosition, ToolOptions, ToolView } from "./tool-options.ts";
export type { ArgumentSchema, ArgumentsOf, SchemaSource, Validated, ValueOf } from "./schema-source.ts";

export { toolApi } from "./tool-api.ts";
export type { ApiDecorator, ToolFunction } from "./tool-api.ts";
export type { ApiFunction, DocstringContext, DocstringReader, ToolApiOptions } from "./tool-api-options.ts";
export type { ToolDescription } from "./docstring-schema.ts";
export type { DescribeOption } from "./description-issues.ts";
export type { SignatureParameter } from "./signature.ts";
export { Toolkit } from "./toolkit.ts";
export type { ParameterDescriber, ParserOption, ToolkitOptions, ToolkitTexts } from "./toolkit.ts";

export { toolDefinition, toolFromFunction } from "./tool-from-function.ts";
export type {
  FunctionToolDefinition,
  ToolDefinitionData,
} from "./tool-from-function.ts";
export { toolWith } from "./tool-with.ts";
export type { ToolkitParts } from "./tool-with/changed-toolkit.ts";
export type { ToolChanges, ToolkitChanges } from "./tool-with/tool-changes.ts";

export { getTool, listTools, register, Registry } from "./registry.ts";
export type { Register, RegisterOptions, Registrable, ToolkitClass } from "./registry.ts";

export { ToolDefinitionError } from "./tool-definition-error.ts";
export { RegistryError } from "./registry-error.ts";
export { PendingError } from "./pending-error.ts";
export { ToolError } from "./tool-error.ts";
