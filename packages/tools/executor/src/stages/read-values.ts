/** Reads the values of generators and streams that tools return. */
import { type Bytes, isBytes } from "./bytes.ts";
import { maxOutputSize, OutputLimitError } from "./output-limit.ts";

/** A source from which a tool's result is read in parts. */
export type ValueSource = AsyncIterable<unknown, unknown> | WebStream;

/** The reading of a source. */
export interface Reading {
  readonly result: Promise<unknown>;
  /** Stops reading and closes the source. @returns a promise that is fulfilled when it is closed, or failed to close */
  stop(): Promise<void>;
}

/**
 * Reads a source to its end and reports each value.
 *
 * - A generator: its result is the value that it returns, or the last value that it yields.
 * - A stream (`ReadableStream`, Node's `Readable`) of texts and bytes: its result is the whole text, in which bytes are UTF-8.
 * - Any other async iterable, and a stream of other values: its result is the list of all values.
 *
 * Texts and lists have a size limit, because a stream may be endless.
 *
 * @param onValue - receives each value
 */
export function readValues(source: ValueSource, onValue: (value: unknown) => void): Reading {
  const iterator = iteratorOf(source);
  const collected = isGenerator(source) ? undefined : new CollectedValues();
  let isStopped = false;
  let closed: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    isStopped = true;
    closed ??= close(source, iterator);
    return closed;
  };
  const readAll = async (): Promise<unknown> => {
    let last: unknown;
    for (let count = 1; ; count++) {
      const { done, value } = await iterator.next();
      if (isStopped) return undefined;
      if (done === true) {
        if (collected !== undefined) return collected.result(isWebStream(source) || isNodeStream(source));
        return value === undefined ? last : value;
      }
      last = value;
      onValue(value);
      collected?.add(value);
      if (count % valuesPerTurn === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const result = readAll().catch((error: unknown) => {
    if (!isStopped) void stop();
    throw error;
  });
  return { result, stop };
}

/** Returns whether a value is a generator, a stream or another async iterable. */
export function isValueSource(value: unknown): value is ValueSource {
  if (typeof value !== "object" || value === null) return false;
  return (Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function") || isWebStream(value);
}

/** After this many values the loop waits for a timer, so that timers and signals of others can fire. */
const valuesPerTurn = 256;

/** The values of a source that is read whole. */
class CollectedValues {
  readonly #values: unknown[] = [];
  #size = 0;

  /** @throws OutputLimitError if the values are larger than the limit */
  add(value: unknown): void {
    this.#size += sizeOf(value);
    if (this.#size > maxOutputSize) throw new OutputLimitError();
    this.#values.push(value);
  }

  /** @param isStream - whether texts and bytes are parts of one text */
  result(isStream: boolean): unknown {
    const values = this.#values;
    return isStream && values.every(isText) ? joinedText(values) : values;
  }
}

function isText(value: unknown): value is string | Bytes {
  return typeof value === "string" || isBytes(value);
}

/** Joins texts and bytes; a character may be divided between two bytes. @throws TypeError if the bytes are not UTF-8 */
function joinedText(values: readonly (string | Bytes)[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const texts = values.map((value) =>
    typeof value === "string" ? decoder.decode() + value : decoder.decode(value, { stream: true }),
  );
  return texts.join("") + decoder.decode();
}

/** Returns the size of a value: its bytes, or the characters of its text or its JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (isBytes(value)) return value.byteLength;
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return 0; // the settle stage reports that JSON can't represent it
  }
}

/** A `ReadableStream` of the web; Safari can't iterate over it. */
interface WebStream {
  getReader(): { read(): Promise<IteratorResult<unknown, unknown>>; cancel(): Promise<unknown> };
}

function isWebStream(value: object): value is WebStream {
  return "getReader" in value && typeof value.getReader === "function";
}

/** Returns whether a value is a `Readable` of Node. */
function isNodeStream(value: object): value is { destroy(): unknown } {
  return (
    "pipe" in value && typeof value.pipe === "function" && "destroy" in value && typeof value.destroy === "function"
  );
}

function isGenerator(value: object): boolean {
  return "next" in value && typeof value.next === "function";
}

type ValueIterator = Pick<AsyncIterator<unknown, unknown>, "next" | "return">;

/** Returns the iterator of a stream or generator. */
function iteratorOf(source: ValueSource): ValueIterator {
  if (!isWebStream(source)) return source[Symbol.asyncIterator]();
  const reader = source.getReader();
  return { next: () => reader.read(), return: async () => ({ done: true, value: await reader.cancel() }) };
}

/** Closes a source; a failure is ignored. */
async function close(source: ValueSource, iterator: ValueIterator): Promise<void> {
  try {
    // The iterator of a Node stream would wait for the next value first.
    await (isNodeStream(source) ? source.destroy() : iterator.return?.());
  } catch {
    // Its values are not used.
  }
}
