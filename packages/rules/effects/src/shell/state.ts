// The state of the shell during evaluation: its working directory and variables.
import type { Origin } from "../effects.ts";
import { joinPath } from "../path.ts";
import type { Argument } from "./argument.ts";
import { type Descriptors, joinDescriptors, sameDescriptors } from "./descriptors.ts";
import { type Flow, joinFlows } from "./flow.ts";
import type { Capture } from "./syntax.ts";
import type { Value } from "./value.ts";

/** The shell's state at one point of a script, as far as it is known: directory and variables. */
export interface ShellState {
  /** The working directory, as a normalized path relative to where the script started; `null` if it is unknown. */
  directory: string | null;
  /** The variables that were set; positional parameters are `1`, `2`, …, and `@` is all of them. */
  variables: Map<string, Variable>;
  /** The variables that child processes get. */
  exported: ReadonlySet<string>;
  /** Settings that change how words are read from here on. */
  altered: ReadonlySet<Alteration>;
  /** Whether commands run on another machine or under another root, where paths are not files of this machine. */
  elsewhere: boolean;
  /** The data of the descriptors that redirects opened: `exec < file`. */
  descriptors: Descriptors;
  /** Where the unknown parts of the text come from. */
  readonly holes: readonly Origin[];
  /** The output of the scripts inside words (`$(…)`); shared by all states of an evaluation. */
  readonly captured: Map<Capture, Flow>;
}

/** The value of a variable. */
export interface Variable {
  /** `null` if it is unknown. */
  readonly value: Value | null;
  /** The origins of the part that is not literal text of the script. */
  readonly flow?: Flow | undefined;
  /** It is not set, as `$2` of a function that is called with one argument. */
  readonly isUnset?: true;
  /** The elements of an array. */
  readonly items?: readonly Argument[] | undefined;
}

/**
 * A setting that changes how words are expanded, or what programs get.
 *
 * - `IFS`: at which characters variables are split
 * - `CDPATH`: in which directories `cd` searches
 * - `globs`: what wildcards match (`shopt`)
 * - `environment`: which variables programs get, from a file or a program: `dotenv`, `env -i`
 */
export type Alteration = "IFS" | "CDPATH" | "globs" | "environment";

/** A longer path is treated as unknown. */
export const maxPathLength = 4096;

/** A variable that the script never set: its value comes from the environment. */
const unset: Variable = { value: null, flow: { from: [{ kind: "environment" }] } };

/** A copy that can change without changing the original. */
export function copyState(state: ShellState): ShellState {
  return { ...state, variables: new Map(state.variables) };
}

/** The state after two branches join: what differs is unknown. */
export function joinStates(a: ShellState, b: ShellState): ShellState {
  const variables = new Map<string, Variable>();
  for (const [name, variable] of a.variables) variables.set(name, joinVariables(variable, b.variables.get(name)));
  for (const [name, variable] of b.variables) {
    if (!a.variables.has(name)) variables.set(name, joinVariables(variable, undefined));
  }
  return {
    directory: a.directory === b.directory ? a.directory : null,
    variables,
    exported: a.exported === b.exported ? a.exported : new Set([...a.exported, ...b.exported]),
    altered: a.altered === b.altered ? a.altered : new Set([...a.altered, ...b.altered]),
    elsewhere: a.elsewhere || b.elsewhere,
    descriptors: joinDescriptors(a.descriptors, b.descriptors),
    holes: a.holes,
    captured: a.captured,
  };
}

/** A variable after two branches join: its value is kept if both have the same. */
function joinVariables(a: Variable, b: Variable = unset): Variable {
  if (a === b) return a;
  const same = a.value !== null && b.value !== null && a.value.text === b.value.text && a.value.glob === b.value.glob;
  if (same) return { value: a.value, flow: joinFlows([a.flow, b.flow]) };
  return { value: null, flow: joinFlows([flowOfJoined(a), flowOfJoined(b)]) };
}

/** The origins of a value that is one of several: a text of the script counts, too. */
function flowOfJoined({ value, flow }: Variable): Flow | undefined {
  if (value === null || value.text === "") return flow;
  return joinFlows([flow, { from: [{ kind: "literal" }] }]);
}

/** Variables that nearly every environment has, so that a shell exports them without `export`. */
const inherited =
  /^(HOME|PATH|USER|LOGNAME|SHELL|TERM|LANG|LC_\w+|PWD|TMPDIR|EDITOR|VISUAL|PAGER|PYTHONPATH|NODE_OPTIONS|LD_\w+|HTTPS?_PROXY|https?_proxy|(XDG|CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|OPENCODE)_\w+)$/;

/** Stands for every variable among those that are exported: `set -a`. */
export const everyVariable = "*";

/** Whether child processes get a variable. */
export function isExported(name: string, { exported }: ShellState): boolean {
  return exported.has(name) || inherited.test(name) || exported.has(everyVariable);
}

/** Records that programs get variables that are not known. */
export function loseEnvironment(state: ShellState): void {
  state.altered = new Set([...state.altered, "environment"]);
}

/** Marks variables as exported. */
export function exportVariables(state: ShellState, names: readonly string[]): void {
  if (names.some((name) => !state.exported.has(name))) state.exported = new Set([...state.exported, ...names]);
}

/**
 * The variables of a child process such as `sh -c '…'`. Only exported variables reach it; the values of others become unknown.
 *
 * @param kept - variables that keep their values; other positional parameters and `HOME` are removed
 * @param set - further variables that are set for the process
 */
export function variablesOfChildProcess(
  state: ShellState,
  kept: readonly string[],
  set: ReadonlyMap<string, Variable> = new Map(),
): Map<string, Variable> {
  const unknown: Variable = { value: null, flow: { from: [{ kind: "unknown" }] } };
  const reaching = new Map<string, Variable>();
  for (const [name, variable] of state.variables) {
    if (kept.includes(name) || (isExported(name, state) && !/^HOME$/.test(name))) reaching.set(name, variable);
    else if (!/^(@|\d+|HOME)$/.test(name)) reaching.set(name, unknown);
  }
  for (const [name, variable] of set) reaching.set(name, variable);
  return reaching;
}

/** Whether two states are equal. */
export function sameState(a: ShellState, b: ShellState): boolean {
  return (
    a.directory === b.directory &&
    a.elsewhere === b.elsewhere &&
    sameDescriptors(a.descriptors, b.descriptors) &&
    a.altered.size === b.altered.size &&
    a.variables.size === b.variables.size &&
    a.exported.size === b.exported.size &&
    [...a.variables].every(([name, { value, flow }]) => {
      const other = b.variables.get(name);
      if (other === undefined || other.flow?.from.length !== flow?.from.length) return false;
      return value === other.value || (value?.text === other.value?.text && value?.glob === other.value?.glob);
    })
  );
}

/** Overwrites a state with another. */
export function replaceState(
  state: ShellState,
  { directory, variables, exported, altered, elsewhere, descriptors }: ShellState,
): void {
  state.directory = directory;
  state.variables = variables;
  state.exported = exported;
  state.altered = altered;
  state.elsewhere = elsewhere;
  state.descriptors = descriptors;
}

/** The state after `cd path`; `null` is an unknown path. */
export function changeDirectory(state: ShellState, path: string | null): ShellState {
  const isRooted = path?.startsWith("/") === true || path?.startsWith("~") === true;
  const from = state.directory ?? (isRooted ? "" : null);
  const directory = path === null || from === null ? null : joinPath(from, path);
  return { ...copyState(state), directory: directory !== null && directory.length <= maxPathLength ? directory : null };
}

/**
 * Sets a variable.
 *
 * @param volatile - variables that may change without the evaluation noticing, so that their values are never known; `*` for all
 */
export function setVariable(state: ShellState, name: string, variable: Variable, volatile: ReadonlySet<string>): void {
  if (name === "IFS" || (name === "CDPATH" && variable.value?.text !== "")) alter(state, name);
  const changes = volatile.has(name) || volatile.has("*");
  state.variables.set(name, changes ? { value: null, flow: variable.flow } : variable);
}

/** Makes all variables unknown, after something unknown was set. */
export function forgetVariables(state: ShellState): void {
  const anything: Variable = { value: null, flow: { from: [{ kind: "unknown" }] } };
  for (const name of state.variables.keys()) state.variables.set(name, anything);
  alter(state, "IFS");
  alter(state, "CDPATH");
}

/** Records a setting that changes how words are read from here on. */
export function alter(state: ShellState, alteration: Alteration): void {
  if (!state.altered.has(alteration)) state.altered = new Set([...state.altered, alteration]);
}
