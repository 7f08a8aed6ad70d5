const openers = new Set("([{（［｛【");
const closers = new Set(")]}）］｝】");

/** Whether a character opens a bracket, full-width brackets included. */
export function opens(character: string | undefined): boolean {
  return character !== undefined && openers.has(character);
}

/** Where the bracket that opens at `at` is closed; -1 when it is not. Brackets in quoted strings do not count. */
export function closing(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const character = text.charAt(index);
    if (openers.has(character)) depth++;
    else if (closers.has(character)) depth--;
    else index = stringEnd(text, index);
    if (depth === 0) return index;
  }
  return -1;
}

/** The places of a text that are outside brackets and strings, first to last. */
export function* outside(text: string): Generator<number> {
  let balanced = true;
  for (let index = 0; index < text.length; index++) {
    const close: number = balanced && opens(text[index]) ? closing(text, index) : index;
    if (close === -1) balanced = false;
    const end = Math.max(stringEnd(text, index), close);
    if (end === index) yield index;
    index = end;
  }
}

/** The end of the string that begins at `at`, or `at` itself when none does: `the user's` has no string. */
function stringEnd(text: string, at: number): number {
  const quote = text.charAt(at);
  if ((quote !== '"' && quote !== "'") || /[\p{L}\p{N}_]/u.test(text.charAt(at - 1))) return at;
  const end = text.indexOf(quote, at + 1);
  return end === -1 ? at : end;
}
