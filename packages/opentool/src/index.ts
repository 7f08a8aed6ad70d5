export { parseOpenTool } from "./parse-open-tool.ts";
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
