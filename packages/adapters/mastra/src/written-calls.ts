import { RawArguments } from "@helve/adapter";
import { isObject } from "@helve/core/internal";
import type { Processor } from "@mastra/core/processors";

/**
 * Remembers what the model wrote of each call while it streams.
 *
 * Mastra parses arguments itself: it repairs some texts, and replaces those that it can't read by `{}`. And it takes `resumeData` out of the
 * arguments of any call, as if a person had answered: a model could approve its own calls.
 */
export class WrittenCalls {
  readonly #raw = new RawArguments();
  readonly #calls = new Map<string, { readonly answersItself: boolean }>();

  /** Listens to the stream of an agent. It changes nothing. */
  readonly processor: OutputProcessor = {
    id: "helve-arguments",
    processOutputStream: async ({ part }) => {
      if (part.type === "tool-call-input-streaming-start") this.#raw.forget(part.payload.toolCallId);
      if (part.type === "tool-call-delta") this.#raw.append(part.payload.toolCallId, part.payload.argsTextDelta);
      if (part.type === "tool-call") {
        const { toolCallId, args } = part.payload;
        this.#raw.end(toolCallId);
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
  argumentsOf(toolCallId: string, input: unknown): unknown {
    return this.#raw.textOf(toolCallId) ?? input ?? {};
  }
}

/** A processor of an agent's stream. */
export type OutputProcessor = Processor<"helve-arguments"> & Required<Pick<Processor, "processOutputStream">>;
