/** Reads keys from a terminal. */
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { ReadStream, WriteStream } from "node:tty";

/** A terminal: its keys and its screen. */
export interface ChatTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** The keys of a terminal in a chat. */
export interface Keyboard {
  /** The keys for a question to the person, as from a terminal. Pasted lines don't end a line. */
  readonly input: NodeJS.ReadableStream;
  /** Reads what the user writes; a line that ends with a backslash continues on the next one. Ctrl-C clears the line, and interrupts an empty one. */
  read(prompt: string): Promise<Input>;
  /** Ignores all keys but Ctrl-C, until `release`. */
  watch(): void;
  release(): void;
  close(): void;
}

/** A line that the user entered, Ctrl-C, or Ctrl-D. */
type Input = { readonly text: string } | "interrupt" | "end";

/** Reads the keys of a terminal. @param onInterrupt - called at Ctrl-C while the keys are watched */
export function openKeyboard({ input, output }: ChatTerminal, onInterrupt: () => void): Keyboard {
  const keys = Object.assign(pasteFilter(), { isTTY: true, setRawMode: () => keys });
  keys.setEncoding("utf8");
  input.setRawMode(true);
  output.write("\u001b[?2004h");
  input.pipe(keys);
  const restore = (): void => {
    input.setRawMode(false);
    output.write("\u001b[?2004l");
  };
  process.once("exit", restore);
  let history: string[] = [];
  const onKeys = (text: string): void => {
    for (const key of text) if (key === "\u0003") onInterrupt();
  };
  return {
    input: keys,
    read: async (prompt) => {
      const lines: string[] = [];
      const reader = createInterface({ input: keys, output, prompt, history: [...history], historySize: 200 });
      reader.on("history", (entries: string[]) => {
        history = entries;
      });
      try {
        const read = await new Promise<Input>((resolve) => {
          reader.on("line", (line) => {
            const isContinued = line.endsWith("\\");
            lines.push(isContinued ? line.slice(0, -1) : line);
            if (!isContinued) return resolve({ text: lines.join("\n").replaceAll(pastedLineEnd, "\n") });
            reader.setPrompt("… ");
            reader.prompt();
          });
          reader.on("SIGINT", () => {
            if (reader.line === "" && lines.length === 0) return resolve("interrupt");
            lines.length = 0;
            reader.write(null, { ctrl: true, name: "e" });
            reader.write(null, { ctrl: true, name: "u" });
            reader.setPrompt(prompt);
            reader.prompt();
          });
          reader.on("close", () => resolve("end"));
          reader.prompt();
        });
        if (typeof read === "string") output.write("\n");
        return read;
      } finally {
        reader.close();
      }
    },
    watch: () => void keys.on("data", onKeys).resume(),
    release: () => void keys.off("data", onKeys).pause(),
    close: () => {
      process.off("exit", restore);
      restore();
      input.unpipe(keys).pause();
    },
  };
}

/** Shown instead of a line end in a pasted line. */
const pastedLineEnd = "␤";

/** Where pasted text begins and ends. */
const bracket = /(\p{Cc}\[20[01]~)/u;
const unfinishedBracket = /\p{Cc}\[(?:2(?:0[01]?)?)?$/u;

/** Replaces line ends in pasted text, which terminals put in brackets, and drops control characters in it. */
function pasteFilter(): Transform {
  const decoder = new StringDecoder("utf8");
  let isPasted = false;
  let rest = "";
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      let text = rest + decoder.write(chunk);
      // A bracket may come in pieces; a single Escape is a key.
      rest = unfinishedBracket.exec(text)?.[0] ?? "";
      text = text.slice(0, text.length - rest.length);
      let keys = "";
      for (const part of text.split(bracket)) {
        if (part === "\u001b[200~") isPasted = true;
        else if (part === "\u001b[201~") isPasted = false;
        else keys += isPasted ? pasted(part) : part;
      }
      done(null, keys);
    },
  });
}

/** Cleans pasted text. */
function pasted(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, pastedLineEnd)
    .replaceAll("\t", "    ")
    .replace(/\p{Cc}/gu, "");
}
