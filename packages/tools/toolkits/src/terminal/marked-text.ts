/** Extracts sections between marks from a text that arrives in pieces, such as the output of each command of one shell. */

/** Extracts sections between marks from a text that arrives in pieces. The marks are expected in order: the first begins a section, the second ends it. */
export class MarkedText {
  /** The sections that were read completely. */
  readonly sections: string[] = [];
  readonly #marks: readonly string[];
  #passed = 0;
  #pending = "";
  #section = "";

  constructor(marks: readonly string[]) {
    this.#marks = marks;
  }

  /** @returns the text outside of sections, as far as it is known to be */
  add(piece: string): string {
    let outside = "";
    this.#pending += piece;
    for (let mark = this.#mark; mark !== undefined; mark = this.#mark) {
      const at = this.#pending.indexOf(mark);
      const length = at === -1 ? this.#pending.length - overlap(this.#pending, mark) : at;
      const text = this.#pending.slice(0, length);
      if (this.#passed % 2 === 0) outside += text;
      else this.#section += text;
      this.#pending = this.#pending.slice(length);
      if (at === -1) return outside;
      this.#pending = this.#pending.slice(mark.length);
      if (++this.#passed % 2 === 0) {
        this.sections.push(this.#section);
        this.#section = "";
      }
    }
    return outside + this.end();
  }

  /** @returns the rest: the beginning of a mark that did not come */
  end(): string {
    const rest = this.#pending;
    this.#pending = "";
    return rest;
  }

  /** Whether all marks have arrived. */
  get isComplete(): boolean {
    return this.#passed === this.#marks.length;
  }

  get #mark(): string | undefined {
    return this.#marks[this.#passed];
  }
}

/** How many characters at the end of a text may be the beginning of a mark. */
function overlap(text: string, mark: string): number {
  let length = Math.min(text.length, mark.length - 1);
  while (length > 0 && !mark.startsWith(text.slice(-length))) length--;
  return length;
}
