/** Parses the arguments of `find`: where it searches, what it finds, and its actions (`-delete`, `-exec`). */
import { escapeGlob, unescapeGlob } from "../path.ts";
import { asGlob, type Value } from "../word-value.ts";
import { type Argument, isNamedByUser, literalText, unknownPart } from "./argument.ts";

/** The starting directories, results and actions of a `find` command. */
export interface FindActions {
  /** The starting directories; `null` for an unknown one. */
  readonly places: readonly (Value | null)[];
  /** For each starting directory, a glob for the files that it finds. */
  readonly found: readonly (Value | null)[];
  /** Whether tests such as `-name` select only some of the files. */
  readonly filtered: boolean;
  /** The files that `-delete` deletes, each with the word `-delete`. */
  readonly deletes: readonly { readonly value: Value | null; readonly at: Argument }[];
  /** The commands of `-exec`, `-ok` and similar, with the found files in place of `{}`. */
  readonly commands: readonly ExecCommand[];
  /** The files that `-fprint` and similar actions write. */
  readonly writes: readonly Argument[];
  /** Whether an unknown word may be an action such as `-delete`. */
  readonly hasUnknownAction: boolean;
}

/** A command of `-exec`. With `elsewhere`, it runs in the directory of each found file (`-execdir`). */
interface ExecCommand {
  readonly words: readonly Argument[];
  readonly elsewhere: boolean;
}

/** If more words would be inserted for `{}`, they are unknown. */
const maxFilled = 2048;

/**
 * The actions of a `find` command. The files that it finds are a glob: everything below its starting directories that matches
 * `-name`.
 *
 * @param words - `find` and the words after it
 */
export function findActions(words: readonly Argument[]): FindActions {
  const args = words.slice(1);
  const expression = args.findIndex((word) => /^(-[^HLPDO]|-D|-O|[(!)])/.test(literalText(word) ?? ""));
  const starts = (expression === -1 ? args : args.slice(0, expression)).filter(
    (word) => !/^-[HLP]$/.test(literalText(word) ?? ""),
  );
  const rest = expression === -1 ? [] : args.slice(expression);
  const tests = collectTests(rest);
  const places = starts.length > 0 ? starts.map(({ value }) => value) : [{ text: ".", glob: false }];
  const found = places.map((place) => place && globBelow(place, tests));
  const own = testsAndActions(rest).map(literalText);
  // Nothing is lost with empty directories.
  const onlyEmpty = own.includes("-empty") && rest.some((word, index) => isTypeDirectory(word, rest[index - 1]));
  const deletes = (onlyEmpty ? [] : testsAndActions(rest))
    .filter((word) => literalText(word) === "-delete")
    .slice(0, 1)
    .flatMap((at) =>
      places.map((place, index) => {
        const whole = place && { ...place, partial: tests.partial };
        return { value: tests.name === undefined ? whole : (found[index] ?? null), at };
      }),
    );
  const executed = rest.filter((word) => isExec(word)).length * found.length;
  const commands = execCommands(rest, executed > maxFilled ? [null] : found);
  const writes = rest.filter((_, index) => /^-f(print0?|printf|ls)$/.test(literalText(rest[index - 1]) ?? ""));
  return {
    places,
    found,
    filtered: tests.filtered,
    deletes,
    commands,
    writes,
    hasUnknownAction: mayHoldUnknownAction(starts, rest),
  };
}

/** The words that are tests and actions themselves, and not values or words of an `-exec` command. */
function testsAndActions(words: readonly Argument[]): readonly Argument[] {
  let inCommand = false;
  return words.filter((word, index) => {
    const isOwn = !inCommand && !takesValue.test(literalText(words[index - 1]) ?? "");
    inCommand = inCommand ? !isExecEnd(word) : isOwn && isExec(word);
    return isOwn;
  });
}

/** Whether words of `find` are `-type d`. */
function isTypeDirectory(word: Argument, before: Argument | undefined): boolean {
  return literalText(before) === "-type" && literalText(word) === "d";
}

/** Whether a word is `-exec`, `-execdir`, `-ok` or `-okdir`. */
function isExec(word: Argument | undefined): boolean {
  return /^-(exec|ok)(dir)?$/.test(literalText(word) ?? "");
}

/** Matches a test or action that takes a value. */
const takesValue =
  /^-(i?(name|path|wholename|lname|regex)|[acm](min|time|newer)|newer(\w\w)?|size|type|xtype|perm|user|group|uid|gid|inum|links|maxdepth|mindepth|samefile|fstype|regextype|used|printf|fprint0?|fls)$/;

/**
 * Whether an unknown word may be an action. It can't be if it is a quoted starting directory, the value of a test, or, if it comes
 * from the person or the project, a starting directory before tests or a word of an `-exec` command.
 */
function mayHoldUnknownAction(starts: readonly Argument[], rest: readonly Argument[]): boolean {
  const isPlace = (word: Argument): boolean =>
    word.value !== null || word.single === true || (rest.length > 0 && isNamedByUser(word));
  if (!starts.every(isPlace)) return true;
  let inCommand = false;
  return !rest.every((word, index) => {
    if (isExec(word)) inCommand = true;
    else if (isExecEnd(word)) inCommand = false;
    const before = literalText(rest[index - 1]) ?? "";
    return word.value !== null || takesValue.test(before) || (inCommand && isNamedByUser(word));
  });
}

/** The tests of a `find` command, such as `-name`. */
interface Tests {
  /** The pattern of the only `-name`; `undefined` if not found or more than one. */
  readonly name: string | undefined;
  /** Whether other tests exclude some files that match the name. */
  readonly partial: boolean;
  /** Whether any test excludes files. */
  readonly filtered: boolean;
}

/** Words that are neither a test nor an action with a command. */
const neutral = /^(-delete|-print0?|-depth|-d|-x?dev|-mount|-noleaf|-ls|-follow|-a|-and)$/;

/** Collects the tests among the words of a `find` command. */
function collectTests(words: readonly Argument[]): Tests {
  const names: string[] = [];
  let [partial, filtered] = [false, false];
  for (let index = 0; index < words.length; index++) {
    const text = literalText(words[index]);
    const next = literalText(words[index + 1]);
    if (isExec(words[index])) {
      while (index + 1 < words.length && !isExecEnd(words[index + 1])) index++;
      index++;
    } else if (/^-i?name$/.test(text ?? "") && next !== undefined) {
      names.push(text === "-iname" ? next.toLowerCase() : next);
      index++;
    } else if (/^-(?:i?path|i?wholename|i?regex)$/.test(text ?? "") && nameInPath(next) !== undefined) {
      names.push(nameInPath(next) ?? "");
      [partial, filtered] = [true, true];
      index++;
    } else if (text === "-type" && next === "f") {
      filtered = true;
      index++;
    } else if (text === "-o" || text === "-or" || text === "!" || text === "-not" || text === ",") {
      return { name: undefined, partial: true, filtered: true };
    } else if (/^-m(ax|in)depth$/.test(text ?? "")) {
      // All files are found except those in deeper directories.
      partial ||= text === "-maxdepth";
      index++;
    } else if (!neutral.test(text ?? "")) {
      [partial, filtered] = [true, true];
    }
  }
  return {
    name: names.length === 1 ? names[0] : undefined,
    partial: partial || names.length > 1,
    filtered: filtered || names.length > 0,
  };
}

/** The name at the end of a pattern of whole paths: `.env` of `*\/.env`, or of the regular expression `.*\/\.env`. */
function nameInPath(pattern: string | undefined): string | undefined {
  const [, name] = /^[^\\]*\/((?:[\w-]|\\?\.)+)\$?$/.exec(pattern ?? "") ?? [];
  return name?.replaceAll("\\", "");
}

/** Whether a word ends an `-exec` command: `;` or `+`. */
function isExecEnd(word: Argument | undefined): boolean {
  return literalText(word) === ";" || literalText(word) === "+";
}

/** The glob for the files that `find` finds below a starting directory. */
function globBelow(place: Value, { name, partial }: Tests): Value {
  const start = asGlob(place).replace(/\/+$/, "");
  return { text: `${start}/**${name === undefined ? "" : `/${name}`}`, glob: true, hidden: true, partial };
}

/** The commands of all `-exec` actions. */
function execCommands(words: readonly Argument[], found: readonly (Value | null)[]): readonly ExecCommand[] {
  const commands: ExecCommand[] = [];
  for (let index = 0; index < words.length; index++) {
    if (!isExec(words[index])) continue;
    const length = words.slice(index + 1).findIndex(isExecEnd);
    const end = length === -1 ? words.length : index + 1 + length;
    const own = words.slice(index + 1, end).flatMap((word) => insertFound(word, found));
    commands.push({ words: own, elsewhere: literalText(words[index])?.endsWith("dir") === true });
    index = end;
  }
  return commands;
}

/** Replaces `{}` in a word of an `-exec` command by the found files. */
function insertFound(word: Argument, found: readonly (Value | null)[]): readonly Argument[] {
  if (literalText(word) === "{}") return found.map((value) => ({ ...word, value }));
  if (word.value === null) return [word];
  const text = word.value.glob ? unescapeGlob(word.value.text) : word.value.text;
  if (!text.includes("{}")) return [word];
  const names = found.flatMap((value) => value ?? []);
  // A word without code is a path that contains the found path.
  if (names.length === found.length && /^[\w./{}:@%+=,-]+$/.test(text)) {
    const around = text.split("{}").map(escapeGlob);
    return names.map((name) => ({ ...word, value: { ...name, text: around.join(asGlob(name)), glob: true } }));
  }
  const known = text.replaceAll("{}", unknownPart);
  const flow = {
    from: [{ kind: "output", by: "find" }] as const,
    names: names.length === found.length ? names : undefined,
  };
  return [{ ...word, value: null, single: true, known, flow }];
}
