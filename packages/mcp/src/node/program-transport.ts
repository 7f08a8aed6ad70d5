import type { ChildProcess } from "node:child_process";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createOutputWatch } from "./limited-log.ts";

/** The transport to a program, which reports lines of its standard output that are no message; the SDK skips them. */
export class ProgramTransport extends StdioClientTransport {
  readonly #report: (line: string) => void;

  constructor(
    server: ConstructorParameters<typeof StdioClientTransport>[0],
    { report }: { readonly report: (line: string) => void },
  ) {
    super(server);
    this.#report = report;
  }

  override async start(): Promise<void> {
    await super.start();
    // The SDK does not give access to the output.
    const { _process: child } = this as unknown as { readonly _process?: ChildProcess };
    const watch = createOutputWatch(this.#report);
    child?.stdout?.on("data", (chunk: Buffer) => watch(chunk.toString("latin1")));
  }
}
