/** Binds the words of a PowerShell command to the parameters of its cmdlet: `rm a -Recurse`. */
import { isPassed } from "../engine/arguments.ts";
import type { CallEntry, EffectEntry } from "../engine/call-entry.ts";
import { outputItems } from "../engine/commands.ts";
import type { PassedWord } from "../engine/interpreter.ts";
import { exactValue, listValue, textValue, type Value } from "../engine/value.ts";
import type { ProgramCall } from "./call.ts";
import { asPatterns, someOf } from "./values.ts";

/** A command of PowerShell: its effects, and its parameters as lists of words. `calls` has its names and aliases. */
export interface Cmdlet extends CallEntry {
  /**
   * The parameters that values without a name fill, in order; the last one gets all others if it ends with `*`. With `|path` a
   * parameter has the name `path`, too, and holds patterns of paths, which `-LiteralPath` does not.
   */
  readonly parameters?: string;
  readonly valued?: string;
  readonly switches?: string;
  /** The parameter that gets what a pipe passes; the one for paths if absent. */
  readonly piped?: string;
  /** Computes the call, if rows can't describe it. */
  readonly run?: (bound: Bound) => Value;
}

/**
 * Creates a row of the catalogue: the names and aliases of a command; its parameters as in `Cmdlet` (by position; with a value; switches), separated
 * by semicolons; and, in any order, its effects or the code that it runs, and the parameter for the input of a pipe.
 */
export function cmdlet(
  calls: string,
  parameters: string,
  ...parts: readonly (EffectEntry | readonly EffectEntry[] | Pick<Cmdlet, "piped"> | Cmdlet["run"])[]
): Cmdlet {
  const [positions, valued, switches] = parameters.split(/; ?/);
  let row: Cmdlet = { calls, parameters: positions, valued, switches };
  for (const part of parts) {
    if (typeof part === "function") row = { ...row, run: part };
    else if (part !== undefined && "piped" in part) row = { ...row, ...part };
    else if (part !== undefined) row = { ...row, effects: [...(row.effects ?? []), ...[part].flat()] as EffectEntry[] };
  }
  return row;
}

/** The arguments of a command by parameter. */
export interface Bound {
  readonly call: ProgramCall;
  readonly named: ReadonlyMap<string, Value>;
  /** Words for no parameter of the command. */
  readonly rest: readonly PassedWord[];
  readonly value: (name: string) => Value | undefined;
  readonly has: (name: string) => boolean;
}

const commonValued =
  "erroraction warningaction informationaction errorvariable outvariable outbuffer pipelinevariable warningvariable informationvariable progressaction";
const commonSwitches = "verbose debug whatif confirm";
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ea: "erroraction",
    wa: "warningaction",
    ov: "outvariable",
    lp: "literalpath",
    pspath: "literalpath",
    wi: "whatif",
    cf: "confirm",
    cn: "computername",
    s: "recurse",
    session: "session",
  }),
);

/** Assigns words to the parameters of a command, whose names may be shortened as long as they are unambiguous. */
export function bind(cmdlet: Cmdlet, words: readonly PassedWord[], call: ProgramCall): Bound {
  const positions = wordsOf(cmdlet.parameters).map((each) => each.replace("*", ""));
  const forPaths = positions.find((each) => /(?:^|\|)path(?:\||$)/.test(each));
  const valued = [...positions, ...wordsOf(cmdlet.valued), ...(forPaths === undefined ? [] : ["literalpath"])];
  const { named, free, rest } = sortWords(words, (written) =>
    parameterNamed(written, valued, wordsOf(cmdlet.switches)),
  );
  const open = positions.filter(
    (each) => !named.has(firstName(each)) && !(each === forPaths && named.has("literalpath")),
  );
  const takesAll = cmdlet.parameters?.endsWith("*") === true;
  const left = [...free];
  for (const [index, each] of open.entries()) {
    const values = index === open.length - 1 && takesAll ? left.splice(0) : left.splice(0, 1);
    const [only, other] = values;
    if (only !== undefined) named.set(firstName(each), other === undefined ? only : listValue(values));
  }
  bindPaths(named, forPaths, cmdlet.piped, call);
  return {
    call,
    named,
    rest: [...rest, ...left.map((value) => ({ name: null, value }))],
    value: (name) => named.get(name),
    has: (name) => isPassed(named.get(name)),
  };
}

/** Adds piped input to the arguments, and converts paths to patterns. */
function bindPaths(
  named: Map<string, Value>,
  forPaths: string | undefined,
  piped: string | undefined,
  { input }: ProgramCall,
): void {
  const name = forPaths === undefined ? undefined : firstName(forPaths);
  const paths = name === undefined ? undefined : named.get(name);
  const literal = named.get("literalpath");
  if (name !== undefined && literal !== undefined) named.set(name, literal);
  else if (name !== undefined && paths !== undefined) named.set(name, asPatterns(paths));
  const inputName = piped ?? name;
  if (input !== null && inputName !== undefined && !named.has(inputName)) named.set(inputName, input);
  const isFiltered = ["filter", "include", "exclude"].some((each) => named.has(each));
  const all = name === undefined ? undefined : named.get(name);
  if (isFiltered && name !== undefined && all !== undefined) named.set(name, someOf(all));
}

/** A parameter, by its name or the beginning of it. */
export interface FoundParameter {
  readonly name: string;
  readonly isSwitch: boolean;
}

/** Sorts words into those for parameters and those without a name. */
export function sortWords(
  words: readonly PassedWord[],
  find: (written: string) => FoundParameter | undefined,
): { readonly named: Map<string, Value>; readonly free: readonly Value[]; readonly rest: readonly PassedWord[] } {
  const named = new Map<string, Value>();
  const free: Value[] = [];
  const rest: PassedWord[] = [];
  const all = words.flatMap(spreadWord);
  for (let at = 0; at < all.length; at++) {
    const { name, value } = all[at] ?? { name: null, value: null };
    if (name === null) {
      if (value !== null) free.push(value);
      continue;
    }
    const found = find(name.toLowerCase());
    if (found === undefined) rest.push({ name, value });
    else if (value !== null || found.isSwitch) named.set(found.name, value ?? isTrue);
    else {
      const next = all[at + 1];
      named.set(found.name, next?.name === null && next.value !== null ? next.value : textValue(""));
      if (next?.name === null) at++;
    }
  }
  return { named, free, rest };
}

const isTrue = exactValue({ kind: "constant", constant: true });

/** Expands a splatted list or hashtable to words: `@arguments`. */
function spreadWord(word: PassedWord): readonly PassedWord[] {
  if (word.spread === undefined || word.value === null) return [word];
  const [only, other] = word.value.alternatives;
  if (only?.kind === "dict" && other === undefined) return [...only.entries].map(([name, value]) => ({ name, value }));
  const { items, more } = outputItems(word.value);
  return [...items, ...(more === null ? [] : [more])].map((value) => ({ name: null, value }));
}

/** The words of a list with spaces. */
function wordsOf(list: string | undefined): readonly string[] {
  return list === undefined || list === "" ? [] : list.split(" ");
}

/** Returns the name of a parameter without its aliases: `Path|LiteralPath`. */
function firstName(names: string): string {
  return names.split("|")[0] ?? names;
}

/** Finds the parameter that a name or an unambiguous abbreviation means. */
function parameterNamed(
  written: string,
  valued: readonly string[],
  switches: readonly string[],
): FoundParameter | undefined {
  const own = [
    ...valued.flatMap((names) => names.split("|").map((each) => ({ each, name: firstName(names), isSwitch: false }))),
    ...switches.map((name) => ({ each: name, name, isSwitch: true })),
  ];
  const common = [
    ...wordsOf(commonValued).map((name) => ({ each: name, name, isSwitch: false })),
    ...wordsOf(commonSwitches).map((name) => ({ each: name, name, isSwitch: true })),
  ];
  const exact = [...own, ...common].find(({ each }) => each === written || each === aliases.get(written));
  if (exact !== undefined) return exact;
  const found = own.filter(({ each }) => each.startsWith(written));
  const [first] = found;
  if (first !== undefined) return found.every(({ name }) => name === first.name) ? first : undefined;
  return common.find(({ each }) => each.startsWith(written));
}

/** Converts the words of a cmdlet call to the words of a program: `-name` is plain text. */
export function plainWords(words: readonly PassedWord[]): readonly Value[] {
  return words.flatMap(spreadWord).flatMap(({ name, value }) => {
    if (name === null) return value === null ? [] : [value];
    return value === null ? [textValue(`-${name}`)] : [textValue(`-${name}:`), value];
  });
}
