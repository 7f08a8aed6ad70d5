export { JsonParser } from "./json-parser.ts";
export { readPartialJson } from "./read-partial-json.ts";
export type { PartialArguments, PartialValue } from "./read-partial-json.ts";
export type { DecodeOptions } from "./decode-options.ts";
export { decodeValue } from "./decode-value.ts";
export type { DecodeValueOptions } from "./decode-value.ts";
export { rawFormats } from "./formats.ts";
export type { RawFormat, TagNotation } from "./formats/raw-format.ts";
export { repairKinds } from "./repair-kinds.ts";
export type { RepairKind } from "./repair-kinds.ts";
export { ArgumentError } from "./argument-error.ts";

export { coerce, fromWireArguments } from "./coerce.ts";
export type { CoerceOptions } from "./coerce/coercion-context.ts";
export { withDefaults } from "./defaults.ts";
export { feedback } from "./feedback.ts";
export { withoutControlTokens } from "./json/special-token.ts";
export type { FeedbackOptions } from "./feedback.ts";
