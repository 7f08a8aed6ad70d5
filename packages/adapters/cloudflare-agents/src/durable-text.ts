import type { DurableStorage } from "./durable-storage.ts";

/**
 * A text of any length in the storage of a Durable Object. The older backend limits a value to 128 KiB, so it is kept in pieces; a UTF-16 unit
 * needs at most three bytes.
 */
export class DurableText {
  readonly #storage: DurableStorage;
  readonly #key: string;
  /** How many pieces are stored; unknown before the first read. */
  #count: number | undefined;

  constructor(storage: DurableStorage, key: string) {
    this.#storage = storage;
    this.#key = key;
  }

  /** Reads the text; `undefined` if not found. */
  async read(): Promise<string | undefined> {
    const first = await this.#storage.get(this.#piece(0));
    if (typeof first !== "string") {
      this.#count = 0;
      return undefined;
    }
    // Pieces are listed in the order of their keys.
    const isWhole = first.length < pieceLength;
    const pieces = isWhole ? [first] : [...(await this.#storage.list({ prefix: `${this.#key}/` })).values()];
    this.#count = pieces.length;
    return pieces.join("");
  }

  /** Replaces the text. After a read, all writes are issued at once, so that they are atomic together with the caller's others. */
  async write(text: string): Promise<void> {
    if (this.#count === undefined) await this.read();
    const before = this.#count ?? 0;
    const count = Math.max(1, Math.ceil(text.length / pieceLength));
    this.#count = count;
    const writes = Array.from({ length: Math.max(count, before) }, (_, index) =>
      index < count
        ? this.#storage.put(this.#piece(index), text.slice(index * pieceLength, (index + 1) * pieceLength))
        : this.#storage.delete(this.#piece(index)),
    );
    await Promise.all(writes);
  }

  /** @returns whether there was one; true only for one of several that delete it at the same time */
  async delete(): Promise<boolean> {
    await this.read();
    const count = this.#count ?? 0;
    const deleted = Array.from({ length: count }, (_, index) => this.#storage.delete(this.#piece(index)));
    this.#count = 0;
    return (await Promise.all(deleted))[0] === true;
  }

  #piece(index: number): string {
    return `${this.#key}/${String(index).padStart(6, "0")}`;
  }
}

const pieceLength = 40_000;
