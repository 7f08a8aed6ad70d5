export { extractTools, openExtractor } from "./extract.ts";
export type { ExtractedFunction, Extraction, ExtractOptions, Extractor } from "./extract.ts";
export type { ExtractDiagnostic } from "./diagnostic.ts";
export type { PassedParameter } from "./function-schemas.ts";
export { ExtractError } from "./extract-error.ts";
export { printTools } from "./print-tools.ts";
export { watchTools } from "./watch.ts";
export type { WatchOptions } from "./watch.ts";
