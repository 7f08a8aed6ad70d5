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

export { compileSchema } from "./compile-schema.ts";
export type { SchemaValidator } from "./compile-schema.ts";
export { InvalidSchemaError } from "./invalid-schema-error.ts";

export { toOpenToolFunction } from "./to-open-tool-function.ts";
export type { DerivedFunction, FunctionSource } from "./to-open-tool-function.ts";
export { parametersSchema } from "./parameters-schema.ts";

export { wireNames, WireNameError } from "./wire-names.ts";
export type { WireNames } from "./wire-names.ts";

export { upgradeOpenTool } from "./upgrade-open-tool.ts";
export type { UpgradedOpenTool } from "./upgrade-open-tool.ts";
export type { Change, ChangeKind, Dialect } from "./upgrade/index.ts";
