import type { JsonValue } from "./json.ts";

/**
 * One part of what a tool gave back.
 *
 * The content of an image, audio or file part is a URL, a `data:` URL included.
 */
export type ResultPart =
  | { readonly type: "text"; readonly content: string; readonly truncated?: Truncation }
  | { readonly type: "image" | "audio" | "file"; readonly content: string; readonly mediaType?: string }
  | { readonly type: "json"; readonly content: JsonValue };

/** How much of a text was left out, in bytes of UTF-8. */
export interface Truncation {
  /** How much of it is shown. */
  readonly bytes: number;
  /** How much there was. */
  readonly from: number;
}

/** The part of an action return that the model reads. */
export interface Observation {
  readonly parts: readonly ResultPart[];
  /** True when the call did not do what was asked: not run, stopped or failed. */
  readonly isError: boolean;
}
