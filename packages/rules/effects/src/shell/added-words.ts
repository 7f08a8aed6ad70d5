/** Computes the words that `xargs` and `parallel` append to their command. */
import type { Flow } from "../flow.ts";
import { escapeGlob } from "../path.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { asFileNameGlob } from "./expand-piece.ts";
import { optionSet, type ParsedWords } from "./separate-options.ts";
import type { Wrapper } from "./wrapper.ts";

/** The most words of standard input that are added to a command. If there are more, they are unknown. */
const maxAdded = 64;
/** If more words would be inserted, they are unknown. */
const maxFilled = 2048;

/**
 * The words of a command together with those that its wrapper adds, as `xargs` and `parallel` do: the words after `:::`, or the
 * words on standard input. They replace the placeholder (`{}`), or are appended.
 */
export function withAddedWords(
  words: readonly Argument[],
  parsed: ParsedWords,
  wrapper: Wrapper,
  input: Flow | undefined,
): readonly Argument[] {
  const source = words.findIndex((word) => /^:::/.test(literalText(word) ?? ""));
  const own = source === -1 ? words : words.slice(0, source);
  const listed =
    source === -1 ? undefined : words.slice(source + 1).filter((word) => !/^:::/.test(literalText(word) ?? ""));
  const [firstCode] = listed ?? [];
  // Without a command of its own, each word is a command: `parallel ::: 'rm a' 'rm b'`.
  if (own.length === 0) return firstCode === undefined ? [] : [joinCodes(firstCode, listed ?? [])];
  const end = own.at(-1)?.end ?? 0;
  const option = parsed.options.find(({ name }) => optionSet(wrapper.placeholders).has(name));
  const text = option === undefined ? undefined : (literalText(option.value) ?? "{}");
  const placeholder = text === undefined ? wrapper.placeholder : new RegExp(escapeRegExp(text));
  const added = listed ?? wordsFromInput(input, end, placeholder === undefined ? /[ \t\n]+/ : /\n+/);
  if (own.length * added.length > maxFilled)
    return own.map((word, index) => (index === 0 ? word : { ...word, value: null }));
  const isFilled = ({ value }: Argument): boolean =>
    placeholder !== undefined && value !== null && new RegExp(placeholder, "").test(value.text);
  if (!own.some(isFilled)) return text === undefined ? [...own, ...added] : own;
  return own.flatMap((word, index) => {
    if (placeholder === undefined || !isFilled(word)) return [word];
    if (index > 0 || added.length < 2) return fillPlaceholder(word, placeholder, added);
    // With several added words, the program or code runs once for each.
    return [
      wrapper.mayRunCode === true
        ? joinCodes(word, fillPlaceholder(word, placeholder, added))
        : { ...word, value: null },
    ];
  });
}

/** Joins shell code for several inserted words with `;`, if all of it is known. */
function joinCodes(word: Argument, filled: readonly Argument[]): Argument {
  const texts = filled.map(literalText);
  const isCode = /\s/.test(word.value?.text ?? "");
  return { ...word, value: !isCode || texts.includes(undefined) ? null : { text: texts.join("; "), glob: false } };
}

/** Escapes a text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** The words on a wrapper's standard input, between separators; a single unknown word if they are unknown. */
function wordsFromInput(input: Flow | undefined, end: number, separator: RegExp): readonly Argument[] {
  const place = { start: end, end };
  const flow: Flow = input ?? { from: [{ kind: "input" }] };
  if (flow.text !== undefined && !/['"\\\0]/.test(flow.text)) {
    const texts = flow.text.split(separator).filter((each) => each !== "");
    if (texts.length <= maxAdded) {
      return texts.map((each) => ({ ...place, value: { text: each, glob: false }, flow: { from: flow.from } }));
    }
  }
  if (flow.names !== undefined) return flow.names.map((name) => ({ ...place, value: asFileNameGlob(name), flow }));
  return [{ ...place, value: null, flow }];
}

/** One copy of a word for each added word, with its placeholder replaced: `{}.bak` with `a` gives `a.bak`. */
function fillPlaceholder(word: Argument, placeholder: RegExp, added: readonly Argument[]): readonly Argument[] {
  const text = word.value?.text ?? "";
  const isWhole = text.replace(placeholder, "") === "";
  return added.map(({ value, flow }) => {
    const filled =
      value === null || word.value === null
        ? null
        : isWhole
          ? value
          : replacePlaceholder(word.value, placeholder, value);
    const known = text.replaceAll(new RegExp(placeholder, "g"), unknownPart);
    const base = { start: word.start, end: word.end, flow };
    return filled === null ? { ...base, value: null, single: true, known } : { ...base, value: filled };
  });
}

/** Replaces the placeholder in a word by a value, which may be a glob. */
function replacePlaceholder(word: Value, placeholder: RegExp, value: Value): Value {
  const every = new RegExp(placeholder, "g");
  if (!word.glob && !value.glob) return { ...word, text: word.text.replaceAll(every, () => value.text) };
  const own = word.glob ? word.text.split(every) : word.text.split(every).map(escapeGlob);
  return { ...value, text: own.join(value.glob ? value.text : escapeGlob(value.text)), glob: true };
}
