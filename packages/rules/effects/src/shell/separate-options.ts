/**
 * Separates the words of a command into options and operands, as `getopt` does: `rm -rf x` has the options `-r`, `-f` and the operand `x`.
 */
import { type Argument, isNamedByUser, knownPrefix, literalText } from "./argument.ts";

/** One option of a call; `value` is its value, if it takes one: `5` in `-n5`, `-n 5`. */
interface ParsedOption {
  /** With its dashes: `-r`, `--recursive`. */
  readonly name: string;
  readonly value: Argument | undefined;
  /** The word that contains the option. */
  readonly at: Argument;
}

/** The words after a program's name, separated into options and operands. */
export interface ParsedWords {
  readonly options: readonly ParsedOption[];
  readonly operands: readonly Argument[];
  /** The operands after `--`; `undefined` when there is no `--`. */
  readonly afterDashes: readonly Argument[] | undefined;
  /** Whether a word is unknown and unquoted, so that it may be any option: `rm $x`. */
  readonly hasUnknownWord: boolean;
  /** Whether such an unknown word does not come from the person or the project. */
  readonly hasUntrustedWord: boolean;
}

const setsByList = new Map<string, ReadonlySet<string>>();

/** The set of a space-separated list of options: `"-r -R"`. The sets are cached. */
export function optionSet(list: string | undefined): ReadonlySet<string> {
  if (list === undefined) return noOptions;
  const known = setsByList.get(list) ?? new Set(list.split(" "));
  setsByList.set(list, known);
  return known;
}

const noOptions: ReadonlySet<string> = new Set();

/**
 * Separates the words of a call into options and operands, as getopt does. It handles clusters (`-rf`), values in the same word
 * (`-n5`, `--size=5`) or the next one, and `--`.
 *
 * @param valued - the options that take a value; with `?` (`-i?`), only in the same word
 * @param stopAtOperand - whether all words from the first operand on are operands, as for `sudo`
 */
export function separateOptions(
  words: readonly Argument[],
  valued: ReadonlySet<string>,
  stopAtOperand: boolean = false,
): ParsedWords {
  const options: ParsedOption[] = [];
  const operands: Argument[] = [];
  let [hasUnknownWord, hasUntrustedWord] = [false, false];
  for (let index = 0; index < words.length; index++) {
    const at = words[index];
    if (at === undefined) break;
    const text = literalText(at);
    if (text === "--") {
      const afterDashes = words.slice(index + 1);
      return { options, operands: [...operands, ...afterDashes], afterDashes, hasUnknownWord, hasUntrustedWord };
    }
    const prefix = text === undefined ? optionWithUnknownValue(at, valued) : undefined;
    if (prefix !== undefined) {
      options.push(prefix);
      continue;
    }
    if (text === undefined || text === "-" || !text.startsWith("-")) {
      if (stopAtOperand) {
        return { options, operands: words.slice(index), afterDashes: undefined, hasUnknownWord, hasUntrustedWord };
      }
      const isUnknown = at.value === null && at.single !== true;
      hasUnknownWord ||= isUnknown;
      hasUntrustedWord ||= isUnknown && !isNamedByUser(at);
      operands.push(at);
      continue;
    }
    const parsed = optionsInWord(text, at, valued);
    const last = parsed.at(-1);
    if (last !== undefined && last.value === undefined && valued.has(last.name)) {
      parsed[parsed.length - 1] = { ...last, value: words[++index] };
    }
    options.push(...parsed);
  }
  return { options, operands, afterDashes: undefined, hasUnknownWord, hasUntrustedWord };
}

/** The options in one word: `--force`, or each letter of `-rf`. A listed option such as `-name` of `find` is one option. */
function optionsInWord(text: string, at: Argument, valued: ReadonlySet<string>): ParsedOption[] {
  if (text.startsWith("--")) return [longOptionInWord(text, at)];
  if (text.length > 2 && valued.has(text)) return [{ name: text, value: undefined, at }];
  return shortOptionsInWord(text, at, valued);
}

/** The option of a word whose name is known but not its value: `--output=$x`. */
function optionWithUnknownValue(at: Argument, valued: ReadonlySet<string>): ParsedOption | undefined {
  const prefix = knownPrefix(at);
  if (!prefix.startsWith("-") || prefix.length < 2) return;
  const equals = prefix.indexOf("=");
  const name = prefix.startsWith("--") ? prefix.slice(0, Math.max(equals, 0)) : prefix.slice(0, 2);
  const from = prefix.startsWith("--") ? equals + 1 : 2;
  const value: Argument = {
    ...at,
    value: at.value && { ...at.value, text: at.value.text.slice(from) },
    known: (at.known ?? "").slice(from),
  };
  return equals > 0 || (!prefix.startsWith("--") && valued.has(name)) ? { name, value, at } : undefined;
}

/**
 * Whether a call has one of the options. An abbreviated long option counts, because GNU programs accept it: `--forc` for `--force`.
 */
export function hasOption({ options }: ParsedWords, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return options.some(
    ({ name }) => names.has(name) || (name.length > 2 && name.startsWith("--") && isPrefixOfAny(name, names)),
  );
}

/** Whether an option is an abbreviation of one of the names. */
function isPrefixOfAny(name: string, names: ReadonlySet<string>): boolean {
  for (const wanted of names) if (wanted.startsWith(name)) return true;
  return false;
}

/** The option of `--name` or `--name=value`. */
function longOptionInWord(text: string, at: Argument): ParsedOption {
  const equals = text.indexOf("=");
  if (equals === -1) return { name: text, value: undefined, at };
  return { name: text.slice(0, equals), value: attachedValue(text.slice(equals + 1), at), at };
}

/** The options of a cluster: `-rf` is `-r` and `-f`; the rest of the word is the value of an option that takes one. */
function shortOptionsInWord(text: string, at: Argument, valued: ReadonlySet<string>): ParsedOption[] {
  const parsed: ParsedOption[] = [];
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`;
    const takesRest = index + 1 < text.length && (valued.has(name) || valued.has(`${name}?`));
    parsed.push({ name, value: takesRest ? attachedValue(text.slice(index + 1), at) : undefined, at });
    if (takesRest) break;
  }
  return parsed;
}

/** Returns the value that is written in the same word as its option: `5` in `--size=5`. */
function attachedValue(text: string, { start, end, flow }: Argument): Argument {
  const value = { text, glob: false };
  return flow === undefined ? { start, end, value } : { start, end, value, flow };
}
