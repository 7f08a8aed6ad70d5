import { joinBytes } from "./join-bytes.ts";
import { limitExceeded } from "./limit-exceeded.ts";
import { OutputCollector } from "./output-collector.ts";
import type { ExecOptions, OutputTruncation } from "./sandbox.ts";
import { bytesAdvice, SandboxError } from "./sandbox-error.ts";

/** The output of a command on one stream, as far as its options keep it. */
export class StreamOutput {
  readonly #name: "stdout" | "stderr";
  readonly #options: StreamOptions;
  readonly #kept: OutputCollector;
  readonly #pieces = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #whole: Uint8Array[] = [];

  constructor(name: "stdout" | "stderr", options: StreamOptions) {
    const { overflow, outputLimit } = options;
    this.#name = name;
    this.#options = options;
    this.#kept = new OutputCollector(outputLimit, overflow === "file" ? "middle" : overflow);
  }

  /** @throws SandboxError `output_limit` if there is more than the command may print */
  add(bytes: Uint8Array): void {
    const { overflow, outputLimit, fileLimit, onOutput } = this.#options;
    this.#kept.add(bytes);
    if (overflow === "file" && this.#kept.total <= fileLimit) this.#whole.push(bytes);
    if (onOutput !== undefined) {
      const text = this.#pieces.decode(bytes, { stream: true });
      if (text !== "") onOutput({ stream: this.#name, text });
    }
    const limit = { error: outputLimit, file: fileLimit, head: Infinity, tail: Infinity, middle: Infinity }[overflow];
    if (this.#kept.total > limit) {
      throw limitExceeded(limit, `on ${this.#name}`);
    }
  }

  /** The stored output as text, with a mark where the middle is missing. Invalid UTF-8 is replaced. */
  partialText(): string {
    return this.#text((bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  }

  /** @throws SandboxError `not_utf8` unless the options replace invalid bytes */
  text(): string {
    if (this.#options.invalidUtf8 === "replace") return this.partialText();
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    try {
      return this.#text((bytes) => decoder.decode(bytes));
    } catch (cause) {
      const message = `The command printed bytes on ${this.#name} that are not UTF-8 text. ${bytesAdvice}`;
      throw new SandboxError("not_utf8", message, { cause });
    }
  }

  /** How much is missing, or `undefined` if nothing is. */
  truncation(): OutputTruncation | undefined {
    const { head, tail } = this.#kept.kept();
    const kept = head.length + tail.length;
    return kept < this.#kept.total ? { kept, total: this.#kept.total } : undefined;
  }

  /** The whole stream, for the overflow `file`. */
  whole(): Uint8Array {
    return joinBytes(this.#whole);
  }

  #text(decode: (bytes: Uint8Array) => string): string {
    const { head, tail } = this.#kept.kept();
    const missing = this.#kept.total - head.length - tail.length;
    // Together if nothing is missing: a character may begin in the head and end in the tail.
    if (missing === 0 || head.length === 0 || tail.length === 0) return decode(joinBytes([head, tail]));
    return `${decode(head)}\n… ${missing} bytes omitted …\n${decode(tail)}`;
  }
}

/** The options of `Sandbox.exec` that are about output, with their defaults. */
export interface StreamOptions extends Pick<ExecOptions, "onOutput" | "invalidUtf8"> {
  readonly outputLimit: number;
  readonly overflow: NonNullable<ExecOptions["overflow"]>;
  /** How many bytes are kept in a file. */
  readonly fileLimit: number;
}
