import type { ChildProcess } from "node:child_process";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createOutputWatch } from "./limited-log.ts";
import { useMessageBuffer } from "./message-buffer.ts";

/**
 * The transport to a program, which reports lines of its standard output that are no message; the SDK skips them. A program that sends a message
 * that is too long is ended.
 */
export class ProgramTransport extends StdioClientTransport {
  readonly #report: (line: string) => void;

  constructor(
    server: ConstructorParameters<typeof StdioClientTransport>[0],
    { report }: { readonly report: (line: string) => void },
  ) {
    super(server);
    this.#report = report;
    useMessageBuffer(this, () => {
      const child = this.#child;
      child?.stdout?.destroy();
      child?.kill();
    });
  }

  /** The SDK does not give access to the process. */
  get #child(): ChildProcess | undefined {
    return (this as unknown as { readonly _process?: ChildProcess })._process;
  }

  override async start(): Promise<void> {
    await super.start();
    const watch = createOutputWatch(this.#report);
    this.#child?.stdout?.on("data", (chunk: Buffer) => watch(chunk.toString("latin1")));
  }
}
