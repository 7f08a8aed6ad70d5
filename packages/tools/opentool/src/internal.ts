/** Functions for conversions in other Helve packages: no part of the public API, and not covered by semantic versioning. */
export { conversionLosses } from "./convert/conversion-losses.ts";
export type { ForeignTool } from "./convert/foreign-document.ts";
export { createDocument, defaultInfo } from "./convert/foreign-document.ts";
export type { ForeignReader, Path } from "./convert/foreign-reader.ts";
export {
  addIssue,
  addLoss,
  createReader,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./convert/foreign-reader.ts";
export { readOpenToolValue } from "./read-open-tool/read-value.ts";
export { schemaShape } from "./schema-shape.ts";
export { valueList, valueText } from "./value-text.ts";
