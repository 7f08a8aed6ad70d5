import { RawArguments, unusedId } from "@helve/adapter";
import type { JsonValue } from "@helve/core";
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
  readonly #calls = new Map<string, WrittenCall>();
  /** The ids of calls while they stream, by those that the model wrote. */
  readonly #ids = new Map<string, string>();

  /** Listens to the stream of an agent. It changes only the id of a call that has the id of an earlier call. */
  readonly processor: OutputProcessor = {
    id: "helve-arguments",
    processOutputStream: async ({ part: written, messageList }) => {
      const part = this.#withUnusedId(written, messageList);
      if (part.type === "tool-call-input-streaming-start") this.#raw.forget(part.payload.toolCallId);
      if (part.type === "tool-call-delta") this.#raw.append(part.payload.toolCallId, part.payload.argsTextDelta);
      if (part.type === "tool-call") {
        const { toolCallId, args } = part.payload;
        this.#raw.end(toolCallId);
        const answersItself = isObject(args) && Object.hasOwn(args, "resumeData");
        this.#calls.set(toolCallId, { answersItself, text: this.#raw.textOf(toolCallId) });
      }
      return part;
    },
  };

  /** Mastra merges calls with the same id, so that the model does not find the result of the later one. */
  #withUnusedId(part: Chunk, messages: ProcessorArgs["messageList"]): Chunk {
    if (!isCallPart(part)) return part;
    const { toolCallId: id } = part.payload;
    if (part.type === "tool-call-input-streaming-start" || !this.#ids.has(id)) {
      this.#ids.set(id, unusedId(id, new Set(messages?.get.all.db().flatMap(callIds))));
    }
    const toolCallId = this.#ids.get(id) ?? id;
    if (part.type === "tool-call") this.#ids.delete(id);
    return { ...part, payload: { ...part.payload, toolCallId } } as Chunk;
  }

  /** Data about a call that the model wrote in this process; `undefined` if it was written elsewhere, or the processor is missing. */
  callOf(toolCallId: string): WrittenCall | undefined {
    return this.#calls.get(toolCallId);
  }

  /** Data about all calls, for the process that continues after a question. */
  note(): JsonValue {
    return Array.from(this.#calls, ([id, { answersItself, text = null }]) => ({ id, answersItself, text }));
  }

  /** Adds another process's data about the calls. Data of this process takes precedence. */
  learn(note: JsonValue | undefined): void {
    for (const call of Array.isArray(note) ? note : []) {
      const { id, answersItself, text } = isObject(call) ? call : {};
      if (typeof id !== "string" || this.#calls.has(id)) continue;
      this.#calls.set(id, {
        answersItself: answersItself !== false,
        text: typeof text === "string" ? text : undefined,
      });
    }
  }

  /** The arguments of a call for Helve's decoder: the text that the model wrote if it is malformed, otherwise what Mastra has parsed. */
  argumentsOf(toolCallId: string, input: unknown): unknown {
    return this.#raw.textOf(toolCallId) ?? this.#calls.get(toolCallId)?.text ?? input ?? {};
  }
}

/** A call as the model wrote it. */
interface WrittenCall {
  /** True if its arguments have an answer, as if a person had given it. */
  readonly answersItself: boolean;
  /** The text of its arguments if that is malformed. */
  readonly text: string | undefined;
}

type ProcessorArgs = Parameters<NonNullable<Processor["processOutputStream"]>>[0];
type Chunk = ProcessorArgs["part"];
type CallPart = Extract<Chunk, { readonly type: (typeof callParts)[number] }>;

const callParts = [
  "tool-call-input-streaming-start",
  "tool-call-delta",
  "tool-call-input-streaming-end",
  "tool-call",
] as const;

function isCallPart(part: Chunk): part is CallPart {
  return (callParts as readonly string[]).includes(part.type);
}

function callIds({ content }: { readonly content: { readonly parts: readonly object[] } }): readonly string[] {
  return content.parts.flatMap((part) => {
    const { toolInvocation } = part as { readonly toolInvocation?: { readonly toolCallId: string } };
    return toolInvocation === undefined ? [] : [toolInvocation.toolCallId];
  });
}

/** A processor of an agent's stream. */
export type OutputProcessor = Processor<"helve-arguments"> & Required<Pick<Processor, "processOutputStream">>;
