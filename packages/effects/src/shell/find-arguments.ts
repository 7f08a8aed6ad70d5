import { escapeGlob, unescapeGlob } from "../path.ts";
import { type Argument, isNamedByUser, literalText, unknownPart } from "./argument.ts";
import { asGlob, type Value } from "./value.ts";

/** What `find` does with what it finds. */
export interface FindActions {
  /** Where it looks. */
  readonly places: readonly (Value | null)[];
  /** What it finds, beneath each of the places. */
  readonly found: readonly (Value | null)[];
  /** Whether it finds only some of what is there. */
  readonly filtered: boolean;
  /** The places that `-delete` deletes, all beneath included, each with the word `-delete`. */
  readonly deletes: readonly { readonly value: Value | null; readonly at: Argument }[];
  /** The commands of `-exec` and its like, with what is found in place of `{}`. */
  readonly commands: readonly FoundCommand[];
  /** The files that `-fprint` and its like write. */
  readonly writes: readonly Argument[];
  /** A word is not known: it may be any of find's actions. */
  readonly hasUnknownAction: boolean;
}

/** A command of `-exec`; one of `-execdir` runs in whatever directory something is found. */
interface FoundCommand {
  readonly words: readonly Argument[];
  readonly elsewhere: boolean;
}

/** So many words get filled in, at most; beyond, what is found is not known. */
const maxFilled = 2048;

/**
 * Reads a `find` command. What it finds is a glob: everything beneath its starting places whose name fits `-name`.
 *
 * @param words - `find` and what follows it
 */
export function findActions(words: readonly Argument[]): FindActions {
  const args = words.slice(1);
  const expression = args.findIndex((word) => /^(-[^HLPDO]|-D|-O|[(!)])/.test(literalText(word) ?? ""));
  const starts = (expression === -1 ? args : args.slice(0, expression)).filter(
    (word) => !/^-[HLP]$/.test(literalText(word) ?? ""),
  );
  const rest = expression === -1 ? [] : args.slice(expression);
  const tests = readTests(rest);
  const places = starts.length > 0 ? starts.map(({ value }) => value) : [{ text: ".", glob: false }];
  const found = places.map((place) => place && globBelow(place, tests));
  const deletes = rest
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

function isExec(word: Argument | undefined): boolean {
  return /^-(exec|ok)(dir)?$/.test(literalText(word) ?? "");
}

const takesValue =
  /^-(i?(name|path|wholename|lname|regex)|[acm](min|time|newer)|newer(\w\w)?|size|type|xtype|perm|user|group|uid|gid|inum|links|maxdepth|mindepth|samefile|fstype|regextype|used|printf|fprint0?|fls)$/;

/**
 * Whether a word that is not known may be an action. A quoted place to start and the value of a test are none, nor is a
 * place that is given before tests and actions, or what is given to a command of `-exec`.
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

interface Tests {
  /** The one name that all that is found fits; `undefined` when there is none. */
  readonly name: string | undefined;
  /** There are other tests, so that not everything that fits is found. */
  readonly partial: boolean;
  /** Not everything that is there is found. */
  readonly filtered: boolean;
}

/** Words that neither choose what is found nor say what is done by it. */
const neutral = /^(-delete|-print0?|-depth|-d|-x?dev|-mount|-noleaf|-ls|-follow|-a|-and)$/;

function readTests(words: readonly Argument[]): Tests {
  const names: string[] = [];
  let [partial, filtered] = [false, false];
  for (let index = 0; index < words.length; index++) {
    const text = literalText(words[index]);
    const next = literalText(words[index + 1]);
    if (isExec(words[index])) {
      while (index + 1 < words.length && !isExecEnd(words[index + 1])) index++;
      index++;
    } else if (text === "-name" && next !== undefined) {
      names.push(next);
      index++;
    } else if (text === "-type" && next === "f") {
      filtered = true;
      index++;
    } else if (text === "-o" || text === "-or" || text === "!" || text === "-not" || text === ",") {
      return { name: undefined, partial: true, filtered: true };
    } else if (/^-m(ax|in)depth$/.test(text ?? "")) {
      // All that is there is found, but not what lies deeper.
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

function isExecEnd(word: Argument | undefined): boolean {
  return literalText(word) === ";" || literalText(word) === "+";
}

function globBelow(place: Value, { name, partial }: Tests): Value {
  const start = asGlob(place).replace(/\/+$/, "");
  return { text: `${start}/**${name === undefined ? "" : `/${name}`}`, glob: true, hidden: true, partial };
}

function execCommands(words: readonly Argument[], found: readonly (Value | null)[]): readonly FoundCommand[] {
  const commands: FoundCommand[] = [];
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

function insertFound(word: Argument, found: readonly (Value | null)[]): readonly Argument[] {
  if (literalText(word) === "{}") return found.map((value) => ({ ...word, value }));
  if (word.value === null) return [word];
  const text = word.value.glob ? unescapeGlob(word.value.text) : word.value.text;
  if (!text.includes("{}")) return [word];
  const names = found.flatMap((value) => value ?? []);
  // What is no code is a path with what is found in it.
  if (names.length === found.length && /^[\w./{}:@%+=,-]+$/.test(text)) {
    const around = text.split("{}").map(escapeGlob);
    return names.map((name) => ({ ...word, value: { ...name, text: around.join(asGlob(name)), glob: true } }));
  }
  const known = text.replaceAll("{}", unknownPart);
  const flow = { from: [{ kind: "output", by: "find" }] as const, ...(names.length === found.length && { names }) };
  return [{ ...word, value: null, single: true, known, flow }];
}
