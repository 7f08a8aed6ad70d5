import { createInterface, type Interface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { type EditedRow, editedRow } from "./edited-row.ts";

/** Asks questions and reads one line as the answer to each. */
export interface LineReader {
  /**
   * Writes a question and reads a line.
   *
   * @param prefilled - the initial content of the line, which the person can edit; it is shown in a single row
   * @throws NoAnswerError when the input ends, on Ctrl-C, or when `stop` is called
   */
  readLine(question: string, prefilled?: string): Promise<string>;
  /** Fails the current question, or else the next one. */
  stop(reason: string): void;
  /** Releases the input stream until the next question. */
  release(): void;
}

/** A question was not answered; the message says why. */
export class NoAnswerError extends Error {}

/** The streams of a `LineReader`. */
export interface LineReaderStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** The message of the `NoAnswerError` after Ctrl-C. */
export const interrupted = "it was interrupted";

const inputEnded = "the input ended before an answer";

/** Creates a reader for lines that a person edits at a terminal, or for a stream of prepared lines. */
export function lineReader({ input, output }: LineReaderStreams): LineReader {
  const isTerminal = isTty(input) && isTty(output);
  const bufferedLines: string[] = [];
  let waiting:
    | { readonly resolve: (line: string) => void; readonly reject: (error: NoAnswerError) => void }
    | undefined;
  let readline: Interface | undefined;
  let row: EditedRow | undefined;
  let hasEnded = false;
  let stopReason: string | undefined;

  const fail = (reason: string): void => {
    waiting?.reject(new NoAnswerError(reason));
    waiting = undefined;
  };
  const stop = (reason: string): void => {
    stopReason = reason;
    fail(reason);
  };
  const open = (): Interface => {
    const screen = isTerminal ? editedRow(output) : undefined;
    row = screen;
    const opened = createInterface({
      input,
      output: screen?.output,
      terminal: isTerminal,
      historySize: 0,
      prompt: "",
    });
    opened.on("line", (line) => {
      if (waiting === undefined) bufferedLines.push(line);
      else waiting.resolve(line);
      waiting = undefined;
    });
    opened.on("SIGINT", () => stop(interrupted));
    opened.on("close", () => {
      screen?.close();
      if (readline !== opened) return;
      readline = undefined;
      hasEnded = !isTerminal;
      fail(inputEnded);
    });
    return opened;
  };
  const ask = (question: string, prefilled: string): Promise<string> => {
    if (stopReason !== undefined) return Promise.reject(new NoAnswerError(stopReason));
    const buffered = bufferedLines.shift();
    if (!isTerminal) output.write(`${question.trimEnd()}\n`);
    if (buffered !== undefined) return Promise.resolve(buffered);
    if (readline === undefined) return Promise.reject(new NoAnswerError(inputEnded));
    const line = new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    if (prefilled !== "") row?.start(readline);
    readline.setPrompt(question);
    readline.prompt();
    if (row === undefined || prefilled === "") return line;
    readline.write(prefilled);
    return line.finally(row.stop);
  };

  return {
    readLine: async (question, prefilled = "") => {
      if (readline === undefined && !hasEnded && !isClosed(input)) {
        readline = open();
        if (isTerminal) await discardTyped(readline, bufferedLines);
      }
      return ask(question, prefilled);
    },
    stop,
    release: () => {
      stopReason = undefined;
      if (!isTerminal) {
        readline?.pause();
        return;
      }
      const closing = readline;
      readline = undefined;
      closing?.close();
    },
  };
}

/** Discards text that was typed before the question was visible, so that it is not taken as an answer. */
async function discardTyped(readline: Interface, bufferedLines: string[]): Promise<void> {
  await setImmediate();
  await setImmediate();
  bufferedLines.length = 0;
  readline.write(null, { ctrl: true, name: "u" });
}

/** Whether an input stream has ended or was destroyed. */
function isClosed(input: NodeJS.ReadableStream): boolean {
  const { readableEnded, destroyed } = input as Partial<NodeJS.ReadStream>;
  return readableEnded === true || destroyed === true;
}

function isTty(stream: NodeJS.ReadableStream | NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.ReadStream>).isTTY === true;
}
