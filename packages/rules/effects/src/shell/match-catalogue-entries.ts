/** Finds the catalogue entries that apply to a call of a program: for `git push --force`, the entries of `git push`. */
import { type Argument, literalText } from "./argument.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import type { SubcommandOptions } from "./catalogue/subcommand-options.ts";
import type { Group, Program } from "./catalogue.ts";
import { hasOption, optionSet, type ParsedWords, separateOptions } from "./separate-options.ts";
import { callsOfGroup, isCutOff, type SubcommandReading, subcommandReadings } from "./subcommand-readings.ts";

/** A catalogue entry that applies to a call. */
export interface MatchedEntry {
  readonly entry: CatalogueEntry;
  readonly parsed: ParsedWords;
  /** `unknown` if unknown words of the call decide whether the entry applies. */
  readonly certainty: "certain" | "unknown";
}

/** The catalogue entries that apply to a call of a program. */
export interface CatalogueMatch {
  readonly matched: readonly MatchedEntry[];
  /** Set if something else may happen too: why that is unknown. */
  readonly unknownReason?: string;
  /** The directory that an option such as `git -C dir` names for the program to work in; `null` if it is unknown. */
  readonly directory?: Argument | null;
}

/**
 * Finds the catalogue entries of a program that apply to a call: for `git push --force`, the entries of `git push`.
 *
 * @param args - the words that follow the program's name
 */
export function matchCatalogueEntries(program: Program, name: string, args: readonly Argument[]): CatalogueMatch {
  const { groups, options } = program;
  const words = options?.dashless === true ? withLeadingDash(args) : args;
  const hasSubcommands = groups.some(({ subcommand }) => subcommand.length > 0);
  if (!hasSubcommands) return { matched: groups.flatMap((group) => matchGroup(group, words, true)) };
  const readings = subcommandReadings(words, options ?? {});
  const [leading] = readings;
  const unknownReason = unknownSubcommandReason(name, readings, options);
  if (unknownReason !== undefined) return { matched: [], unknownReason };
  const { settings, harmless } = options ?? {};
  const set = readings.flatMap((reading) => reading.options).filter((option) => optionSet(settings).has(option.name));
  if (set.some(({ value }) => value !== undefined && harmless?.test(literalText(value) ?? "") !== true)) {
    return { matched: [], unknownReason: `${name} gets a setting that may run any command` };
  }
  const directories = leading.options.filter((option) => option.name === options?.directory);
  const moved = directories.length > 1 || leading.options.some((option) => optionSet(options?.moved).has(option.name));
  const [directory] = directories;
  const calls = groups.map((group) => ({ group, calls: callsOfGroup(group, readings, options ?? {}) }));
  const unknownNext = calls.some(({ calls: found }) => found.some(({ hasUnknownPart }) => hasUnknownPart));
  const matched = calls.flatMap(({ group, calls: found }) =>
    group.subcommand.length === 0
      ? matchGroup(group, words, true)
      : found.flatMap(({ words: rest, isCertain }) => (rest === null ? [] : matchGroup(group, rest, isCertain))),
  );
  return {
    matched,
    unknownReason: unknownNext ? `it is unknown which subcommand ${name} gets` : undefined,
    directory: moved ? null : directory?.value,
  };
}

/** Why it is unknown which subcommand a program gets, if an unknown subcommand may delete or run something. */
function unknownSubcommandReason(
  name: string,
  readings: readonly SubcommandReading[],
  options: SubcommandOptions | undefined,
): string | undefined {
  const isUnknownIn = ({ hasUnknownWord, operands: [subcommand] }: SubcommandReading): boolean =>
    hasUnknownWord || (subcommand !== undefined && literalText(subcommand) === undefined);
  const isUnknown = isCutOff(readings) || (options?.mayRun === true && readings.every(isUnknownIn));
  return isUnknown ? `it is unknown which subcommand ${name} gets` : undefined;
}

/** Adds the dash to options that may be written without it: `tar xzf a` becomes `tar -xzf a`. */
function withLeadingDash(args: readonly Argument[]): readonly Argument[] {
  const [first, ...rest] = args;
  const text = literalText(first);
  if (first === undefined || text === undefined || !/^[A-Za-z]+$/.test(text)) return args;
  return [{ ...first, value: { text: `-${text}`, glob: false } }, ...rest];
}

/**
 * The entries of one subcommand that apply; none for `--help` and `--version`.
 *
 * @param isSubcommandKnown - whether it is certain that this subcommand is called
 */
function matchGroup(
  { entries, valued }: Group,
  words: readonly Argument[],
  isSubcommandKnown: boolean,
): readonly MatchedEntry[] {
  const parsed = separateOptions(words, valued);
  const firstOperand = parsed.operands[0]?.start ?? Number.POSITIVE_INFINITY;
  const asksHelp = ({ name, at }: ParsedWords["options"][number]): boolean =>
    (name === "--help" || name === "--version") && at.start < firstOperand;
  if (parsed.options.some(asksHelp)) return [];
  const matched: MatchedEntry[] = [];
  for (const entry of entries) {
    const certainty = entryCertainty(entry, parsed);
    if (certainty !== undefined)
      matched.push({
        entry,
        parsed: adjustOperands(entry, parsed),
        certainty: isSubcommandKnown ? certainty : "unknown",
      });
  }
  return matched;
}

/** Whether an entry applies to a call: `unknown` if unknown words decide it, `undefined` if it does not apply. */
function entryCertainty(entry: CatalogueEntry, parsed: ParsedWords): "certain" | "unknown" | undefined {
  const { needs, unless, unlessMatching, matching, matchingEach = [] } = entry;
  if (unless !== undefined && isSwitchedOn(optionSet(unless), parsed)) return;
  if (unlessMatching !== undefined && hasMatchingWord(unlessMatching, parsed)) return;
  if (!matchingEach.every((pattern) => hasMatchingWord(pattern, parsed))) return;
  let certainty: "certain" | "unknown" = "certain";
  const isLoss = entry.deletes !== undefined || entry.destroys !== undefined || entry.discards !== undefined;
  if (needs !== undefined && !hasOption(parsed, optionSet(needs)) && !hasRequiredPrefix(needs, parsed)) {
    if (isLoss ? !parsed.hasUnknownWord : !parsed.hasUntrustedWord) return;
    certainty = "unknown";
  }
  if (matching !== undefined && !hasMatchingWord(matching, parsed)) {
    // The first operand decides what the program does; the other operands only name files and the like.
    if (!parsed.hasUnknownWord || parsed.operands[0]?.value !== null) return;
    certainty = "unknown";
  }
  return certainty;
}

/**
 * Whether one of some options is given, by its name or with its value (`--update=none`). One that is switched off (`--dry-run=none`), or taken
 * back by `--no-dry-run`, does not count.
 */
function isSwitchedOn(list: ReadonlySet<string>, { options, operands }: ParsedWords): boolean {
  if (options.some(({ name, value }) => list.has(`${name}=${literalText(value)}`))) return true;
  const given = options.filter(({ name }) => list.has(name));
  const isTakenBack =
    options.some(({ name }) => takesBack(name, list)) ||
    given.some(({ value }) => value !== undefined && isOff(literalText(value))) ||
    operands.some((word) => isOff(literalText(word) ?? ""));
  return given.length > 0 && !isTakenBack;
}

/** Whether an option reverses another, such as `--no-force`; abbreviations count. */
function takesBack(name: string, list: ReadonlySet<string>): boolean {
  const [, rest] = /^--no-?(.+)$/.exec(name) ?? [];
  return rest !== undefined && [...list].some((each) => each.replace(/^-+/, "").startsWith(rest));
}

/** Whether a value switches an option off. An unknown one may. */
function isOff(text: string | undefined): boolean {
  return text === undefined || /^(?:none|false|no|off|0)$/i.test(text);
}

/** Whether a call has an operand with one of the required prefixes: `count=` matches `count=5` of `dd`. */
function hasRequiredPrefix(needs: string, { operands }: ParsedWords): boolean {
  if (!needs.includes("=")) return false;
  return operands.some(({ value }) =>
    [...optionSet(needs)].some((each) => each.endsWith("=") && value?.text.startsWith(each)),
  );
}

/** Whether an operand or the value of an option matches a pattern. */
function hasMatchingWord(matching: RegExp, { operands, options }: ParsedWords): boolean {
  const matchesPattern = (word: Argument | undefined): boolean =>
    word !== undefined && matching.test(word.value?.text ?? word.known ?? "");
  return operands.some(matchesPattern) || options.some(({ value }) => matchesPattern(value));
}

/**
 * The words with the operands that an entry is about: without the pattern of `grep pattern file`, and with the directory of
 * `cp -t directory file` as the last operand.
 */
function adjustOperands({ pattern, into }: CatalogueEntry, parsed: ParsedWords): ParsedWords {
  if (pattern === undefined && into === undefined) return parsed;
  let { operands } = parsed;
  if (pattern !== undefined && !hasOption(parsed, optionSet(pattern))) operands = operands.slice(1);
  const last = into && parsed.options.find(({ name }) => optionSet(into).has(name))?.value;
  return last ? { ...parsed, operands: [...operands, last] } : { ...parsed, operands };
}
