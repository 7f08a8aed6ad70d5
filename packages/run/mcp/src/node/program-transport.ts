import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { serializeMessage } from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { createOutputWatch } from "./limited-log.ts";
import { MessageBuffer } from "./message-buffer.ts";
import { type ProcessGroup, startProcessGroup } from "./process-group.ts";
import type { ServerProgram } from "./servers-file.ts";

/**
 * The transport to a program, over its standard input and output. Unlike the SDK's own one it ends the program with all processes that it has
 * started, knows why it ended, keeps numbers as they are written, and reports lines that are no message. A program that sends a message that is too
 * long is ended.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: ServerProgram;
  readonly #events: ProgramEvents;
  readonly #buffer = new MessageBuffer(() => this.#group?.end());
  #group: ProcessGroup | undefined;
  #lastLine = "";
  #end: ProgramEnd | undefined;

  constructor(program: ServerProgram, events: ProgramEvents) {
    this.#program = program;
    this.#events = events;
  }

  /** Why the program ended; `undefined` if it runs. It waits a moment, because a pipe that closes is noticed before the end. */
  async endReason(): Promise<ProgramEnd | undefined> {
    const child = this.#group?.child;
    for (let waited = 0; waited < 200 && this.#end === undefined && child?.stdin?.writable !== true; waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.#end;
  }

  /** The SDK takes a transport with a process for one of standard input and output. */
  get pid(): number | null {
    return this.#group?.child.pid ?? null;
  }

  get stderr(): unknown {
    return this.#group?.child.stderr ?? null;
  }

  start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#program;
    const group = startProcessGroup(command, args, { cwd, env: { ...getDefaultEnvironment(), ...env } });
    this.#group = group;
    const { child } = group;
    const watch = createOutputWatch((line) => this.#events.report(line));
    child.stdout?.on("data", (chunk: Buffer) => {
      watch(chunk.toString("latin1"));
      this.#receive(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = chunk.toString("utf8");
      this.#lastLine = lastLineOf(text) ?? this.#lastLine;
      this.#events.stderr(text);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", (error) => this.onerror?.(error));
    }
    return new Promise((resolve, reject) => {
      child.once("spawn", () => resolve());
      child.once("error", (error: NodeJS.ErrnoException) => {
        const text = error.code === "ENOENT" ? `the program ${command} was not found` : error.message;
        this.#end = { text, isStarted: false };
        reject(new Error(text, { cause: error }));
      });
      // Programs that this one has started may keep its output open, so its own exit ends the connection. Earlier output is read first.
      child.once("exit", (code, signal) => {
        setTimeout(() => {
          this.#end = { text: this.#endText(code, signal), isStarted: true };
          this.onclose?.();
        }, 20);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (stdin?.writable !== true) return Promise.reject(new Error(this.#end?.text ?? "the program is not running"));
    return new Promise((resolve) => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once("drain", resolve);
    });
  }

  async close(): Promise<void> {
    await this.#group?.close();
  }

  #receive(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error as Error);
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }

  #endText(code: number | null, signal: NodeJS.Signals | null): string {
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    return `the program ended ${how}${this.#lastLine === "" ? "" : `: ${this.#events.hide(this.#lastLine).slice(0, 300)}`}`;
  }
}

/** The end of a program. */
export interface ProgramEnd {
  readonly text: string;
  /** Whether it has run at all. */
  readonly isStarted: boolean;
}

/** The events of a program. */
export interface ProgramEvents {
  /** Receives what the program writes to standard error, in pieces. */
  readonly stderr: (piece: string) => void;
  /** Receives lines of standard output that are no message. */
  readonly report: (line: string) => void;
  /** Removes secrets from a line. */
  readonly hide: (line: string) => string;
}

/** Returns the most informative line of a program's last output. */
function lastLineOf(text: string): string | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^Node\.js v|^\s+at |^[{}]|^\s/.test(line));
  return (lines.findLast((line) => /error|cannot|not found/i.test(line)) ?? lines.at(-1))?.trim();
}
