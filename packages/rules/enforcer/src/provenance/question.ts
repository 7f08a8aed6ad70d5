/** A question about where a value comes from, and its answer. */
import type { Truth } from "@helve/core";
import type { ProvenanceSource, SourceGroup } from "./source.ts";

/** A question about the provenance of a value: `VALUE from SOURCES`, `VALUE only from SOURCES`. */
export interface ProvenanceQuestion {
  /** The sources: a value must come from one of them. */
  readonly sources: readonly SourceSelector[];
  /** Whether every leaf must come from the sources, not only one. */
  readonly only?: boolean;
  /** Only the first steps count; all that were added if absent. */
  readonly steps?: number;
  /** Whether the prompt, or the results of a tool, are trusted; by default the prompt is trusted and no tool is classified. */
  readonly trust?: (group: TrustedGroup) => ResultTrust | undefined;
}

/** `user` is for answers of the user, which are trusted like the prompt: also where they repeat what the model or another text said before. */
export type ResultTrust = "trusted" | "untrusted" | "user";

/** The prompt, the tools that match, or all groups that `trust` classifies so. */
export type SourceSelector =
  | { readonly type: "prompt" | "trusted" | "untrusted" }
  | { readonly type: "tools"; readonly matches: (tool: string) => boolean };

/** A group of sources that can be trusted or untrusted. */
export type TrustedGroup = Exclude<SourceGroup, { readonly type: "model" }>;

/** The answer to a question about provenance, with its reason. */
export interface ProvenanceAnswer {
  readonly value: Truth;
  /** A phrase: `"bob@x.org" stands in the result of step 3 (Web.Read)`. */
  readonly reason: string;
  /** The parts of the value that decided, at most ten. */
  readonly findings: readonly ProvenanceFinding[];
}

/** A part of a leaf that was found in a source. */
export interface ProvenanceFinding {
  /** The leaf as a JSON pointer into the value. */
  readonly path: string;
  /** The part, as offsets in UTF-16 units of the leaf. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly source: ProvenanceSource;
  /** Offsets in the text of the source. */
  readonly sourceStart: number;
  readonly sourceEnd: number;
}
