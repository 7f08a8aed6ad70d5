import { parseExactJson } from "@helve/core/internal";
import { type JSONRPCMessage, parseJSONRPCMessage, ReadBuffer } from "@modelcontextprotocol/client";
import { readableMessage } from "../exact-messages.ts";

/**
 * Splits data from standard input or output into messages, one a line. Unlike the SDK's own buffer, it takes time in proportion to the data and
 * keeps numbers as they are written. After a line that is too long it stores nothing more, and refuses the sender while it still sends.
 */
export class MessageBuffer extends ReadBuffer {
  readonly #refuse: () => void;
  readonly #maxBytes: number;
  /** The parts of the line that has not ended. */
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #lines: string[] = [];
  #isRefused = false;

  /**
   * @param refuse - is called once if a line is too long
   * @param maxBytes - of a line
   */
  constructor(refuse: () => void, maxBytes: number = 10 * 1024 * 1024) {
    super();
    this.#refuse = refuse;
    this.#maxBytes = maxBytes;
  }

  /** @throws Error once, if a line is too long */
  override append(chunk: Buffer): void {
    let start = 0;
    while (!this.#isRefused && start < chunk.length) {
      const feed = chunk.indexOf(lineFeed, start);
      const end = feed === -1 ? chunk.length : feed;
      this.#add(chunk.subarray(start, end));
      if (feed !== -1) this.#endLine();
      start = end + 1;
    }
  }

  /** The next message; lines that are no JSON are skipped. @throws if it is JSON, but no message */
  override readMessage(): JSONRPCMessage | null {
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
      try {
        return parseJSONRPCMessage(readableMessage(parseExactJson(line)));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    return null;
  }

  override clear(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#lines = [];
  }

  #add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) {
      if (part.length > 0) this.#parts.push(part);
      return;
    }
    this.#isRefused = true;
    this.clear();
    this.#refuse();
    throw new Error(`a message is longer than ${this.#maxBytes} bytes`);
  }

  #endLine(): void {
    this.#lines.push(Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, ""));
    this.#parts = [];
    this.#bytes = 0;
  }
}

/** Makes a transport of the SDK split incoming data by a `MessageBuffer`. */
export function useMessageBuffer(transport: object, refuse: () => void): void {
  // The SDK has no option for its buffer.
  Object.assign(transport, { _readBuffer: new MessageBuffer(refuse) });
}

const lineFeed = 10;
