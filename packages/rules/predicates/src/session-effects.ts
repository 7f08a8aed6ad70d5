/** Lists the effects of an action with what earlier steps of the session left: written files, links, variables. */
import type { Action, Step } from "@helve/core";
import type { ExecutionState, FileData, Target } from "@helve/effects";
import { effectsOfAction } from "./action-effects.ts";
import { platformPath } from "./compared-path.ts";
import type { CreatedFiles } from "./created-files.ts";
import type { EffectsPart } from "./effects-part.ts";
import { FactsRead } from "./facts-read.ts";
import { FilesOnDisk } from "./files-on-disk.ts";
import { absolutePath } from "./links-on-disk.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";
import { withScriptsOfDisk } from "./scripts-on-disk.ts";
import { effectsOfHiddenParts, withoutHiddenParts } from "./session-state/hidden-parts.ts";
import { codeThatRuns, mayRunOn, type RunningCode } from "./session-state/running-code.ts";
import type { SessionStart } from "./session-state/tool-sessions.ts";
import { type Past, type SessionState, sessionState } from "./session-state.ts";

/** The effects of an action after the steps of a session. */
export interface SessionEffects {
  readonly parts: readonly EffectsPart[];
  /** A state in which the action may start, and the files that were created before. */
  readonly state: ExecutionState;
  readonly created: CreatedFiles;
  /** The content of the files that the action writes, as far as it is known, by their paths. */
  readonly written: ReadonlyMap<string, FileData>;
  /** The links that the session has created, those of the action included: `null` for an unknown target. */
  readonly links: ReadonlyMap<string, string | null>;
  /** The facts about the project that were read; absent if the policy has none. */
  readonly facts?: FactsRead;
  /** The code that may still run when the action ends: of earlier calls, and its own if it starts something in the background. */
  readonly running: readonly RunningCode[];
}

/**
 * The effects of an action in the state that the steps of a trajectory left. If the policy does not say what the tool keeps between its
 * calls, the action is read both ways, and has the effects of both readings. The predicates of one decision share the result.
 */
export function effectsInSession(action: Action, policy: PreparedPolicy, past: Past): SessionEffects {
  const { trajectory } = past;
  const latest = latestByAction.get(action);
  const last = trajectory.at(-1);
  const isSame = latest?.policy === policy && latest.last === last && latest.length === trajectory.length;
  if (latest !== undefined && isSame) return latest.result;
  const result = readWithFacts(action, policy, sessionState(policy, past));
  latestByAction.set(action, { policy, last, length: trajectory.length, result });
  return result;
}

/**
 * The effects of an action, as those of `effectsInSession`, if files that no step wrote are read from the disk.
 *
 * @param fileText - the text of a file by its absolute path
 */
export function effectsWithFiles(
  action: Action,
  policy: PreparedPolicy,
  past: Past,
  fileText: (path: string) => string | undefined,
): SessionEffects {
  const session = sessionState(policy, past);
  return readAction(action, policy, onDisk(session, policy, fileText).session);
}

/** Reads an action, with the texts of the disk if the policy has facts. */
function readWithFacts(action: Action, policy: PreparedPolicy, session: SessionState): SessionEffects {
  if (policy.original.facts === undefined) return readAction(action, policy, session);
  const facts = new FactsRead(policy.original.facts);
  const isSecret = (path: string): boolean => policy.reading.find(literalPath(path), false) !== null;
  const disk = onDisk(session, policy, (path) => (isSecret(path) ? undefined : facts.text(path)));
  const read = readAction(action, policy, disk.session);
  const parts = disk.hasRead() ? withScriptsOfDisk(read.parts, readAction(action, policy, session).parts) : read.parts;
  const { ignoresAreTrusted } = session;
  return { ...read, facts, parts: parts.map((part) => ({ ...part, facts, ignoresAreTrusted })) };
}

function literalPath(path: string): Target {
  return { path, glob: false, hidden: false, partial: false };
}

/** Returns the session's state, in which other files are read from the disk. */
function onDisk(
  session: SessionState,
  { base: { workingDirectory, home } }: PreparedPolicy,
  fileText: (path: string) => string | undefined,
): { readonly session: Pick<SessionState, "startsOf" | "created" | "running">; readonly hasRead: () => boolean } {
  const textOf = (key: string): string | undefined => {
    const path = workingDirectory === undefined ? undefined : absolutePath(key, workingDirectory, home);
    return path === undefined ? undefined : fileText(path);
  };
  const all: FilesOnDisk[] = [];
  const withFiles = (start: SessionStart): SessionStart => {
    const files = new FilesOnDisk(start.state.files ?? new Map(), textOf);
    all.push(files);
    return { ...start, state: { ...start.state, files } };
  };
  return {
    session: {
      created: (start) => session.created(start),
      running: () => session.running(),
      startsOf: (tool) => session.startsOf(tool).map(withFiles),
    },
    hasRead: () => all.some((files) => files.hasRead),
  };
}

/** The latest result for each action. */
const latestByAction = new WeakMap<
  Action,
  {
    readonly policy: PreparedPolicy;
    readonly last: Step | undefined;
    readonly length: number;
    readonly result: SessionEffects;
  }
>();

/** Finds the effects of an action and what a session knows after it. */
function readAction(
  action: Action,
  policy: PreparedPolicy,
  session: Pick<SessionState, "startsOf" | "created" | "running">,
): SessionEffects {
  const starts = withCurrentDirectory(session.startsOf(action.name), policy);
  const seen = new Set<string>();
  const running = new Map(session.running().map((code) => [JSON.stringify(code), code]));
  const written = new Map<string, FileData>();
  const links = new Map<string, string | null>(starts[0]?.state.links ?? []);
  const parts = starts.flatMap((start, index) => {
    const created = session.created(start);
    const { parts: read, after } = effectsOfAction(action, policy, start.state);
    if (mayRunOn(action, { after }))
      for (const code of codeThatRuns({ parts: read, state: start.state })) running.set(JSON.stringify(code), code);
    for (const [path, data] of after?.files ?? []) if (data.atStart !== true) written.set(path, data);
    for (const [path, to] of after?.links ?? []) links.set(path, to);
    return [...read, ...partsOfHiddenCode(action, policy, start.state, read)].map((part) => ({
      ...part,
      created,
      effects: starts.length === 1 ? part.effects : newEffects(part, index, seen),
    }));
  });
  const [first = { keeps: undefined, state: {} }] = starts;
  return { parts, state: first.state, created: session.created(first), written, links, running: [...running.values()] };
}

/** Returns unknown effects for code that the record of an earlier step hides. */
function partsOfHiddenCode(
  action: Action,
  policy: PreparedPolicy,
  state: ExecutionState,
  known: readonly EffectsPart[],
): readonly EffectsPart[] {
  const unknown = withoutHiddenParts(state);
  if (unknown === undefined) return [];
  const before = known.flatMap(({ effects }) => effects);
  return effectsOfAction(action, policy, unknown).parts.flatMap((part) => {
    const effects = effectsOfHiddenParts(part.effects, before);
    return effects.length === 0 ? [] : [{ ...part, effects }];
  });
}

/** Adds the directory in which the host says the call starts. */
function withCurrentDirectory(starts: readonly SessionStart[], policy: PreparedPolicy): readonly SessionStart[] {
  const { currentDirectory } = policy.original;
  const [first] = starts;
  if (first === undefined || currentDirectory === undefined) return starts;
  const directory = platformPath(currentDirectory, policy.original);
  const isThere = starts.some(({ state }) => (state.directory ?? policy.base.workingDirectory) === directory);
  return isThere ? starts : [...starts, { ...first, state: { ...first.state, directory } }];
}

/** Returns the effects that no earlier reading of the same code had. */
function newEffects({ effects, path }: EffectsPart, index: number, seen: Set<string>): EffectsPart["effects"] {
  const keyed = effects.map((effect) => ({ effect, key: `${path} ${JSON.stringify(effect)}` }));
  const fresh = keyed.filter(
    ({ effect: { kind }, key }) => index === 0 || !seen.has(key) || /^(delete|destroy|move|write)$/.test(kind),
  );
  for (const { key } of keyed) seen.add(key);
  return fresh.map(({ effect }) => effect);
}
