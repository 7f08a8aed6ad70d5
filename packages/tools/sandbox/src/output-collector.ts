/** Collects the output of a command up to its limit. */
import { joinBytes } from "./join-bytes.ts";
import type { OutputOverflow } from "./sandbox.ts";

/** Collects a stream's output, as far as its limit and overflow allow. */
export class OutputCollector {
  /** How many bytes have arrived. */
  total = 0;
  readonly #headLimit: number;
  readonly #tailLimit: number;
  readonly #head: Uint8Array[] = [];
  readonly #tail: Uint8Array[] = [];
  #headSize = 0;
  #tailSize = 0;

  /** @param limit - how many bytes are kept */
  constructor(limit: number, overflow: Exclude<OutputOverflow, "file">) {
    this.#headLimit = overflow === "tail" ? 0 : overflow === "middle" ? Math.floor(limit / 2) : limit;
    this.#tailLimit = limit - this.#headLimit;
  }

  add(bytes: Uint8Array): void {
    this.total += bytes.length;
    const first = bytes.subarray(0, this.#headLimit - this.#headSize);
    if (first.length > 0) {
      this.#head.push(first);
      this.#headSize += first.length;
    }
    const rest = bytes.subarray(first.length);
    if (rest.length === 0 || this.#tailLimit === 0) return;
    this.#tail.push(rest.subarray(-this.#tailLimit));
    this.#tailSize += Math.min(rest.length, this.#tailLimit);
    while (this.#tailSize - (this.#tail[0]?.length ?? 0) >= this.#tailLimit) {
      this.#tailSize -= this.#tail.shift()?.length ?? 0;
    }
  }

  /** The stored beginning and end. Characters that the limit cuts in two are dropped. */
  kept(): { readonly head: Uint8Array; readonly tail: Uint8Array } {
    const head = joinBytes(this.#head);
    const whole = joinBytes(this.#tail);
    const tail = whole.subarray(Math.max(0, whole.length - this.#tailLimit));
    if (this.total <= this.#headSize + tail.length) return { head, tail };
    return { head: withoutCutEnd(head), tail: withoutCutStart(tail) };
  }
}

/** Removes a character of UTF-8 at the end whose last bytes are missing. */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue; // a continuation byte
    return characterLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Removes the bytes at the beginning that continue a character whose first byte is missing. */
function withoutCutStart(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0b1100_0000) === 0b1000_0000) start++;
  return bytes.subarray(start);
}

/** How many bytes a character of UTF-8 has that begins with a byte. */
function characterLength(first: number): number {
  if (first >= 0b1111_0000) return 4;
  if (first >= 0b1110_0000) return 3;
  return first >= 0b1100_0000 ? 2 : 1;
}
