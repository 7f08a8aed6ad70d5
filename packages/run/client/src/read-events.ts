import { isObject, parseReadableJson, quote } from "@helve/core/internal";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { InvalidResponseError } from "./errors.ts";
import { errorIn, readCallResponse } from "./read-response.ts";

/**
 * Reads the events of a streaming call. Names may be in upper case; a stream that ends without `done` is complete if it had an event.
 *
 * @param onChunk - called when something arrives
 * @throws ServerCallError for an event with an error; InvalidResponseError if an event can't be read or is too large
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { id, maxBytes, onChunk }: { readonly id: string; readonly maxBytes: number; readonly onChunk: () => void },
): AsyncGenerator<StreamEvent> {
  let count = 0;
  for await (const message of eventMessages(body, maxBytes, onChunk)) {
    const event = (message.event ?? "data").toLowerCase();
    if (!/^\w+$/.test(event)) continue; // an event of a daemon: tool.ready
    count++;
    if (event === "done") return;
    if (event === "start") continue;
    const value = parsed(message.data);
    if (event === "error") throw errorOf(value);
    yield { event, result: readCallResponse({ url: "", status: 200, text: jsonText(resultOf(value)) }, { id }) };
  }
  if (count === 0) throw new InvalidResponseError("the stream ended before its first event");
}

/** One event of a streaming call. */
export interface StreamEvent {
  /** `data`, or another name in the function's `stream`. In lower case. */
  readonly event: string;
  /** The result in the event. */
  readonly result: unknown;
}

/** Reads the result of an event, which may lack the JSON-RPC frame. */
function resultOf(value: unknown): unknown {
  return isObject(value) && ("jsonrpc" in value || "result" in value || "error" in value) ? value : { result: value };
}

/** Writes the data of an event as JSON. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new InvalidResponseError("the data of an event is nested too deeply", { cause });
  }
}

/** Reads the error in the last event of a stream. */
function errorOf(value: unknown): Error {
  if (isObject(value)) {
    const error = errorIn(value, 500);
    if (error !== undefined) return error;
  }
  return new InvalidResponseError(`the stream ended with an error that can't be read (got ${quote(jsonText(value))})`);
}

/** Yields the messages of a stream of server-sent events. */
async function* eventMessages(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onChunk: () => void,
): AsyncGenerator<EventSourceMessage> {
  const messages: EventSourceMessage[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent: (message) => messages.push(message),
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onChunk();
      // Two line ends complete an event that the server left incomplete.
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }));
      if (isTooLarge) throw new InvalidResponseError(`an event is larger than ${maxBytes} bytes`);
      yield* messages.splice(0);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Parses the data of an event. */
function parsed(data: string): unknown {
  try {
    return parseReadableJson(data);
  } catch (cause) {
    throw new InvalidResponseError(`the data of an event must be JSON (got ${quote(data)})`, { cause });
  }
}
