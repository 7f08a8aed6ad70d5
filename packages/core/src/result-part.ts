import type { JsonValue } from "./json.ts";

/**
 * One part of a tool's result.
 *
 * The content of an image, audio or file part is a URL, a `data:` URL included.
 */
export type ResultPart =
  | { readonly type: "text"; readonly content: string; readonly truncated?: Truncation }
  | { readonly type: "image" | "audio" | "file"; readonly content: string; readonly mediaType?: string }
  | { readonly type: "json"; readonly content: JsonValue };

/** How much of a text is shown after truncation, in bytes of UTF-8. */
export interface Truncation {
  /** The number of bytes that are shown. */
  readonly bytes: number;
  /** The number of bytes before truncation. */
  readonly from: number;
}

/** The part of an action return that the model reads. */
export interface Observation {
  readonly parts: readonly ResultPart[];
  /** True if the action did not run, was stopped, or failed. */
  readonly isError: boolean;
}
