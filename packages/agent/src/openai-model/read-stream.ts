import { isObject } from "@helve/core/internal";
import { createParser } from "eventsource-parser";
import { type CallBuilding, MessageBuilder } from "../message-builder.ts";
import type { ModelEvent } from "../model.ts";
import { isTooLong, ModelError } from "../model-error.ts";
import type { Usage } from "../usage.ts";
import { type CallDelta, callsIn, member, reasoningIn, stopReasonOf, textIn, usageIn } from "./completion.ts";
import { messageIn } from "./error-message.ts";

/**
 * Reads an answer that is streamed as server-sent events.
 *
 * @throws ModelError if the stream contains an error, ends too early or can't be read
 */
export async function* readStream(model: string, body: ReadableStream<Uint8Array>): AsyncGenerator<ModelEvent> {
  const answer = new StreamedAnswer(model);
  for await (const data of eventData(body)) {
    if (data.trim() === "[DONE]") {
      answer.isDone = true;
      break;
    }
    yield* answer.read(data);
  }
  yield answer.end();
}

/** Yields the data of each event. */
async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Two line ends complete an event that the server left incomplete.
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      yield* events.splice(0);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The answer so far. */
class StreamedAnswer {
  isDone = false;
  readonly #model: string;
  readonly #builder = new MessageBuilder();
  readonly #calls: { readonly index: number | undefined; readonly call: CallBuilding }[] = [];
  #finishReason: unknown;
  #usage: Usage | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  *read(data: string): Generator<ModelEvent> {
    const chunk = this.#chunk(data);
    this.#usage = usageIn(chunk) ?? this.#usage;
    const choices = chunk["choices"];
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (!isObject(choice)) return;
    this.#finishReason = choice["finish_reason"] ?? this.#finishReason;
    // Some servers send the last chunk as a whole message.
    const delta = isObject(choice["delta"]) ? choice["delta"] : member(choice, "message");
    for (const [type, text] of [
      ["reasoning", reasoningIn(delta)],
      ["text", textIn(delta["content"])],
    ] as const) {
      if (text === "") continue;
      this.#builder.add(type, text);
      yield { type, delta: text };
    }
    for (const piece of callsIn(delta)) {
      const call = this.#callOf(piece);
      call.name ||= piece.name;
      call.id ||= piece.id;
      call.arguments += piece.arguments;
      const index = this.#builder.indexOf(call);
      yield { type: "arguments", index, name: call.name, delta: piece.arguments };
    }
  }

  end(): ModelEvent {
    if (!this.isDone && this.#finishReason === undefined) {
      throw new ModelError("network", `${this.#model}: the stream ended before the answer was complete`);
    }
    const message = this.#builder.build();
    const stopReason = stopReasonOf(this.#finishReason, this.#calls.length > 0);
    return { type: "end", response: { message, stopReason, usage: this.#usage } };
  }

  /** Returns the call that a piece belongs to, or begins one. */
  #callOf({ index, id, name }: CallDelta): CallBuilding {
    const known =
      index === undefined
        ? this.#calls.findLast(({ call }) => (id === "" ? name === "" : call.id === id))
        : this.#calls.findLast((entry) => entry.index === index);
    // A server that gives all calls the same index begins a call with another id and a name.
    const isOther = known !== undefined && id !== "" && name !== "" && known.call.id !== "" && known.call.id !== id;
    if (known !== undefined && !isOther) return known.call;
    const call = this.#builder.call({ id: "", name: "", arguments: "" });
    this.#calls.push({ index, call });
    return call;
  }

  #chunk(data: string): Readonly<Record<string, unknown>> {
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch (cause) {
      throw new ModelError("response", `${this.#model}: a chunk is not JSON: ${data.slice(0, 200)}`, { cause });
    }
    if (!isObject(chunk)) return {};
    if (chunk["error"] === undefined || chunk["error"] === null) return chunk;
    const message = messageIn(chunk["error"]) ?? "the server sent an error";
    throw new ModelError(isTooLong(message) ? "context_length" : "server", `${this.#model}: ${message}`);
  }
}
