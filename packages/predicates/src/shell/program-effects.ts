import { type Argument, literalOf, type Value } from "./argument.ts";
import { catalogueByName, programsWithSubcommands } from "./catalogue.ts";
import type { CatalogueEntry, EffectKind } from "./catalogue-entry.ts";
import { type GivenWords, hasOption, readWords } from "./options.ts";

/** What a program does to one target, before the target is resolved to a path. */
interface ProgramEffect {
  readonly kind: EffectKind;
  /** `null` when it is not known. */
  readonly value: Value | null;
  readonly recursive: boolean;
  /** The word that names the target; the last word of the command when none does. */
  readonly at: Argument;
  /** The directory from which the target counts, when an option of the program names one. */
  readonly directory?: Argument;
}

/** The effects of a command that the catalogue knows, or why they can't be told. */
export interface ProgramEffects {
  readonly effects: readonly ProgramEffect[];
  readonly unknowns: readonly string[];
}

/**
 * Looks a command up in the catalogue.
 *
 * @param name - the program's name without its directory
 * @param words - the program's name and what follows it
 */
export function programEffects(name: string, words: readonly Argument[]): ProgramEffects {
  const entries = catalogueByName.get(name) ?? catalogueByName.get(name.replace(/^(mkfs)\..*$/, "$1")) ?? [];
  const program = programsWithSubcommands.get(name);
  if (entries.length === 0) return { effects: [], unknowns: [] };
  if (program === undefined) {
    return merge(
      entries.map((entry) => {
        const depth = entry.subcommand?.split(" ").length ?? 0;
        return fitsSubcommand(entry, words.slice(1))
          ? entryEffects(entry, words.slice(depth), name)
          : { effects: [], unknowns: [] };
      }),
    );
  }
  const before = readWords(words.slice(1), program.valued.split(" "), true);
  const [subcommand] = before.operands;
  if (before.open || (subcommand !== undefined && literalOf(subcommand) === undefined)) {
    return { effects: [], unknowns: [`it is not known which subcommand ${name} gets`] };
  }
  const settings = before.options.filter((option) => list(program.settings).includes(option.name));
  if (settings.some(({ value }) => value !== undefined && !program.harmless.test(literalOf(value) ?? ""))) {
    return { effects: [], unknowns: [`${name} gets a setting that may run any command`] };
  }
  const directories = before.options.filter((option) => option.name === program.directory);
  const [directory] = directories;
  const open: ProgramEffects = { effects: [], unknowns: [`it is not known which subcommand ${name} gets`] };
  const found = merge(
    entries
      .filter((entry) => fitsSubcommand(entry, before.operands))
      .map((entry) => {
        const depth = entry.subcommand?.split(" ").length ?? 0;
        const own = before.operands.slice(depth - 1);
        if (depth > 1 && before.operands[1]?.value === null) return open;
        const { effects, unknowns } = entryEffects(entry, own, `${name} ${entry.subcommand ?? ""}`);
        return { effects: effects.map(asPathspec), unknowns };
      }),
  );
  if (directories.length > 1 || hasOption(before, program.moved.split(" "))) {
    return { ...found, effects: found.effects.map((effect) => ({ ...effect, value: null })) };
  }
  if (directory?.value === undefined) return found;
  const from = directory.value;
  return { ...found, effects: found.effects.map((effect) => ({ ...effect, directory: from })) };
}

function merge(found: readonly ProgramEffects[]): ProgramEffects {
  return { effects: found.flatMap(({ effects }) => effects), unknowns: found.flatMap(({ unknowns }) => unknowns) };
}

function fitsSubcommand({ subcommand = "" }: CatalogueEntry, operands: readonly Argument[]): boolean {
  if (subcommand === "") return true;
  return subcommand
    .split(" ")
    .every((word, index) => word === literalOf(operands[index]) || (index > 0 && operands[index]?.value === null));
}

/** Quoted wildcards and `:/` mean something to the program itself, so that the files are not known. */
function asPathspec(effect: ProgramEffect): ProgramEffect {
  const { value } = effect;
  return value?.glob === false && /^:|[*?[]/.test(value.text) ? { ...effect, value: null } : effect;
}

/** @param words - the program or its last subcommand, and what follows it */
function entryEffects(entry: CatalogueEntry, words: readonly Argument[], name: string): ProgramEffects {
  const none: ProgramEffects = { effects: [], unknowns: [] };
  const [last] = words.slice(-1);
  // Of what may only overwrite, it is enough to say that the file is not known.
  const open = (reason: string): ProgramEffects =>
    entry.kind === "overwrite" && last !== undefined
      ? { effects: [{ kind: entry.kind, value: null, recursive: false, at: last }], unknowns: [] }
      : { effects: [], unknowns: [reason] };
  const valued = list(entry.valued);
  const given = readWords(words.slice(1), valued);
  const first = readWords(words.slice(1), valued, true);
  if (first.options.some((option) => option.name === "--help" || option.name === "--version")) return none;
  if (given.options.some((option) => list(entry.unless).includes(option.name))) return none;
  if (entry.needs !== undefined && !hasOption(given, list(entry.needs))) {
    if (!given.open) return none;
    return open(`${name} gets words that are not known, which may be ${list(entry.needs)[0]}`);
  }
  const { matching } = entry;
  if (matching !== undefined && !wordsOf(given).some((word) => matching.test(literalOf(word) ?? ""))) {
    if (!given.open) return none;
    return open(`it is not known what ${name} gets`);
  }
  const at = words.at(-1);
  if (at === undefined) return none;
  const { kind, partial } = entry;
  if (kind === "run") return { effects: [], unknowns: [`${name} may run code that is not read`] };
  const recursive = entry.recursive === true || given.open || hasOption(given, list(entry.recursive || ""));
  const effects = targetsOf(entry, given, at).map(({ value, at: word }) => ({
    kind,
    value: value && partial === true ? { ...value, partial } : value,
    recursive: entry.recursive !== undefined && recursive,
    at: word,
  }));
  return { effects, unknowns: [] };
}

function list(options: string | undefined | true): readonly string[] {
  return typeof options === "string" ? options.split(" ") : [];
}

/** The operands, and the values of the options. */
function wordsOf({ operands, options }: GivenWords): readonly Argument[] {
  return [...operands, ...options.flatMap(({ value }) => value ?? [])];
}

interface TargetWord {
  readonly value: Value | null;
  readonly at: Argument;
}

function targetsOf({ targets }: CatalogueEntry, given: GivenWords, last: Argument): readonly TargetWord[] {
  const { operands, afterDashes } = given;
  const words = (chosen: readonly Argument[]): readonly TargetWord[] => chosen.map((at) => ({ value: at.value, at }));
  switch (targets) {
    case "operands":
      return words(operands);
    case "last operand":
      return words(operands.slice(-1));
    case "first operands":
      return words(operands.slice(0, -1));
    case "later operands":
      return words(operands.slice(1));
    case "operands after --":
      return words(afterDashes ?? []);
    case "operands like paths":
      return words(operands.filter(isLikePath));
    case "directory":
      return operands.length > 0 ? words(operands) : [{ value: { text: ".", glob: false }, at: last }];
    case "not known":
    case "nothing":
      return [{ value: null, at: last }];
    default:
      return valuesOf(given, list(targets.replace("value of ", "")));
  }
}

function isLikePath({ value }: Argument): boolean {
  return value !== null && (value.glob || /^[./:]|\/$|[A-Za-z_-]\.[a-z]\w{0,4}$/.test(value.text));
}

/** What is given to options, or to operands such as `of=`. */
function valuesOf({ operands, options }: GivenWords, names: readonly string[]): readonly TargetWord[] {
  const given = options.filter(({ name }) => names.includes(name)).flatMap(({ value }) => value ?? []);
  return [
    ...given.map((at) => ({ value: at.value, at })),
    ...names.filter((name) => name.endsWith("=")).flatMap((name) => operands.flatMap((at) => operandValue(at, name))),
  ];
}

/** The `x` of `of=x`. */
function operandValue(at: Argument, prefix: string): readonly TargetWord[] {
  const { value } = at;
  if (value === null) return [{ value, at }];
  return value.text.startsWith(prefix) ? [{ value: { ...value, text: value.text.slice(prefix.length) }, at }] : [];
}
