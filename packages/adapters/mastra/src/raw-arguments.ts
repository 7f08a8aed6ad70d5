import { isObject } from "@helve/core/internal";
import type { Processor } from "@mastra/core/processors";

/**
 * Remembers what the model wrote of each call while it streams.
 *
 * Mastra parses arguments itself: it repairs some texts, and replaces those that it can't read by `{}`. And it takes `resumeData` out of the
 * arguments of any call, as if a person had answered: a model could approve its own calls.
 */
export class RawArguments {
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, { readonly answersItself: boolean }>();

  /** Listens to the stream of an agent. It changes nothing. */
  readonly processor: OutputProcessor = {
    id: "helve-arguments",
    processOutputStream: async ({ part }) => {
      if (part.type === "tool-call-input-streaming-start") this.#texts.delete(part.payload.toolCallId); // an id may be used again
      if (part.type === "tool-call-delta") {
        const { toolCallId, argsTextDelta } = part.payload;
        this.#texts.set(toolCallId, `${this.#texts.get(toolCallId) ?? ""}${argsTextDelta}`);
      }
      if (part.type === "tool-call") {
        const { toolCallId, args } = part.payload;
        if (isComplete(this.#texts.get(toolCallId) ?? "")) this.#texts.delete(toolCallId);
        this.#calls.set(toolCallId, { answersItself: isObject(args) && Object.hasOwn(args, "resumeData") });
      }
      return part;
    },
  };

  /** What is known of a call that the model wrote in this process; `undefined` if it was written elsewhere, or the processor is missing. */
  callOf(toolCallId: string): { readonly answersItself: boolean } | undefined {
    return this.#calls.get(toolCallId);
  }

  /** The arguments of a call for Helve's decoder: the text that the model wrote if it is malformed, otherwise what Mastra has parsed. */
  of(toolCallId: string, input: unknown): unknown {
    return this.#texts.get(toolCallId) ?? input ?? {};
  }
}

/** A processor of an agent's stream. */
export type OutputProcessor = Processor<"helve-arguments"> & Required<Pick<Processor, "processOutputStream">>;

/** Whether a text has the arguments of a call: nothing, or a JSON object. */
function isComplete(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
