import { openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

/** Opens the terminal of the process, whatever its standard input and output are; `undefined` if there is none. */
export function openTerminal(): { readonly input: ReadStream; readonly output: WriteStream } | undefined {
  try {
    const input = new ReadStream(openSync("/dev/tty", "r"));
    // Only a question keeps the process alive.
    input.unref();
    return { input, output: new WriteStream(openSync("/dev/tty", "w")) };
  } catch {
    return undefined;
  }
}
