import { type Argument, literalOf } from "./argument.ts";

/** One option as given; `value` is what belongs to it, if it takes something. */
interface GivenOption {
  /** With its dashes: `-r`, `--recursive`. */
  readonly name: string;
  readonly value: Argument | undefined;
  readonly at: Argument;
}

/** The words after a command's name, told apart. */
export interface GivenWords {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Argument[];
  /** The operands after `--`; `undefined` when there is no `--`. */
  readonly afterDashes: readonly Argument[] | undefined;
  /** A word among them is not known: it may be any option. */
  readonly open: boolean;
}

/**
 * Tells options from operands as getopt does: clusters (`-rf`), values attached (`-n5`, `--size=5`) or apart, `--`.
 *
 * @param valued - the options that take a value
 * @param stopAtOperand - whether everything from the first operand on is operands, as for `sudo`
 */
export function readWords(
  words: readonly Argument[],
  valued: readonly string[],
  stopAtOperand: boolean = false,
): GivenWords {
  const options: GivenOption[] = [];
  const operands: Argument[] = [];
  const dashes = (index: number): GivenWords => {
    const afterDashes = words.slice(index + 1);
    return { options, operands: [...operands, ...afterDashes], afterDashes, open: isOpen(words.slice(0, index)) };
  };
  for (let index = 0; index < words.length; index++) {
    const at = words[index];
    const text = literalOf(at);
    if (at === undefined) break;
    if (text === "--") return dashes(index);
    if (text === undefined || text === "-" || !text.startsWith("-")) {
      if (stopAtOperand) {
        const rest = words.slice(index);
        return { options, operands: rest, afterDashes: undefined, open: isOpen(words.slice(0, index)) };
      }
      operands.push(at);
      continue;
    }
    const given = text.startsWith("--") ? [longOption(text, at)] : cluster(text, at, valued);
    const last = given.at(-1);
    if (last !== undefined && last.value === undefined && valued.includes(last.name)) {
      given[given.length - 1] = { ...last, value: words[++index] };
    }
    options.push(...given);
  }
  return { options, operands, afterDashes: undefined, open: isOpen(words) };
}

/**
 * Whether one of the options was given. GNU programs take any beginning of a long option for it, so that `--forc`
 * counts as `--force`.
 */
export function hasOption({ options }: GivenWords, names: readonly string[]): boolean {
  return options.some(({ name }) =>
    names.some((wanted) => name === wanted || (/^--\w/.test(name) && wanted.startsWith(name))),
  );
}

function isOpen(words: readonly Argument[]): boolean {
  return words.some((word) => word.value === null);
}

function longOption(text: string, at: Argument): GivenOption {
  const equals = text.indexOf("=");
  if (equals === -1) return { name: text, value: undefined, at };
  return { name: text.slice(0, equals), value: attached(text.slice(equals + 1), at), at };
}

function cluster(text: string, at: Argument, valued: readonly string[]): GivenOption[] {
  const given: GivenOption[] = [];
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`;
    const rest = text.slice(index + 1);
    const takesRest = valued.includes(name) && rest !== "";
    given.push({ name, value: takesRest ? attached(rest, at) : undefined, at });
    if (takesRest) break;
  }
  return given;
}

function attached(text: string, { start, end }: Argument): Argument {
  return { start, end, value: { text, glob: false } };
}
