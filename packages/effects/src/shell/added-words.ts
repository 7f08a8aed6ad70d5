import { escapeGlob } from "../path.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { asFileNameGlob } from "./expand-piece.ts";
import type { Flow } from "./flow.ts";
import { optionSet, type ParsedWords } from "./parsed-words.ts";
import type { Value } from "./value.ts";
import type { Wrapper } from "./wrappers.ts";

const maxAdded = 64;
/** More words than this get filled in by none; what they are is not known. */
const maxFilled = 2048;

/**
 * The words of a command with those that its wrapper adds, as `xargs` and `parallel` do: what stands after `:::`, or what
 * the wrapper reads.
 */
export function withAddedWords(
  words: readonly Argument[],
  parsed: ParsedWords,
  wrapper: Wrapper,
  input: Flow | undefined,
): readonly Argument[] {
  const source = words.findIndex((word) => /^:::/.test(literalText(word) ?? ""));
  const own = source === -1 ? words : words.slice(0, source);
  if (own.length === 0) return [];
  const listed =
    source === -1 ? undefined : words.slice(source + 1).filter((word) => !/^:::/.test(literalText(word) ?? ""));
  const end = own.at(-1)?.end ?? 0;
  const added = listed ?? wordsFromInput(input, end);
  const option = parsed.options.find(({ name }) => optionSet(wrapper.placeholders).has(name));
  const text = option === undefined ? undefined : (literalText(option.value) ?? "{}");
  const placeholder = text === undefined ? wrapper.placeholder : new RegExp(escapeRegExp(text));
  if (own.length * added.length > maxFilled)
    return own.map((word, index) => (index === 0 ? word : { ...word, value: null }));
  const isFilled = ({ value }: Argument): boolean =>
    placeholder !== undefined && value !== null && new RegExp(placeholder, "").test(value.text);
  if (!own.some(isFilled)) return text === undefined ? [...own, ...added] : own;
  return own.flatMap((word, index) => {
    if (placeholder === undefined || !isFilled(word)) return [word];
    if (index > 0 || added.length < 2) return fillPlaceholder(word, placeholder, added);
    // Each of several programs or codes runs for itself.
    return [
      wrapper.mayRunCode === true
        ? joinCodes(word, fillPlaceholder(word, placeholder, added))
        : { ...word, value: null },
    ];
  });
}

/** Several codes as one, when all of them are known. */
function joinCodes(word: Argument, filled: readonly Argument[]): Argument {
  const texts = filled.map(literalText);
  const isCode = /\s/.test(word.value?.text ?? "");
  return { ...word, value: !isCode || texts.includes(undefined) ? null : { text: texts.join("; "), glob: false } };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** What a wrapper reads, as words. */
function wordsFromInput(input: Flow | undefined, end: number): readonly Argument[] {
  const place = { start: end, end };
  const flow: Flow = input ?? { from: [{ kind: "input" }] };
  if (flow.text !== undefined && !/['"\\\0]/.test(flow.text)) {
    const texts = flow.text.split(/[ \t\n]+/).filter((each) => each !== "");
    if (texts.length <= maxAdded) {
      return texts.map((each) => ({ ...place, value: { text: each, glob: false }, flow: { from: flow.from } }));
    }
  }
  if (flow.names !== undefined) return flow.names.map((name) => ({ ...place, value: asFileNameGlob(name), flow }));
  return [{ ...place, value: null, flow }];
}

/** A word for each of those that stand for its placeholder. */
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
    const base = { start: word.start, end: word.end, ...(flow !== undefined && { flow }) };
    return filled === null ? { ...base, value: null, single: true, known } : { ...base, value: filled };
  });
}

function replacePlaceholder(word: Value, placeholder: RegExp, value: Value): Value {
  const every = new RegExp(placeholder, "g");
  if (!word.glob && !value.glob) return { ...word, text: word.text.replaceAll(every, () => value.text) };
  const own = word.glob ? word.text.split(every) : word.text.split(every).map(escapeGlob);
  return { ...value, text: own.join(value.glob ? value.text : escapeGlob(value.text)), glob: true };
}
