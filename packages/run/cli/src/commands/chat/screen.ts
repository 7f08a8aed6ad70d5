/** Draws a chat on a terminal. */
import { type Style, styles } from "../../styles.ts";
import { oneLine } from "./visible-text.ts";
import { WrappedText } from "./wrapped-text.ts";

/** Where a chat is shown. */
export interface Screen {
  /** More of what the model writes. */
  text(delta: string): void;
  /** A line of Helve: a mark in the first column, and text that may come from anywhere. */
  notice(mark: string, text: string, style?: Style): void;
  /** The same on one line, cut to the width. */
  short(mark: string, text: string, style?: Style): void;
  /** Text of a tool in short. */
  excerpt(text: string): void;
  /** Shows what is waited for, with the time, until something else is shown. */
  wait(what: string): void;
  /** Ends the line, and shows nothing until the next call: something else uses the terminal. */
  rest(): void;
}

/** The streams of a screen. */
export interface ScreenStreams {
  /** Writes what the model says. */
  readonly out: (text: string) => void;
  /** Writes everything else; the same on a terminal. */
  readonly notes: (text: string) => void;
  /** The width of the terminal; absent if the output is not a terminal: then the text is plain, without a margin and a spinner. */
  readonly columns?: (() => number) | undefined;
  readonly colors: boolean;
}

/** Creates a screen. */
export function createScreen({ out, notes, columns, colors }: ScreenStreams): Screen {
  const { dim } = styles(colors);
  const width = columns ?? (() => Number.POSITIVE_INFINITY);
  const isTerminal = columns !== undefined;
  const answer = new WrappedText(isTerminal ? "  " : "", width);
  const spinner = isTerminal ? createSpinner(out, dim, width) : undefined;

  const endLine = (): void => {
    spinner?.stop();
    out(answer.end());
  };
  return {
    text: (delta) => {
      spinner?.stop();
      out(answer.add(delta));
    },
    notice: (mark, text, style = (plain) => plain) => {
      endLine();
      const wrapped = new WrappedText("  ", width);
      const [first = "", ...rest] = `${wrapped.add(text)}${wrapped.end()}`.trimEnd().split("\n");
      notes(`${[`${mark} ${first.slice(2)}`, ...rest].map(style).join("\n")}\n`);
    },
    short: (mark, text, style = (plain) => plain) => {
      endLine();
      notes(`${style(`${mark} ${oneLine(text, Math.min(width(), maxWidth) - 3)}`)}\n`);
    },
    excerpt: (text) => {
      endLine();
      const lines = text.trimEnd().split("\n");
      const shown = lines.slice(0, maxLines).map((line) => `  │ ${oneLine(line, Math.min(width(), maxWidth) - 6)}`);
      if (lines.length > maxLines) shown.push(`  │ … ${lines.length - maxLines} more lines`);
      if (text !== "") notes(`${dim(shown.join("\n"))}\n`);
    },
    wait: (what) => {
      if (!answer.isInLine) spinner?.start(what);
    },
    rest: endLine,
  };
}

/** How many lines of a result are shown, and how many columns of what is shown in short. */
const maxLines = 4;
const maxWidth = 160;

/** Creates a line that shows how long the chat has been waiting. */
function createSpinner(out: (text: string) => void, dim: Style, width: () => number) {
  let timer: NodeJS.Timeout | undefined;
  let shown: string | undefined;
  const stop = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    out("\r\u001b[K");
  };
  const start = (what: string): void => {
    if (timer !== undefined && what === shown) return;
    stop();
    shown = what;
    const begin = performance.now();
    const draw = (): void => {
      const elapsed = performance.now() - begin;
      const frame = frames[Math.floor(elapsed / interval) % frames.length];
      out(`\r${dim(oneLine(`${frame} ${what} ${Math.floor(elapsed / 1000)} s (Ctrl-C stops)`, width() - 1))}\u001b[K`);
    };
    draw();
    timer = setInterval(draw, interval);
  };
  return { start, stop };
}

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const interval = 120;
