// The state in which a script starts, from what earlier or surrounding code left.
import type { Origin } from "../effects.ts";
import { type KnownData, otherVariables } from "../execution-state.ts";
import type { EffectContext } from "../languages.ts";
import { joinPath } from "../path.ts";
import { noDescriptors } from "./descriptors.ts";
import { loseEnvironment, type ShellState, setVariable, type Variable } from "./state.ts";

/** The directories of programs where nothing else is known. */
const defaultPath = "/usr/local/bin:/usr/bin:/bin";

const alterations = ["IFS", "CDPATH"] as const;

/** The state at the start of a script, without variables. */
export function emptyState(
  directory: string | null,
  volatile: ReadonlySet<string>,
  holes: readonly Origin[] = [{ kind: "unknown" }],
): ShellState {
  return {
    directory,
    variables: new Map(),
    exported: new Set(),
    altered: new Set(alterations.filter((name) => volatile.has(name))),
    elsewhere: false,
    descriptors: noDescriptors,
    holes,
    captured: new Map(),
  };
}

/** The state in which `shell.read` starts: the directory and the variables of its context. */
export function initialState(context: EffectContext, volatile: ReadonlySet<string>): ShellState {
  const { home, workingDirectory, environment, variables } = context;
  const state = emptyState(startDirectory(context), volatile, context.holes);
  const known = [...(environment ?? [])].filter(([name]) => name !== otherVariables);
  if (known.length > 0) state.exported = new Set(known.map(([name]) => name));
  if (environment?.has(otherVariables) === true) loseEnvironment(state);
  for (const [name, data] of [...(variables ?? []), ...known]) setVariable(state, name, variableOf(data), volatile);
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
