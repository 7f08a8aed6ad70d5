/** Writes text to a process, and reads its output as text. */
import type { SandboxProcess } from "@helve/sandbox";

/** The input of a process as text. Writes are made in their order; a process that has ended ignores them. */
export class ProcessInput {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array> | undefined;

  constructor({ stdin }: Pick<SandboxProcess, "stdin">) {
    this.#writer = stdin?.getWriter();
    this.#writer?.closed.catch(() => {}); // `wait` of the process reports its end
  }

  /** Fulfilled when the process has taken the text, which may be never; never rejected. */
  async write(text: string): Promise<void> {
    await this.#writer?.write(new TextEncoder().encode(text)).catch(() => {});
  }

  /** Ends the input after what was written. */
  async end(): Promise<void> {
    await this.#writer?.close().catch(() => {});
  }
}

/**
 * Reads the output of a process as text, until its end or the loss of the sandbox, which `wait` of the process reports.
 *
 * @param add - receives the text piece by piece; characters are whole
 */
export async function readText(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
  } catch {
    // The sandbox was lost.
  }
  add(decoder.decode());
}
