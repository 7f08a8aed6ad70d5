import { onAbort } from "@helve/core/internal";

/**
 * The execution of a tool as an iterable: its progress, then its result. It starts when it is read, and is aborted when the reader leaves. The SDK
 * reads one for each call, so it is no generator: those take several times as long.
 *
 * @param start - executes the tool
 */
export function resultStream(start: StartExecution, callers: AbortSignal | undefined): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new ResultIterator(start, callers) };
}

/** Executes a tool, and calls `onProgress` until it resolves. */
export type StartExecution = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (update: unknown) => void;
}) => Promise<unknown>;

type Result = IteratorResult<unknown, undefined>;

class ResultIterator implements AsyncIterator<unknown, undefined> {
  readonly #abort = new AbortController();
  readonly #updates: unknown[] = [];
  #start: StartExecution | undefined;
  #running: Promise<unknown> | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(start: StartExecution, callers: AbortSignal | undefined) {
    this.#start = (options) => {
      if (callers?.aborted === true) this.#abort.abort(callers.reason);
      const remove =
        callers === undefined || callers.aborted
          ? undefined
          : onAbort(callers, () => this.#abort.abort(callers.reason));
      return start(options).finally(() => {
        remove?.();
        this.#isOver = true;
        this.#wake?.();
      });
    };
  }

  async next(): Promise<Result> {
    this.#run();
    if (this.#updates.length === 0 && !this.#isOver && this.#running !== undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#updates.length > 0) return { done: false, value: this.#updates.shift() };
    const running = this.#running;
    this.#running = undefined;
    return running === undefined ? { done: true, value: undefined } : { done: false, value: await running };
  }

  async return(): Promise<Result> {
    this.#start = undefined;
    this.#running = undefined;
    this.#abort.abort();
    return { done: true, value: undefined };
  }

  #run(): void {
    const start = this.#start;
    if (start === undefined) return;
    this.#start = undefined;
    this.#running = start({
      signal: this.#abort.signal,
      onProgress: (update) => {
        this.#updates.push(update);
        this.#wake?.();
      },
    });
    this.#running.catch(() => undefined); // it is thrown where it is read
  }
}
