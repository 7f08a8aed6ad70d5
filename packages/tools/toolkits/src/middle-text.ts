/** Shortens a text by dropping its middle, also while it arrives in pieces. */

/** A text that arrives in pieces. Its beginning and its end are stored, and a too long middle is dropped. */
export class MiddleText {
  readonly #limit: number;
  #head = "";
  #tail = "";
  #total = 0;

  /** @param limit - how many characters are kept */
  constructor(limit: number) {
    this.#limit = Math.max(2, limit);
  }

  /** How many characters have arrived. */
  get total(): number {
    return this.#total;
  }

  add(piece: string): void {
    this.#total += piece.length;
    const room = this.#headLimit - this.#head.length;
    this.#head += piece.slice(0, room);
    this.#tail += piece.slice(room);
    // Cutting seldom keeps the time proportional to the text.
    if (this.#tail.length > 2 * this.#limit) this.#tail = this.#tail.slice(-this.#tailLimit);
  }

  /** The stored beginning and end, with the number of characters that are missing in the middle. */
  toString(): string {
    const omitted = this.#total - this.#limit;
    if (omitted <= 0) return this.#head + this.#tail;
    const [head, tail] = [wholeEnd(this.#head), wholeStart(this.#tail.slice(-this.#tailLimit))];
    return `${head}\n[… ${count(omitted)} of ${count(this.#total)} characters left out …]\n${tail}`;
  }

  get #headLimit(): number {
    return Math.floor(this.#limit / 2);
  }

  get #tailLimit(): number {
    return this.#limit - this.#headLimit;
  }
}

/** Shortens a text to the limit by leaving out its middle. */
export function middleText(text: string, limit: number): string {
  const kept = new MiddleText(limit);
  kept.add(text);
  return kept.toString();
}

/** A number as models and people read it: `12,345`. */
function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** Removes the first half of a surrogate pair at the end. */
function wholeEnd(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

/** Removes the second half of a surrogate pair at the start. */
function wholeStart(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, "");
}
