import { isObject } from "@helve/core/internal";
import { createParser } from "eventsource-parser";
import { type CallBuilding, MessageBuilder } from "../message-builder.ts";
import type { ModelEvent } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { type AnswerPiece, ThoughtSplitter, withOpenedThought } from "../thought-splitter.ts";
import type { Usage } from "../usage.ts";
import { type CallDelta, callsIn, member, reasoningIn, stopReasonOf, textIn, usageIn } from "./completion.ts";
import { throwIfError } from "./error-message.ts";
import { readCompletion } from "./read-completion.ts";

/**
 * Reads an answer that is streamed as server-sent events.
 *
 * @throws ModelError if the stream contains an error, ends too early or can't be read
 */
export async function* readStream(model: string, text: AsyncIterable<string>): AsyncGenerator<ModelEvent> {
  const answer = new StreamedAnswer(model);
  const unread: string[] = [];
  for await (const { data, isCut } of eventData(text, unread)) {
    if (data.trim() === "[DONE]") {
      answer.isDone = true;
      break;
    }
    yield* answer.read(data, isCut);
  }
  const json = answer.hasEvents ? "" : unread.join("").trim();
  if (json.startsWith("{"))
    yield* readCompletion(model, json); // declared as a stream, but sent as one JSON text
  else yield* answer.end();
}

/**
 * Yields the data of each event.
 *
 * @param unread - gets the text before the first event
 */
async function* eventData(text: AsyncIterable<string>, unread: string[]): AsyncGenerator<EventData> {
  const events: EventData[] = [];
  let isCut = false;
  let hasEvents = false;
  const parser = createParser({ onEvent: ({ data }) => events.push({ data, isCut }) });
  for await (const piece of text) {
    if (!hasEvents) unread.push(piece);
    parser.feed(piece);
    hasEvents ||= events.length > 0;
    yield* events.splice(0);
  }
  // Two line ends complete an event that the server left incomplete.
  isCut = true;
  parser.feed("\n\n");
  yield* events;
}

interface EventData {
  readonly data: string;
  /** Whether the text ended before the event did. */
  readonly isCut: boolean;
}

/** The answer so far. */
class StreamedAnswer {
  isDone = false;
  readonly #model: string;
  readonly #builder = new MessageBuilder();
  readonly #thoughts = new ThoughtSplitter();
  readonly #calls: StreamedCall[] = [];
  /** The last call of each index. */
  readonly #byIndex = new Map<number, StreamedCall>();
  /** Whether an event was read. */
  hasEvents = false;
  #hasChoices = false;
  #finishReason: unknown;
  #usage: Usage | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  *read(data: string, isCut: boolean): Generator<ModelEvent> {
    this.hasEvents = true;
    const chunk = this.#chunk(data, isCut);
    this.#usage = usageIn(chunk) ?? this.#usage;
    const choices = chunk["choices"];
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (!isObject(choice)) return;
    this.#hasChoices = true;
    this.#finishReason = choice["finish_reason"] ?? this.#finishReason;
    // Some servers send the last chunk as a whole message.
    const delta = isObject(choice["delta"]) ? choice["delta"] : member(choice, "message");
    yield* this.#add({ type: "reasoning", delta: reasoningIn(delta) });
    for (const piece of this.#thoughts.read(textIn(delta["content"]))) yield* this.#add(piece);
    const calls = callsIn(delta);
    if (calls.length > 0) for (const piece of this.#thoughts.end()) yield* this.#add(piece);
    for (const piece of calls) {
      const { call, position } = this.#callOf(piece);
      if (piece.name !== "" && piece.id !== "" && piece.id === call.id && piece.arguments === call.arguments) continue;
      call.name ||= piece.name;
      call.id ||= piece.id;
      // Some servers begin with empty arguments, as a placeholder.
      if (call.arguments.trim() === "{}" && piece.arguments !== "") call.arguments = piece.arguments;
      else call.arguments += piece.arguments;
      yield { type: "arguments", index: position, name: call.name, delta: piece.arguments };
    }
  }

  *#add({ type, delta }: AnswerPiece): Generator<ModelEvent> {
    if (delta === "") return;
    this.#builder.add(type, delta);
    yield { type, delta };
  }

  *end(): Generator<ModelEvent> {
    if (!this.isDone && this.#finishReason === undefined) {
      throw this.#cut();
    }
    if (!this.#hasChoices) {
      throw new ModelError("response", `${this.#model}: the answer can't be read: it has no choices`);
    }
    for (const piece of this.#thoughts.end()) yield* this.#add(piece);
    const message = withOpenedThought(this.#builder.build());
    const stopReason = stopReasonOf(this.#finishReason, this.#calls.length > 0);
    yield { type: "end", response: { message, stopReason, usage: this.#usage } };
  }

  /** Returns the call that a piece belongs to, or begins one. */
  #callOf({ index, id, name, arguments: args }: CallDelta): StreamedCall {
    const known = index === undefined ? this.#callWithoutIndex(id, name) : this.#byIndex.get(index);
    if (known !== undefined && !beginsAnother(known.call, { id, name, arguments: args })) return known;
    const call = this.#builder.call({ id: "", name: "", arguments: "" });
    const entry = { call, position: this.#calls.length };
    this.#calls.push(entry);
    if (index !== undefined) this.#byIndex.set(index, entry);
    return entry;
  }

  #callWithoutIndex(id: string, name: string): StreamedCall | undefined {
    if (id !== "") return this.#calls.findLast(({ call }) => call.id === id);
    return name === "" ? this.#calls.at(-1) : undefined;
  }

  #cut(cause?: unknown): ModelError {
    return new ModelError("network", `${this.#model}: the stream ended before the answer was complete`, { cause });
  }

  #chunk(data: string, isCut: boolean): Readonly<Record<string, unknown>> {
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch (cause) {
      if (isCut) throw this.#cut(cause);
      throw new ModelError("response", `${this.#model}: a chunk is not JSON: ${data.slice(0, 200)}`, { cause });
    }
    if (!isObject(chunk)) return {};
    throwIfError(this.#model, chunk);
    return chunk;
  }
}

/**
 * Whether a piece with the index of a call begins another call. Some servers give all calls the same index, and some also the same id or none. Such
 * a piece has a name and another id or name than the call, or it has arguments although the call's arguments are complete.
 */
function beginsAnother(call: CallBuilding, { id, name, arguments: args }: Omit<CallDelta, "index">): boolean {
  if (name === "" || call.name === "") return false;
  if ((id !== "" && call.id !== "" && call.id !== id) || name !== call.name) return true;
  const isRepeated = id !== "" && args === call.arguments;
  return args !== "" && !isRepeated && isComplete(call.arguments);
}

/** Whether the text of arguments is a whole object, other than an empty one. */
function isComplete(text: string): boolean {
  if (!text.trimEnd().endsWith("}") || text.trim() === "{}") return false;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A call whose pieces arrive, and its position among the calls of the message. */
interface StreamedCall {
  readonly call: CallBuilding;
  readonly position: number;
}
