import { type Argument, literalOf } from "./argument.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import type { Group, Program } from "./catalogue/index.ts";
import { type GivenWords, hasOption, optionSet, readWords } from "./options.ts";

/** An entry of the catalogue that fits a call. */
export interface Matched {
  readonly entry: CatalogueEntry;
  readonly given: GivenWords;
  /** Whether it fits whatever the words are that are not known. */
  readonly sure: boolean;
}

/** What the catalogue says of a call. */
export interface Matches {
  readonly matched: readonly Matched[];
  /** Why something else may happen, too. */
  readonly doubt?: string;
  /** The directory in which the program works, when an option names one; `null` when it is not known. */
  readonly directory?: Argument | null;
}

/**
 * The entries of a program that fit a call.
 *
 * @param args - the words that follow the program's name
 */
export function matchEntries(program: Program, name: string, args: readonly Argument[]): Matches {
  const { groups, options } = program;
  const words = options?.dashless === true ? withDash(args) : args;
  const hasSubcommands = groups.some(({ subcommand }) => subcommand.length > 0);
  if (!hasSubcommands) return { matched: groups.flatMap((group) => matchGroup(group, words, true)) };
  const before = readWords(words, optionSet(options?.valued), true);
  const [subcommand] = before.operands;
  const isOpen = before.open || (subcommand !== undefined && literalOf(subcommand) === undefined);
  if (isOpen && options?.mayRun === true) {
    return { matched: [], doubt: `it is not known which subcommand ${name} gets` };
  }
  const { settings, harmless } = options ?? {};
  const set = before.options.filter((option) => optionSet(settings).has(option.name));
  if (set.some(({ value }) => value !== undefined && harmless?.test(literalOf(value) ?? "") !== true)) {
    return { matched: [], doubt: `${name} gets a setting that may run any command` };
  }
  const directories = before.options.filter((option) => option.name === options?.directory);
  const moved = directories.length > 1 || hasOption(before, optionSet(options?.moved));
  const [directory] = directories;
  const fitting = groups.filter((group) => fits(group, before.operands));
  const unknownNext = fitting.some(({ subcommand: parts }) => parts.length > 1 && before.operands[1]?.value === null);
  const matched = fitting.flatMap((group) =>
    matchGroup(
      group,
      group.subcommand.length === 0 ? words : before.operands.slice(group.subcommand.length),
      group.subcommand.every((_, index) => before.operands[index]?.value !== null),
    ),
  );
  return {
    matched,
    ...(unknownNext && { doubt: `it is not known which subcommand ${name} gets` }),
    ...(moved ? { directory: null } : directory?.value !== undefined && { directory: directory.value }),
  };
}

function withDash(args: readonly Argument[]): readonly Argument[] {
  const [first, ...rest] = args;
  const text = literalOf(first);
  if (first === undefined || text === undefined || !/^[A-Za-z]+$/.test(text)) return args;
  return [{ ...first, value: { text: `-${text}`, glob: false } }, ...rest];
}

function fits({ subcommand }: Group, operands: readonly Argument[]): boolean {
  return subcommand.every((alternatives, index) => {
    const operand = operands[index];
    if (operand?.value === null) return index > 0;
    return alternatives.includes(literalOf(operand) ?? "");
  });
}

/** @param isCalled - whether it is known that the group's subcommand is called */
function matchGroup({ entries, valued }: Group, words: readonly Argument[], isCalled: boolean): readonly Matched[] {
  const given = readWords(words, valued);
  const firstOperand = given.operands[0]?.start ?? Number.POSITIVE_INFINITY;
  const asksHelp = ({ name, at }: GivenWords["options"][number]): boolean =>
    (name === "--help" || name === "--version") && at.start < firstOperand;
  if (given.options.some(asksHelp)) return [];
  const matched: Matched[] = [];
  for (const entry of entries) {
    const sure = fitsGiven(entry, given);
    if (sure !== undefined) matched.push({ entry, given: ownWords(entry, given), sure: sure && isCalled });
  }
  return matched;
}

/** Whether an entry fits: for sure, only if words that are not known make it so (`false`), or not at all. */
function fitsGiven(entry: CatalogueEntry, given: GivenWords): boolean | undefined {
  const { needs, unless, matching } = entry;
  if (unless !== undefined && given.options.some(({ name }) => optionSet(unless).has(name))) return;
  let sure = true;
  const isLoss = entry.deletes !== undefined || entry.destroys !== undefined || entry.discards !== undefined;
  if (needs !== undefined && !hasOption(given, optionSet(needs)) && !hasPrefix(needs, given)) {
    if (isLoss ? !given.open : !given.strange) return;
    sure = false;
  }
  if (matching !== undefined && !hasWord(matching, given)) {
    // What stands first decides what is done; what follows it is what it is done to.
    if (!given.open || given.operands[0]?.value !== null) return;
    sure = false;
  }
  return sure;
}

/** Whether an operand such as `count=5` stands for an option. */
function hasPrefix(needs: string, { operands }: GivenWords): boolean {
  if (!needs.includes("=")) return false;
  return operands.some(({ value }) =>
    [...optionSet(needs)].some((each) => each.endsWith("=") && value?.text.startsWith(each)),
  );
}

function hasWord(matching: RegExp, { operands, options }: GivenWords): boolean {
  const isFit = (word: Argument | undefined): boolean =>
    word !== undefined && matching.test(word.value?.text ?? word.known ?? "");
  return operands.some(isFit) || options.some(({ value }) => isFit(value));
}

/** The words without a pattern that stands before the files, and with an option's value that counts as the last operand. */
function ownWords({ pattern, into }: CatalogueEntry, given: GivenWords): GivenWords {
  if (pattern === undefined && into === undefined) return given;
  let { operands } = given;
  if (pattern !== undefined && !hasOption(given, optionSet(pattern))) operands = operands.slice(1);
  const last = into && given.options.find(({ name }) => optionSet(into).has(name))?.value;
  return last ? { ...given, operands: [...operands, last] } : { ...given, operands };
}
