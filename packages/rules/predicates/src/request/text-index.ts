/** Texts by the words in them, to find those that may contain a value without reading all. */
export class TextIndex {
  readonly #texts: string[] = [];
  readonly #byWord = new Map<string, number[]>();

  add(text: string): void {
    const index = this.#texts.push(text) - 1;
    for (const word of new Set(text.match(words))) {
      const found = this.#byWord.get(word);
      if (found === undefined) this.#byWord.set(word, [index]);
      else found.push(index);
    }
  }

  /** The indices of the texts that have each word of a value, and so may contain it; in the order in which they were added. */
  candidates(value: string): readonly number[] {
    const inValue = value.match(words) ?? [];
    // Scripts without spaces: a value may be a part of what looks like one word.
    if (inValue.length === 0 || withoutSpaces.test(value)) return [...this.#texts.keys()];
    const lists = inValue.map((word) => this.#byWord.get(word) ?? []);
    return lists.reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
  }

  /** The index of the first text that contains a value; `undefined` if none does. */
  first(value: string): number | undefined {
    return this.candidates(value).find((index) => this.#texts[index]?.includes(value));
  }
}

/** Words of Latin letters and digits also stand alone in a text of another script. */
const words = /[a-z\d]+|(?:(?![a-z\d])[\p{L}\p{N}])+/gu;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
