/** The state of a shell: a cell of the engine, which is joined where the paths of a script meet. */
import type { Origin } from "../effects.ts";
import type { Machine } from "../engine/machine.ts";
import { willChange } from "../engine/paths.ts";
import type { OwnCell, OwnCellType } from "../engine/state.ts";
import { newCell } from "../engine/value.ts";
import type { Flow } from "../flow.ts";
import { joinPath } from "../path.ts";
import type { Value } from "../word-value.ts";
import type { Argument } from "./argument.ts";
import { type Descriptors, joinDescriptors, noDescriptors, sameDescriptors } from "./descriptors.ts";
import type { Evaluation } from "./evaluation.ts";
import type { Capture } from "./syntax.ts";
import { joinVariableMaps, sameVariables, widenVariables } from "./variables.ts";

/** The state of a shell at one point of a script: directory and variables. Each process has its own. */
export interface ShellState extends OwnCell {
  /** The working directory, as a normalized path relative to where the script started; `null` if it is unknown. */
  directory: string | null;
  /** The directory before the last `cd`, to which `cd -` returns; `null` if it is unknown. */
  previous: string | null;
  /** The directories to which `popd` returns, the latest first. */
  pushed: readonly (string | null)[];
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
  /** The known text of an unknown value, with `unknownPart` in place of each unknown part. */
  readonly known?: string | undefined;
  /** The origins of the part that is not literal text of the script. */
  readonly flow?: Flow | undefined;
  /** It is not set, as `$2` of a function that is called with one argument. */
  readonly isUnset?: true;
  /** The elements of an array. */
  readonly items?: readonly Argument[] | undefined;
  /** The possible values after several paths, if the value on each path is known. */
  readonly alternatives?: readonly Variable[] | undefined;
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

/** The functions with which the engine copies, joins and compares states. */
const stateType = {
  sizeOf: ({ variables }: ShellState): number => variables.size,
  copy: copyState,
  replace(state: ShellState, content: ShellState): void {
    const { directory, previous, pushed, exported, altered, elsewhere, descriptors } = content;
    const variables = new Map(content.variables);
    Object.assign(state, { directory, previous, pushed, variables, exported, altered, elsewhere, descriptors });
  },
  join: (a: ShellState, b: ShellState): ShellState => ({
    ...a,
    directory: a.directory === b.directory ? a.directory : null,
    previous: a.previous === b.previous ? a.previous : null,
    pushed: samePlaces(a.pushed, b.pushed) ? a.pushed : [],
    variables: joinVariableMaps(a.variables, b.variables),
    exported: a.exported === b.exported ? a.exported : new Set([...a.exported, ...b.exported]),
    altered: a.altered === b.altered ? a.altered : new Set([...a.altered, ...b.altered]),
    elsewhere: a.elsewhere || b.elsewhere,
    descriptors: joinDescriptors(a.descriptors, b.descriptors),
  }),
  widen: (before: ShellState, joined: ShellState): ShellState => ({
    ...joined,
    variables: widenVariables(before.variables, joined.variables),
  }),
  isSame: sameState,
};

/** The state at the start of a script, without variables. */
export function emptyState(
  directory: string | null,
  volatile: ReadonlySet<string>,
  holes: readonly Origin[] = [{ kind: "unknown" }],
): ShellState {
  return {
    kind: "own",
    born: newCell(),
    type: stateType as OwnCellType,
    directory,
    previous: null,
    pushed: [],
    variables: new Map(),
    exported: new Set(),
    altered: new Set((["IFS", "CDPATH"] as const).filter((name) => volatile.has(name))),
    elsewhere: false,
    descriptors: noDescriptors,
    holes,
    captured: new Map(),
  };
}

/** Copies a state for a subshell or a later comparison. */
export function copyState(state: ShellState): ShellState {
  return { ...state, born: newCell(), variables: new Map(state.variables) };
}

/** Whether two states are equal. */
export function sameState(a: ShellState, b: ShellState): boolean {
  return (
    a.directory === b.directory &&
    a.previous === b.previous &&
    samePlaces(a.pushed, b.pushed) &&
    a.elsewhere === b.elsewhere &&
    sameDescriptors(a.descriptors, b.descriptors) &&
    a.altered.size === b.altered.size &&
    a.exported.size === b.exported.size &&
    sameVariables(a.variables, b.variables)
  );
}

function samePlaces(a: ShellState["pushed"], b: ShellState["pushed"]): boolean {
  return a.length === b.length && a.every((place, at) => place === b[at]);
}

/** Changes a state on the current path. */
export function changeState(
  state: ShellState,
  change: Partial<Omit<ShellState, keyof OwnCell | "holes" | "captured">>,
  machine: Machine,
): void {
  willChange(state, machine);
  Object.assign(state, change);
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

/** Marks variables as exported. */
export function exportVariables(state: ShellState, names: readonly string[], machine: Machine): void {
  if (names.some((name) => !state.exported.has(name)))
    changeState(state, { exported: new Set([...state.exported, ...names]) }, machine);
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

/** Returns the state after `cd path`; `null` is an unknown path. */
export function inDirectory(state: ShellState, path: string | null): ShellState {
  const isRooted = path?.startsWith("/") === true || path?.startsWith("~") === true;
  const from = state.directory ?? (isRooted ? "" : null);
  const directory = path === null || from === null ? null : joinPath(from, path);
  return { ...copyState(state), directory: directory !== null && directory.length <= maxPathLength ? directory : null };
}

/** The inputs of setting a variable. Volatile variables, which may change without the evaluation noticing, are never known; `*` for all. */
type Setting = Pick<Evaluation, "machine" | "volatile" | "traps">;

/** Sets a variable, and runs the traps that read it. */
export function setVariable(
  state: ShellState,
  name: string,
  variable: Variable,
  { machine, volatile, traps }: Setting,
): void {
  if (name === "IFS" || (name === "CDPATH" && variable.value?.text !== "")) alter(state, name, machine);
  const changes = volatile.has(name) || volatile.has("*");
  willChange(state, machine);
  state.variables.set(name, changes ? { value: null, flow: variable.flow } : variable);
  for (const trap of traps) if (trap.variables.has(name)) trap.run();
}

/** Removes a variable that the script has set. */
export function removeVariable(state: ShellState, name: string, machine: Machine): void {
  willChange(state, machine);
  state.variables.delete(name);
}

/** Marks all variables as unknown, after an unknown variable was set. */
export function forgetVariables(state: ShellState, machine: Machine): void {
  const anything: Variable = { value: null, flow: { from: [{ kind: "unknown" }] } };
  changeState(state, { variables: new Map([...state.variables.keys()].map((name) => [name, anything])) }, machine);
  alter(state, "IFS", machine);
  alter(state, "CDPATH", machine);
}

/** Records a shell option that changes how words are expanded. */
export function alter(state: ShellState, alteration: Alteration, machine: Machine): void {
  if (!state.altered.has(alteration)) changeState(state, { altered: new Set([...state.altered, alteration]) }, machine);
}
