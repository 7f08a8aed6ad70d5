import { type Argument, isNamedByUser, knownPrefix, literalText } from "./argument.ts";

/** One option as given; `value` is what belongs to it, if it takes something. */
interface ParsedOption {
  /** With its dashes: `-r`, `--recursive`. */
  readonly name: string;
  readonly value: Argument | undefined;
  readonly at: Argument;
}

/** The words after a command's name, told apart. */
export interface ParsedWords {
  readonly options: readonly ParsedOption[];
  readonly operands: readonly Argument[];
  /** The operands after `--`; `undefined` when there is no `--`. */
  readonly afterDashes: readonly Argument[] | undefined;
  /** A word among them is not known, and not in quotes: it may be any option. */
  readonly open: boolean;
  /** Such a word is given by nobody who could know what it is for. */
  readonly strange: boolean;
}

const sets = new Map<string, ReadonlySet<string>>();

/** A list of options with spaces between, as a set. Each list is read once. */
export function optionSet(list: string | undefined): ReadonlySet<string> {
  if (list === undefined) return noOptions;
  const known = sets.get(list) ?? new Set(list.split(" "));
  sets.set(list, known);
  return known;
}

const noOptions: ReadonlySet<string> = new Set();

/**
 * Tells options from operands as getopt does: clusters (`-rf`), values attached (`-n5`, `--size=5`) or apart, `--`.
 *
 * @param valued - the options that take a value; one with a `?` after it only an attached one
 * @param stopAtOperand - whether everything from the first operand on is operands, as for `sudo`
 */
export function readWords(
  words: readonly Argument[],
  valued: ReadonlySet<string>,
  stopAtOperand: boolean = false,
): ParsedWords {
  const options: ParsedOption[] = [];
  const operands: Argument[] = [];
  let [open, strange] = [false, false];
  for (let index = 0; index < words.length; index++) {
    const at = words[index];
    if (at === undefined) break;
    const text = literalText(at);
    if (text === "--") {
      const afterDashes = words.slice(index + 1);
      return { options, operands: [...operands, ...afterDashes], afterDashes, open, strange };
    }
    const begun = text === undefined && at.value === null ? begunOption(at, valued) : undefined;
    if (begun !== undefined) {
      options.push(begun);
      continue;
    }
    if (text === undefined || text === "-" || !text.startsWith("-")) {
      if (stopAtOperand) {
        return { options, operands: words.slice(index), afterDashes: undefined, open, strange };
      }
      const isOpen = at.value === null && at.single !== true;
      open ||= isOpen;
      strange ||= isOpen && !isNamedByUser(at);
      operands.push(at);
      continue;
    }
    const parsed = givenBy(text, at, valued);
    const last = parsed.at(-1);
    if (last !== undefined && last.value === undefined && valued.has(last.name)) {
      parsed[parsed.length - 1] = { ...last, value: words[++index] };
    }
    options.push(...parsed);
  }
  return { options, operands, afterDashes: undefined, open, strange };
}

/** Programs such as `find` and `java` have long options with one dash: `-name`. Those that are listed are no clusters. */
function givenBy(text: string, at: Argument, valued: ReadonlySet<string>): ParsedOption[] {
  if (text.startsWith("--")) return [longOption(text, at)];
  if (text.length > 2 && valued.has(text)) return [{ name: text, value: undefined, at }];
  return cluster(text, at, valued);
}

/** An option whose name is known, but not its value: `--output=$x`. */
function begunOption(at: Argument, valued: ReadonlySet<string>): ParsedOption | undefined {
  const begun = knownPrefix(at);
  if (!begun.startsWith("-") || begun.length < 2) return;
  const equals = begun.indexOf("=");
  const name = begun.startsWith("--") ? begun.slice(0, Math.max(equals, 0)) : begun.slice(0, 2);
  const value: Argument = { ...at, known: (at.known ?? "").slice(begun.startsWith("--") ? equals + 1 : 2) };
  return equals > 0 || (!begun.startsWith("--") && valued.has(name)) ? { name, value, at } : undefined;
}

/**
 * Whether one of the options was given. GNU programs take any beginning of a long option for it, so that `--forc`
 * counts as `--force`.
 */
export function hasOption({ options }: ParsedWords, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  return options.some(
    ({ name }) => names.has(name) || (name.length > 2 && name.startsWith("--") && isBegun(name, names)),
  );
}

function isBegun(name: string, names: ReadonlySet<string>): boolean {
  for (const wanted of names) if (wanted.startsWith(name)) return true;
  return false;
}

function longOption(text: string, at: Argument): ParsedOption {
  const equals = text.indexOf("=");
  if (equals === -1) return { name: text, value: undefined, at };
  return { name: text.slice(0, equals), value: attached(text.slice(equals + 1), at), at };
}

function cluster(text: string, at: Argument, valued: ReadonlySet<string>): ParsedOption[] {
  const parsed: ParsedOption[] = [];
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`;
    const takesRest = index + 1 < text.length && (valued.has(name) || valued.has(`${name}?`));
    parsed.push({ name, value: takesRest ? attached(text.slice(index + 1), at) : undefined, at });
    if (takesRest) break;
  }
  return parsed;
}

function attached(text: string, { start, end, flow }: Argument): Argument {
  const value = { text, glob: false };
  return flow === undefined ? { start, end, value } : { start, end, value, flow };
}
