import { joinPath } from "../path.ts";
import type { Value } from "./argument.ts";

/** What the shell knows at one point of a script. */
export interface ShellState {
  /** Where commands run, as a normalised path from where the script began; `null` when not known. */
  directory: string | null;
  /** The variables whose value is known; positional parameters are `1`, `2`, … */
  variables: Map<string, Value>;
  /** What may be read in another way than usual from here on. */
  altered: ReadonlySet<Alteration>;
  /** On another machine or below another root: no path means a file of here. */
  elsewhere: boolean;
}

/**
 * What changes how words are read.
 *
 * - `IFS`: where variables are split
 * - `CDPATH`: where `cd` looks
 * - `globs`: what wildcards match
 */
export type Alteration = "IFS" | "CDPATH" | "globs";

/** A path is no longer than this; a longer one is not known. */
export const longestPath = 4096;

/** A state that can change without the first one changing. */
export function copyState(state: ShellState): ShellState {
  return { ...state, variables: new Map(state.variables) };
}

/** What is known whichever of two states it is. */
export function joinStates(a: ShellState, b: ShellState): ShellState {
  const same = [...a.variables].filter(([name, value]) => {
    const other = b.variables.get(name);
    return other !== undefined && other.text === value.text && other.glob === value.glob;
  });
  return {
    directory: a.directory === b.directory ? a.directory : null,
    variables: new Map(same),
    altered: new Set([...a.altered, ...b.altered]),
    elsewhere: a.elsewhere || b.elsewhere,
  };
}

/** Whether the same is known in both. */
export function sameState(a: ShellState, b: ShellState): boolean {
  const both = joinStates(a, b);
  return (
    a.directory === b.directory &&
    a.elsewhere === b.elsewhere &&
    both.variables.size === Math.max(a.variables.size, b.variables.size) &&
    both.altered.size === Math.min(a.altered.size, b.altered.size)
  );
}

/** Makes a state the same as another. */
export function replaceState(state: ShellState, { directory, variables, altered, elsewhere }: ShellState): void {
  state.directory = directory;
  state.variables = variables;
  state.altered = altered;
  state.elsewhere = elsewhere;
}

/** The state after `cd`; `null` when it is not known whereto. */
export function changeDirectory(state: ShellState, path: string | null): ShellState {
  const from = state.directory ?? (path?.startsWith("/") ? "" : null);
  const directory = path === null || from === null ? null : joinPath(from, path);
  return { ...copyState(state), directory: directory !== null && directory.length <= longestPath ? directory : null };
}

/**
 * Gives a variable its value.
 *
 * @param value - `null` when it is not known
 * @param volatile - the variables that can change unseen; `*` for all
 */
export function setVariable(state: ShellState, name: string, value: Value | null, volatile: ReadonlySet<string>): void {
  if (name === "IFS" || (name === "CDPATH" && value?.text !== "")) alter(state, name);
  if (value === null || volatile.has(name) || volatile.has("*")) state.variables.delete(name);
  else state.variables.set(name, value);
}

/** Something was set, and it is not known what. */
export function forgetVariables(state: ShellState): void {
  state.variables.clear();
  alter(state, "IFS");
  alter(state, "CDPATH");
}

/** From here on, something may be read in another way than usual. */
export function alter(state: ShellState, alteration: Alteration): void {
  state.altered = new Set([...state.altered, alteration]);
}
