/** Creates the state in which a script starts, from what earlier code left. */
import { type KnownData, otherVariables } from "../execution-state.ts";
import type { EffectContext } from "../languages.ts";
import { joinPath } from "../path.ts";
import type { Evaluation } from "./evaluation.ts";
import { alter, emptyState, type ShellState, setVariable, type Variable } from "./state.ts";

/** The search path of programs (`PATH`) if nothing else is known. */
const defaultPath = "/usr/local/bin:/usr/bin:/bin";

/** The state in which `shell.read` starts: the directory and the variables of its context. */
export function initialState(evaluation: Evaluation): ShellState {
  const { context, volatile, machine } = evaluation;
  const { home, workingDirectory, environment, variables } = context;
  const state = emptyState(startDirectory(context), volatile, context.holes);
  const known = [...(environment ?? [])].filter(([name]) => name !== otherVariables);
  if (known.length > 0) state.exported = new Set(known.map(([name]) => name));
  if (environment?.has(otherVariables) === true) alter(state, "environment", machine);
  for (const [name, data] of [...(variables ?? []), ...known]) setVariable(state, name, variableOf(data), evaluation);
  const literal = (text: string): Variable => ({ value: { text, glob: false } });
  if (home !== undefined && environment?.has("HOME") !== true) state.variables.set("HOME", literal(home));
  if (!state.variables.has("PATH")) state.variables.set("PATH", literal(defaultPath));
  const place =
    state.directory === null ? null : joinPath(workingDirectory ?? "", state.directory === "" ? "." : state.directory);
  if (place?.startsWith("/") === true) state.variables.set("PWD", literal(place === "" ? "/" : place));
  return state;
}

/** The directory in which a script starts, relative to where all began; `null` if it is unknown. */
export function startDirectory({ directory }: EffectContext): string | null {
  return directory === undefined ? "" : directory;
}

/** A variable that earlier code has set. */
function variableOf({ text, from }: KnownData): Variable {
  const isHome = text === "~" || text?.startsWith("~/") === true;
  return {
    value: text === undefined ? null : { text, glob: false, home: isHome ? true : undefined },
    flow: from.length === 0 && text !== undefined ? undefined : { from },
  };
}
