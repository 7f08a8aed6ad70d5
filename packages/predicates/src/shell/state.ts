import { joinPath } from "../path.ts";
import type { Value } from "./argument.ts";

/** What the shell knows at one point of a script. */
export interface ShellState {
  /** Where commands run, as a normalised path from where the script began; `null` when not known. */
  directory: string | null;
  /** The variables whose value is known; positional parameters are `1`, `2`, … */
  variables: Map<string, Value>;
  /** On another machine or below another root: no path means a file of here. */
  elsewhere: boolean;
}

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
    elsewhere: a.elsewhere || b.elsewhere,
  };
}

/** Makes a state the same as another. */
export function replaceState(state: ShellState, { directory, variables, elsewhere }: ShellState): void {
  state.directory = directory;
  state.variables = variables;
  state.elsewhere = elsewhere;
}

/** The state after `cd`; `null` when it is not known whereto. */
export function changeDirectory(state: ShellState, path: string | null): ShellState {
  const from = state.directory ?? (path?.startsWith("/") ? "" : null);
  return { ...copyState(state), directory: path === null || from === null ? null : joinPath(from, path) };
}
