import { createInterface, type Interface } from "node:readline";
import { setImmediate } from "node:timers/promises";

/** Why no answer came. */
export class NoAnswer extends Error {}

/** Asks for one line after the other. */
export interface LineReader {
  /**
   * @param prefilled - what stands in the line already, where it can be edited
   * @throws NoAnswer when the input ends first, or Ctrl-C is pressed, or `stop` is called
   */
  ask(question: string, prefilled?: string): Promise<string>;
  /** Ends the question that is asked, or else the next one. */
  stop(why: string): void;
  /** Leaves the input to others until the next question. */
  rest(): void;
}

/** Where lines come from, and where questions go. */
export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What Ctrl-C says. */
export const interrupted = "it was interrupted";

const ended = "the input ended before an answer";

/** A reader of lines that a person edits at a terminal, or of a stream that has them already. */
export function lineReader({ input, output }: Streams): LineReader {
  const isTerminal = isTty(input) && isTty(output);
  const lines: string[] = [];
  let waiting: { readonly resolve: (line: string) => void; readonly reject: (error: NoAnswer) => void } | undefined;
  let opened: Interface | undefined;
  let hasEnded = false;

  let stopped: string | undefined;

  const fail = (why: string): void => {
    waiting?.reject(new NoAnswer(why));
    waiting = undefined;
  };
  const stop = (why: string): void => {
    stopped = why;
    fail(why);
  };
  const open = (): Interface => {
    const made = createInterface({
      input,
      ...(isTerminal && { output }),
      terminal: isTerminal,
      historySize: 0,
      prompt: "",
    });
    made.on("line", (line) => {
      if (waiting === undefined) lines.push(line);
      else waiting.resolve(line);
      waiting = undefined;
    });
    made.on("SIGINT", () => stop(interrupted));
    made.on("close", () => {
      if (opened !== made) return;
      opened = undefined;
      hasEnded = !isTerminal;
      fail(ended);
    });
    return made;
  };
  const answer = (question: string, prefilled: string): Promise<string> => {
    if (stopped !== undefined) return Promise.reject(new NoAnswer(stopped));
    const ready = lines.shift();
    if (!isTerminal) output.write(`${question.trimEnd()}\n`);
    if (ready !== undefined) return Promise.resolve(ready);
    if (opened === undefined) return Promise.reject(new NoAnswer(ended));
    const answered = new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    opened.setPrompt(question);
    opened.prompt();
    if (isTerminal && prefilled !== "") opened.write(prefilled);
    return answered;
  };

  return {
    ask: async (question, prefilled = "") => {
      if (opened === undefined && !hasEnded && !isEnded(input)) {
        opened = open();
        if (isTerminal) await forgetTyped(opened, lines);
      }
      return answer(question, prefilled);
    },
    stop,
    rest: () => {
      stopped = undefined;
      if (!isTerminal) {
        opened?.pause();
        return;
      }
      const closing = opened;
      opened = undefined;
      closing?.close();
    },
  };
}

/** What was typed before the question could be read is no answer to it. */
async function forgetTyped(opened: Interface, lines: string[]): Promise<void> {
  await setImmediate();
  await setImmediate();
  lines.length = 0;
  opened.write(null, { ctrl: true, name: "u" });
}

function isEnded(input: NodeJS.ReadableStream): boolean {
  const { readableEnded, destroyed } = input as Partial<NodeJS.ReadStream>;
  return readableEnded === true || destroyed === true;
}

function isTty(stream: NodeJS.ReadableStream | NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.ReadStream>).isTTY === true;
}
