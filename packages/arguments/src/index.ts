export { JsonParser } from "./json-parser.ts";
export { partialJson } from "./partial-json.ts";
export type { PartialArguments, PartialValue } from "./partial-json.ts";
export type { DecodeOptions } from "./options.ts";
export { decodeValue } from "./decode.ts";
export { repairKinds } from "./repair-kinds.ts";
export type { RepairKind } from "./repair-kinds.ts";
export { ArgumentError } from "./argument-error.ts";

export { coerce } from "./coerce.ts";
export type { CoerceOptions } from "./coerce/bender.ts";
export { withDefaults } from "./defaults.ts";
export { feedback } from "./feedback.ts";
export type { FeedbackOptions } from "./feedback.ts";
export type { Locale } from "./feedback/issue-words.ts";
