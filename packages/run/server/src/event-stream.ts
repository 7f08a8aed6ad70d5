/** Sends the updates of a call as server-sent events. */
import { canonicalJson } from "@helve/core";
import { timerOf } from "./server-options.ts";

/**
 * A response of server-sent events as OpenTool 2.0 sends them. Clients of other SDKs search for `event:NAME\ndata:JSON\n\n` in each
 * chunk that arrives, so an event is one chunk on two lines without spaces after the colons, and there are no ids and no comments.
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when everything was read, or the stream has ended without that. */
  readonly drained: Promise<void>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The events that wait for the reader, oldest first. */
  #queue: Uint8Array[] = [];
  #held: Uint8Array[] = [];
  #bytes = 0;
  #isClosed = false;
  #continue: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #limits: StreamLimits;
  readonly #onEnd: (why: StreamEnd) => void;
  readonly #drain: () => void;

  /** @param onEnd - called if the stream ends before `close` and its last event was read, at most once */
  constructor(limits: StreamLimits, onEnd: (why: StreamEnd) => void) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.drained, this.#drain] = [promise, resolve];
    // Nothing is read ahead, so that each pull is a read.
    const strategy = { highWaterMark: 0 };
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => this.#end("cancelled"),
      },
      strategy,
    );
  }

  /** Sends an event; does nothing after the end. */
  send(event: EventName, data: object | string): void {
    if (this.#count(chunkOf(event, data), this.#queue)) this.#deliver();
  }

  /** Holds an event back until `release`. */
  hold(event: EventName, data: object | string): void {
    this.#count(chunkOf(event, data), this.#held);
  }

  /** Sends the events that were kept. */
  release(): void {
    this.#queue.push(...this.#held.splice(0));
    this.#deliver();
  }

  /** No event follows. */
  close(): void {
    this.#isClosed = true;
    this.#deliver();
  }

  /** Adds an event, and ends the stream if too much waits. */
  #count(chunk: Uint8Array, list: Uint8Array[]): boolean {
    if (this.#controller === undefined || this.#isClosed) return false;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#limits.maxQueuedBytes) {
      this.#end("overflow");
      return false;
    }
    list.push(chunk);
    return true;
  }

  /** The reader wants an event: delivers one, or lets it wait for the next. */
  #pull(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#continue = resolve;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#deliver();
    return promise;
  }

  /** Delivers an event to a reader that waits. */
  #deliver(): void {
    if (this.#controller === undefined) return;
    if (this.#continue !== undefined) {
      const chunk = this.#queue.shift();
      if (chunk !== undefined) {
        this.#bytes -= chunk.byteLength;
        this.#controller.enqueue(chunk);
        this.#resume();
      }
    }
    if (this.#queue.length > 0) {
      this.#timer ??= setTimeout(() => this.#end("stalled"), timerOf(this.#limits.readTimeout));
    } else if (this.#isClosed) this.#finish();
  }

  /** Ends a stream after everything was read. */
  #finish(): void {
    this.#controller?.close();
    this.#stop();
  }

  #end(why: StreamEnd): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#stop();
    this.#onEnd(why);
    if (why !== "cancelled") controller.error(new Error("The reader is too slow."));
  }

  #stop(): void {
    this.#controller = undefined;
    [this.#queue, this.#held] = [[], []];
    clearTimeout(this.#timer);
    this.#resume();
    this.#drain();
  }

  #resume(): void {
    this.#continue?.();
    this.#continue = undefined;
  }
}

/** Limits for a slow reader. */
interface StreamLimits {
  /** How much may wait for the reader. */
  readonly maxQueuedBytes: number;
  /** How long a reader may read nothing while data waits, in milliseconds. */
  readonly readTimeout: number;
}

/** Why a stream ended: too much waited for its reader, the reader took nothing for too long, or it is gone. */
type StreamEnd = "overflow" | "stalled" | "cancelled";

type EventName = "start" | "data" | "done" | "error";

/** Encodes an event as bytes. */
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

/** Whether two updates are equal as JSON. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    return false; // an update that is not JSON
  }
}
