import { maxTextWidth } from "@helve/core/internal";
import { visibleText } from "./visible-text.ts";

/**
 * Writes text of a model or a tool, piece by piece, behind a margin. Lines are broken before a terminal would break them, so nothing of the
 * text begins in the first column: what Helve itself says begins there, such as a question.
 */
export class WrappedText {
  readonly #margin: string;
  readonly #columns: () => number;
  /** The width of the current line; 0 before its margin is written. */
  #width = 0;
  /** The first half of a character whose second half has not arrived. */
  #half = "";

  constructor(margin: string, columns: () => number) {
    this.#margin = margin;
    this.#columns = columns;
  }

  /** Whether a line was begun and not ended. */
  get isInLine(): boolean {
    return this.#width > 0;
  }

  /** Returns what has to be written for more of the text. */
  add(piece: string): string {
    let text = this.#half + piece;
    this.#half = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    return (visibleText(text).match(/\n|[^\S\n]+|\S+/g) ?? []).map((word) => this.#word(word)).join("");
  }

  /** Ends the line. Returns what has to be written. */
  end(): string {
    const rest = this.#half === "" ? "" : visibleText(this.#half);
    this.#half = "";
    const ended = rest === "" ? "" : this.#word(rest);
    const newline = this.isInLine ? "\n" : "";
    this.#width = 0;
    return `${ended}${newline}`;
  }

  #word(word: string): string {
    if (word === "\n") {
      const margin = this.isInLine ? "" : this.#margin.trimEnd();
      this.#width = 0;
      return `${margin}\n`;
    }
    const columns = Math.max(this.#columns() - 1, this.#margin.length + 8);
    const width = maxTextWidth(word);
    if (this.#width + width <= columns && this.isInLine) {
      this.#width += width;
      return word;
    }
    let written = "";
    if (this.isInLine && this.#margin.length + width <= columns) {
      written += "\n";
      this.#width = 0;
      if (/^\s/.test(word)) return written; // a line does not begin with the space that it was broken at
    }
    for (const character of word) {
      if (this.#width + maxTextWidth(character) > columns) {
        written += "\n";
        this.#width = 0;
      }
      if (this.#width === 0) {
        written += this.#margin;
        this.#width = this.#margin.length;
      }
      written += character;
      this.#width += maxTextWidth(character);
    }
    return written;
  }
}
