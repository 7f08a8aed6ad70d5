/** Finds the subcommand in the words of a call: `push` in `git -C dir push`. Several readings are kept if options are unknown. */
import { type Argument, literalText } from "./argument.ts";
import type { SubcommandOptions } from "./catalogue/subcommand-options.ts";
import type { Group } from "./catalogue.ts";
import { optionSet, type ParsedWords, separateOptions } from "./separate-options.ts";

/** One possible reading of the words after a program's name: the options before the subcommand, and what follows them. */
export interface SubcommandReading {
  readonly options: ParsedWords["options"];
  /** The subcommand and the words after it. */
  readonly operands: readonly Argument[];
  /** Whether a word is unknown and unquoted, so that it may be any option. */
  readonly hasUnknownWord: boolean;
}

/** The words that follow a subcommand in one reading of a call. */
export interface SubcommandCall {
  /** `null` if it is unknown which words follow. */
  readonly words: readonly Argument[] | null;
  /** Whether all readings of the call agree, and every word of the subcommand is known. */
  readonly isCertain: boolean;
  /** Whether a word of the subcommand is unknown. */
  readonly hasUnknownPart: boolean;
}

/** The most readings of one call: each unlisted option may take the next word as its value. */
const maxReadings = 6;

/**
 * The readings of the words before a subcommand. `docker --tlscacert ca rm x` has two, because the option is not listed:
 * either it takes no value and `ca` is the subcommand, or it takes `ca` and the subcommand is `rm`.
 *
 * @returns at least one; the first takes every option that is not listed as one without a value
 */
export function subcommandReadings(
  words: readonly Argument[],
  { valued, flags, skipped }: Partial<SubcommandOptions>,
): readonly [SubcommandReading, ...SubcommandReading[]] {
  const [takesValue, takesNone] = [optionSet(valued), optionSet(flags)];
  const read = (
    rest: readonly Argument[],
  ): SubcommandReading & { readonly last: ParsedWords["options"][number] | undefined } => {
    const { options, operands, afterDashes, hasUnknownWord } = separateOptions(rest, takesValue, true);
    const isSkipped = skipped?.test(literalText(operands[0]) ?? "") === true;
    if (isSkipped) return read(operands.slice(1));
    return { options, operands, hasUnknownWord, last: afterDashes === undefined ? options.at(-1) : undefined };
  };
  const first = read(words);
  const readings: [SubcommandReading, ...SubcommandReading[]] = [first];
  let { last, operands } = first;
  let options = [...first.options];
  while (last !== undefined && mayTakeValue(last, takesNone) && operands.length > 1 && readings.length < maxReadings) {
    const next = read(operands.slice(1));
    options = [...options.slice(0, -1), { ...last, value: operands[0] }, ...next.options];
    readings.push({ options, operands: next.operands, hasUnknownWord: next.hasUnknownWord });
    ({ last, operands } = next);
  }
  return readings;
}

/** Whether a call may have further readings: its subcommand is unknown then. */
export function isCutOff(readings: readonly SubcommandReading[]): boolean {
  return readings.length === maxReadings;
}

/** Whether an option may take the next word as its value: it has none in its own word, and is not known to take none. */
export function mayTakeValue({ name, value }: ParsedWords["options"][number], flags: ReadonlySet<string>): boolean {
  return value === undefined && !flags.has(name);
}

/** The calls of a group's subcommand in all readings: for `docker compose -f a.yml down`, the words after `down`. */
export function callsOfGroup(
  { subcommand }: Group,
  readings: readonly SubcommandReading[],
  options: Partial<SubcommandOptions>,
): readonly SubcommandCall[] {
  const [part, ...parts] = subcommand;
  if (part === undefined) return [];
  return readings.flatMap(({ operands: [first, ...rest] }) =>
    first?.value !== null && part.includes(literalText(first) ?? "")
      ? callsOfParts(parts, rest, options, { isCertain: readings.length === 1, hasUnknownPart: false })
      : [],
  );
}

/** The calls of the remaining words of a subcommand. Options may precede each of them; an unknown word may be any of them. */
function callsOfParts(
  [part, ...parts]: readonly (readonly string[])[],
  words: readonly Argument[],
  options: Partial<SubcommandOptions>,
  { isCertain, hasUnknownPart }: Omit<SubcommandCall, "words">,
): readonly SubcommandCall[] {
  if (part === undefined) return [{ words, isCertain, hasUnknownPart }];
  const readings = subcommandReadings(words, options);
  if (isCutOff(readings)) return [{ words: null, isCertain: false, hasUnknownPart: true }];
  return readings.flatMap(({ operands: [first, ...rest] }) => {
    const isUnknown = first?.value === null;
    if (first === undefined || !(isUnknown || part.includes(literalText(first) ?? ""))) return [];
    return callsOfParts(parts, rest, options, {
      isCertain: isCertain && !isUnknown && readings.length === 1,
      hasUnknownPart: hasUnknownPart || isUnknown,
    });
  });
}
