/** Reads and writes the messages between Helve and the Python process. */
import { byteLength } from "@helve/core/internal";

/** The largest message, in bytes. */
const maxMessage = 64 * 1024 * 1024;

/** Reads messages of JSON, each after its length in bytes and a line end, from bytes that arrive in pieces. */
export class MessageReader {
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** How many bytes the message has that is being read; undefined before its length is known. */
  #length: number | undefined;

  /**
   * @returns the messages that are complete
   * @throws Error if the bytes are no messages, or a message is larger than 64 MiB
   */
  add(piece: Uint8Array): readonly unknown[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const messages: unknown[] = [];
    for (;;) {
      if (this.#length === undefined && !this.#readLength()) return messages;
      const length = this.#length ?? 0;
      if (this.#size < length) return messages;
      messages.push(JSON.parse(new TextDecoder().decode(this.#take(length))));
      this.#length = undefined;
    }
  }

  #readLength(): boolean {
    const bytes = this.#joined();
    const end = bytes.indexOf(10);
    const digits = new TextDecoder().decode(bytes.subarray(0, end === -1 ? 16 : end));
    if (!/^\d{0,12}$/.test(digits) || (end !== -1 && digits === ""))
      throw new Error("it sent bytes that are no message");
    if (end === -1) return false;
    this.#take(end + 1);
    this.#length = Number(digits);
    if (this.#length > maxMessage) throw new Error(`it sent a message of ${digits} bytes, more than ${maxMessage}`);
    return true;
  }

  #take(length: number): Uint8Array {
    const bytes = this.#joined();
    this.#pieces = [bytes.subarray(length)];
    this.#size -= length;
    return bytes.subarray(0, length);
  }

  #joined(): Uint8Array {
    const [first = new Uint8Array(), ...more] = this.#pieces;
    if (more.length === 0) return first;
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [bytes];
    return bytes;
  }
}

/** A message as text, after its length in bytes and a line end. */
export function messageText(message: unknown): string {
  const json = JSON.stringify(message);
  return `${byteLength(json)}\n${json}`;
}
