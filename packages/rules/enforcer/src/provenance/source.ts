/** A source of texts: the prompt, a tool's result, a file or an address on the web. */

/** Where a text comes from. */
export type ProvenanceSource =
  /** The user's request. */
  | { readonly type: "prompt" }
  /** The result of a step. */
  | {
      readonly type: "step";
      /** The number of the step in the session, from 0. */
      readonly step: number;
      readonly tool: string;
      /** The part of the observation, from 0. */
      readonly part: number;
      /** In a JSON part, the text or number as a JSON pointer. */
      readonly path?: string;
    }
  /** The arguments of an earlier action, as the model wrote them. */
  | { readonly type: "model"; readonly step: number; readonly tool: string };

/** All sources of a kind: the prompt, the results of one tool, or everything that the model wrote. */
export type SourceGroup =
  | { readonly type: "prompt" }
  | { readonly type: "tool"; readonly tool: string }
  | { readonly type: "model" };

/** Returns the group of a source, such as all results of one tool. */
export function groupOf(source: ProvenanceSource): SourceGroup {
  return source.type === "step" ? { type: "tool", tool: source.tool } : { type: source.type };
}

/** A source in words: `the result of step 3 (Web.Read)`. Steps are counted from 1. */
export function describeSource(source: ProvenanceSource): string {
  if (source.type === "prompt") return "the prompt";
  if (source.type === "step") return `the result of step ${source.step + 1} (${source.tool})`;
  return `the arguments of step ${source.step + 1} (${source.tool})`;
}
