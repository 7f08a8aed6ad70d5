import { type Argument, literalText } from "./argument.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import type { Group, Program } from "./catalogue.ts";
import { hasOption, optionSet, type ParsedWords, readWords } from "./parsed-words.ts";

/** An entry of the catalogue that fits a call. */
export interface Matched {
  readonly entry: CatalogueEntry;
  readonly parsed: ParsedWords;
  /** Whether it fits whatever the words are that are not known. */
  readonly sure: boolean;
}

/** What the catalogue says of a call. */
export interface Matches {
  readonly matched: readonly Matched[];
  /** Why something else may happen, too. */
  readonly unknownReason?: string;
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
  const isOpen = before.open || (subcommand !== undefined && literalText(subcommand) === undefined);
  if (isOpen && options?.mayRun === true) {
    return { matched: [], unknownReason: `it is not known which subcommand ${name} gets` };
  }
  const { settings, harmless } = options ?? {};
  const set = before.options.filter((option) => optionSet(settings).has(option.name));
  if (set.some(({ value }) => value !== undefined && harmless?.test(literalText(value) ?? "") !== true)) {
    return { matched: [], unknownReason: `${name} gets a setting that may run any command` };
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
    ...(unknownNext && { unknownReason: `it is not known which subcommand ${name} gets` }),
    ...(moved ? { directory: null } : directory?.value !== undefined && { directory: directory.value }),
  };
}

function withDash(args: readonly Argument[]): readonly Argument[] {
  const [first, ...rest] = args;
  const text = literalText(first);
  if (first === undefined || text === undefined || !/^[A-Za-z]+$/.test(text)) return args;
  return [{ ...first, value: { text: `-${text}`, glob: false } }, ...rest];
}

function fits({ subcommand }: Group, operands: readonly Argument[]): boolean {
  return subcommand.every((alternatives, index) => {
    const operand = operands[index];
    if (operand?.value === null) return index > 0;
    return alternatives.includes(literalText(operand) ?? "");
  });
}

/** @param isCalled - whether it is known that the group's subcommand is called */
function matchGroup({ entries, valued }: Group, words: readonly Argument[], isCalled: boolean): readonly Matched[] {
  const parsed = readWords(words, valued);
  const firstOperand = parsed.operands[0]?.start ?? Number.POSITIVE_INFINITY;
  const asksHelp = ({ name, at }: ParsedWords["options"][number]): boolean =>
    (name === "--help" || name === "--version") && at.start < firstOperand;
  if (parsed.options.some(asksHelp)) return [];
  const matched: Matched[] = [];
  for (const entry of entries) {
    const sure = fitsWords(entry, parsed);
    if (sure !== undefined) matched.push({ entry, parsed: ownWords(entry, parsed), sure: sure && isCalled });
  }
  return matched;
}

/** Whether an entry fits: for sure, only if words that are not known make it so (`false`), or not at all. */
function fitsWords(entry: CatalogueEntry, parsed: ParsedWords): boolean | undefined {
  const { needs, unless, matching } = entry;
  if (unless !== undefined && parsed.options.some(({ name }) => optionSet(unless).has(name))) return;
  let sure = true;
  const isLoss = entry.deletes !== undefined || entry.destroys !== undefined || entry.discards !== undefined;
  if (needs !== undefined && !hasOption(parsed, optionSet(needs)) && !hasPrefix(needs, parsed)) {
    if (isLoss ? !parsed.open : !parsed.strange) return;
    sure = false;
  }
  if (matching !== undefined && !hasWord(matching, parsed)) {
    // What stands first decides what is done; what follows it is what it is done to.
    if (!parsed.open || parsed.operands[0]?.value !== null) return;
    sure = false;
  }
  return sure;
}

/** Whether an operand such as `count=5` stands for an option. */
function hasPrefix(needs: string, { operands }: ParsedWords): boolean {
  if (!needs.includes("=")) return false;
  return operands.some(({ value }) =>
    [...optionSet(needs)].some((each) => each.endsWith("=") && value?.text.startsWith(each)),
  );
}

function hasWord(matching: RegExp, { operands, options }: ParsedWords): boolean {
  const isFit = (word: Argument | undefined): boolean =>
    word !== undefined && matching.test(word.value?.text ?? word.known ?? "");
  return operands.some(isFit) || options.some(({ value }) => isFit(value));
}

/** The words without a pattern that stands before the files, and with an option's value that counts as the last operand. */
function ownWords({ pattern, into }: CatalogueEntry, parsed: ParsedWords): ParsedWords {
  if (pattern === undefined && into === undefined) return parsed;
  let { operands } = parsed;
  if (pattern !== undefined && !hasOption(parsed, optionSet(pattern))) operands = operands.slice(1);
  const last = into && parsed.options.find(({ name }) => optionSet(into).has(name))?.value;
  return last ? { ...parsed, operands: [...operands, last] } : { ...parsed, operands };
}
