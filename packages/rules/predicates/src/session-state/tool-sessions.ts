/** Remembers the shell and Python sessions of tools: their directory and variables after each call. */
import type { ExecutionState, KnownData } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";

/** A state in which a tool's call may start. */
export interface SessionStart {
  /**
   * Whether tools are assumed to keep everything between calls if the policy does not define it; `undefined` if the state is the same in both
   * cases.
   */
  readonly keeps: boolean | undefined;
  readonly state: ExecutionState;
}

/** The state of one tool between its calls. */
export interface ToolSession {
  directory: string | null | undefined;
  readonly environment: Map<string, KnownData>;
  readonly variables: Map<string, KnownData>;
  /** Functions, aliases, and the names of a Python session. */
  readonly settings: Map<string, string | null>;
}

/** The states of tools, as JSON. */
export type ToolSessionsSnapshot = readonly {
  readonly tool: string;
  readonly directory?: string | null;
  readonly environment: readonly (readonly [string, KnownData])[];
  readonly variables: readonly (readonly [string, KnownData])[];
  readonly settings: readonly (readonly [string, string | null])[];
}[];

/** More variables or functions than this are not kept; the others are then unknown. */
const maxKept = 300;

/** The states of tools between their calls, by the names of the tools. */
export class ToolSessions {
  readonly #policy: PreparedPolicy;
  readonly #sessions: Map<string, ToolSession> = new Map();

  constructor(policy: PreparedPolicy) {
    this.#policy = policy;
  }

  /** The states in which a call of a tool may start. @param shared - what all tools share: files, links, settings of programs */
  startsOf(tool: string, shared: ExecutionState): readonly SessionStart[] {
    const own = this.#sessions.get(tool);
    const modes = own === undefined ? [] : this.#modesOf(tool);
    const [mode, other] = modes;
    if (own === undefined || mode === undefined) return [{ keeps: undefined, state: shared }];
    if (other === undefined && mode !== undefined) return [{ keeps: undefined, state: startWith(mode, own, shared) }];
    return modes.map((each) => ({ keeps: each !== "fresh", state: startWith(each, own, shared) }));
  }

  /**
   * Records what a call of a tool left, if it started with what the tool keeps.
   *
   * @param isCertain - whether the call ran to its end; otherwise what it changed may have its earlier value
   */
  record(tool: string, after: ExecutionState, isCertain: boolean): void {
    const modes = this.#modesOf(tool);
    if (modes.every((mode) => mode === "fresh")) return;
    const session = this.#sessions.get(tool) ?? {
      directory: undefined,
      environment: new Map(),
      variables: new Map(),
      settings: new Map(),
    };
    if (after.directory !== undefined) session.directory = after.directory;
    for (const [name, data] of after.environment ?? []) {
      session.variables.delete(name);
      keep(session.environment, name, data, { from: [{ kind: "unknown" }] });
    }
    for (const [name, data] of after.variables ?? [])
      keep(session.variables, name, data, { from: [{ kind: "unknown" }] });
    for (const [name, text] of after.settings ?? [])
      if (isOfProcess(name)) keepSetting(session.settings, name, text, isCertain);
    const { directory, environment, variables, settings } = session;
    if (directory !== undefined || environment.size + variables.size + settings.size > 0)
      this.#sessions.set(tool, session);
  }

  /** Returns the states as JSON. */
  snapshot(): ToolSessionsSnapshot {
    return Array.from(this.#sessions, ([tool, { directory, environment, variables, settings }]) => ({
      tool,
      directory,
      environment: [...environment],
      variables: [...variables],
      settings: [...settings],
    }));
  }

  /** Adds what a snapshot knows. */
  restore(sessions: ToolSessionsSnapshot): void {
    for (const { tool, directory, environment, variables, settings } of sessions) {
      this.#sessions.set(tool, {
        directory,
        environment: new Map(environment),
        variables: new Map(variables),
        settings: new Map(settings),
      });
    }
  }

  /** Marks the state of a tool as unknown. */
  forget(tool: string): void {
    this.record(tool, { directory: null, settings: new Map([[furtherPythonNames, null]]) }, true);
    const session = this.#sessions.get(tool);
    for (const name of session?.settings.keys() ?? []) session?.settings.set(name, null);
    for (const variables of [session?.environment, session?.variables])
      for (const name of variables?.keys() ?? []) variables?.set(name, { from: [{ kind: "unknown" }] });
  }

  /** The state that a tool keeps between calls by the policy; two possibilities if the policy does not define it. */
  #modesOf(tool: string): readonly ("kept" | "directory" | "fresh")[] {
    const uses = this.#policy.toolUses(tool)?.uses.filter((use) => "code" in use) ?? [];
    if (uses.length === 0 && this.#policy.toolUses(tool) !== undefined) return ["fresh"];
    const modes = new Set(uses.map((use) => ("session" in use ? use.session : undefined)));
    if (modes.has(undefined) || modes.size !== 1) return ["fresh", "kept"];
    return [...modes].flatMap((mode) => mode ?? []);
  }
}

/** Whether a setting belongs to the tool's process, not to a file. */
export function isOfProcess(setting: string): boolean {
  return /^(function|alias|python) /.test(setting);
}

/** The setting that is `null` if a Python session may have names that are not kept. */
const furtherPythonNames = "python *";

/** Stores a setting of a tool's session; `null` if an uncertain change makes its text unknown. */
function keepSetting(
  settings: Map<string, string | null>,
  name: string,
  text: string | null,
  isCertain: boolean,
): void {
  const before = settings.get(name);
  const isUnknown = !isCertain && before !== undefined && before !== text;
  keep(settings, name, isUnknown ? null : text, null);
  // If there are too many names of a Python session, the new one is missing.
  if (name.startsWith("python ") && !settings.has(name)) settings.set(furtherPythonNames, null);
}

/** Returns the state in which a call of a tool starts: of its own session, or shared. */
function startWith(mode: "kept" | "directory" | "fresh", own: ToolSession, shared: ExecutionState): ExecutionState {
  if (mode === "fresh") return shared;
  if (mode === "directory") return { ...shared, directory: own.directory };
  const { directory, environment, variables } = own;
  const settings = own.settings.size === 0 ? shared.settings : new Map([...(shared.settings ?? []), ...own.settings]);
  return { ...shared, directory, environment, variables, settings };
}

/** Sets an entry. If there are too many, the oldest one becomes unknown and stays so. */
function keep<Value>(entries: Map<string, Value>, name: string, value: Value, unknown: Value): void {
  if (entries.size < maxKept || entries.has(name)) entries.set(name, value);
  else {
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.set(oldest, unknown);
  }
}
