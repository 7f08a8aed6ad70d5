/** A row of the terminal on which a person edits a line. */
import type { Interface } from "node:readline";
import { Writable } from "node:stream";

/** The screen of an `Interface` of readline, on which a line can be edited in a single row. */
export interface EditedRow {
  /** The output for `createInterface`. */
  readonly output: Writable;
  /**
   * Shows the line in a single row from now on, the part around the cursor if it is longer. What a terminal wraps begins in the first column,
   * where questions begin, so a model could write one that looks real.
   */
  start(readline: Interface): void;
  /** Shows lines as readline does. */
  stop(): void;
  /** Removes its listeners from the terminal. */
  close(): void;
}

/** Creates the screen of an `Interface` at a terminal. */
export function editedRow(terminal: NodeJS.WritableStream): EditedRow {
  let edited: Interface | undefined;
  let isDrawn = true;
  const columns = (): number => (terminal as Partial<NodeJS.WriteStream>).columns || 80;
  const draw = (): void => {
    if (isDrawn || edited === undefined) return;
    isDrawn = true;
    const prompt = edited.getPrompt();
    // A terminal may move on as soon as the last column is full.
    const { before, after } = visiblePart(edited.line, edited.cursor, columns() - 1 - widthOf(prompt));
    terminal.write(`${rowStart}${prompt}${before}${saveCursor}${after}${restoreCursor}`);
  };
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      if (edited === undefined) terminal.write(chunk);
      // readline takes the row as endlessly wide; all that counts is the line that it has then, and its end.
      else if (String(chunk).endsWith("\n")) {
        draw();
        terminal.write("\r\n");
      } else if (isDrawn) {
        isDrawn = false;
        queueMicrotask(draw);
      }
      done();
    },
  });
  Object.defineProperty(output, "isTTY", { value: true });
  Object.defineProperty(output, "columns", { get: () => (edited === undefined ? columns() : undefined) });
  const onResize = (): void => void output.emit("resize");
  terminal.on("resize", onResize);
  return {
    output,
    start: (readline) => {
      edited = readline;
    },
    stop: () => {
      draw();
      edited = undefined;
    },
    close: () => void terminal.removeListener("resize", onResize),
  };
}

const rowStart = "\u001b[1G\u001b[0J";
const saveCursor = "\u001b7";
const restoreCursor = "\u001b8";

/** Returns the part of a line around the cursor that fits a width; `…` marks omitted parts. */
function visiblePart(line: string, cursor: number, width: number): { readonly before: string; readonly after: string } {
  const most = Math.max(width, minWidth);
  if (line.length <= most && widthOf(line) <= most) {
    return { before: printable(line.slice(0, cursor)), after: printable(line.slice(cursor)) };
  }
  const before = longestEnd(line.slice(Math.max(0, cursor - most), cursor), Math.floor(most * 0.75) - 1);
  const start = before.length < cursor ? "…" : "";
  const room = most - widthOf(before) - 2 * marginWidth;
  const after = longestStart(line.slice(cursor, cursor + most), room);
  const end = cursor + after.length < line.length ? "…" : "";
  return { before: `${start}${printable(before)}`, after: `${printable(after)}${end}` };
}

/** How much of a line is shown at least, however narrow the terminal is. */
const minWidth = 12;

/** The width of a `…`, which some terminals show in two columns. */
const marginWidth = 2;

/** Returns the longest beginning of a text that fits a width. */
function longestStart(text: string, width: number): string {
  let left = width;
  let start = "";
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    start += character;
  }
  return start;
}

/** Returns the longest end of a text that fits a width. */
function longestEnd(text: string, width: number): string {
  let left = width;
  let end = "";
  for (const character of Array.from(text).reverse()) {
    left -= widthOf(character);
    if (left < 0) break;
    end = `${character}${end}`;
  }
  return end;
}

/** Returns the maximum number of columns of a text on a terminal. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character <= "~" ? 1 : 2;
  return width;
}

/** Replaces control characters, which would move the cursor. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}
