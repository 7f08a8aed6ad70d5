import { canonicalJson } from "@helve/core";

/**
 * A response of server-sent events as OpenTool 2.0 sends them. Clients of other SDKs search for `event:NAME\ndata:JSON\n\n` in each
 * chunk that arrives, so an event is one chunk on two lines without spaces after the colons, and there are no ids and no comments.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  readonly #maxQueuedBytes: number;
  readonly #onEnd: (why: "overflow" | "cancelled") => void;

  /**
   * @param onEnd - called once, with `overflow` if the reader is too slow and `cancelled` if it is gone, before the stream is closed
   * @param maxQueuedBytes - how much may wait for the reader
   */
  constructor(maxQueuedBytes: number, onEnd: (why: "overflow" | "cancelled") => void) {
    this.#maxQueuedBytes = maxQueuedBytes;
    this.#onEnd = onEnd;
    const strategy = { highWaterMark: maxQueuedBytes, size: (chunk: Uint8Array) => chunk.byteLength };
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#end("cancelled"),
      },
      strategy,
    );
  }

  /** Sends an event; does nothing after the end. */
  send(event: EventName, data: object | string): void {
    this.#enqueue(chunkOf(event, data));
  }

  /** Keeps an event until `release`. */
  hold(event: EventName, data: object | string): void {
    if (this.#controller === undefined) return;
    const chunk = chunkOf(event, data);
    this.#held.push(chunk);
    this.#heldBytes += chunk.byteLength;
    if (this.#heldBytes > this.#maxQueuedBytes) this.#end("overflow");
  }

  /** Sends the events that were kept. */
  release(): void {
    for (const chunk of this.#held.splice(0)) this.#enqueue(chunk);
  }

  #enqueue(chunk: Uint8Array): void {
    const free = this.#controller?.desiredSize ?? 0;
    this.#controller?.enqueue(chunk);
    if (this.#controller !== undefined && chunk.byteLength > free) this.#end("overflow");
  }

  close(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  #end(why: "overflow" | "cancelled"): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#controller = undefined;
    this.#held = [];
    this.#onEnd(why);
    if (why === "overflow") controller.error(new Error("The reader is too slow."));
  }
}

type EventName = "start" | "data" | "done" | "error";

function chunkOf(event: EventName, data: object | string): Uint8Array {
  return encoder.encode(`event:${event}\ndata:${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
}

const encoder = new TextEncoder();

/**
 * The updates of a call. If they make up its result, the result is not sent again: a generator's last value, the pieces of a text, the
 * items of a list.
 */
export class Updates {
  #kept: unknown[] = [];
  #count = 0;
  #characters = 0;
  #last: unknown;

  add(update: unknown): void {
    this.#count++;
    this.#last = update;
    this.#characters += JSON.stringify(update)?.length ?? 0;
    if (this.#characters <= maxKept) this.#kept.push(update);
    else this.#kept = [];
  }

  /** Whether a result repeats what the updates have said. */
  include(result: unknown): boolean {
    if (this.#count === 0) return false;
    if (isSame(this.#last, result)) return true;
    if (this.#kept.length !== this.#count) return false;
    return (
      isSame(this.#kept, result) ||
      (this.#kept.every((update) => typeof update === "string") && this.#kept.join("") === result)
    );
  }
}

/** A text or a list that is longer is no result: the executor refuses it. In characters. */
const maxKept = 16_777_216;

function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    return false; // an update that is not JSON
  }
}
