/** The state that the steps of a session leave to the next call: written files, links, settings, and the directory of each tool's shell. */
import type { PredicateContext, Step } from "@helve/core";
import { StepFolds } from "@helve/core/internal";
import type { FileData } from "@helve/effects";
import { fileKey } from "@helve/effects";
import { CreatedFiles } from "./created-files.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";
import { mayChangeIgnoreRules } from "./session-state/ignore-rules.ts";
import type { RunningCode } from "./session-state/running-code.ts";
import { SessionFold } from "./session-state/session-fold.ts";
import { keptSession } from "./session-state/session-memory.ts";
import type { SessionStart } from "./session-state/tool-sessions.ts";

/** The state that the steps of a session leave to the next call. */
export interface SessionState {
  /** The states in which a call of a tool may start. There are two if the policy does not say what the tool keeps between calls. */
  startsOf(tool: string): readonly SessionStart[];
  /** The content of a file that a step wrote, as far as it is known. */
  file(path: string): FileData | undefined;
  /** The code of steps that may still run. */
  running(): readonly RunningCode[];
  /** The files that steps created, as far as `start` is the state in which they ran. */
  created(start: SessionStart): CreatedFiles;
  /** Whether no step may have changed which files git ignores. */
  readonly ignoresAreTrusted: boolean;
}

/** Reads the steps of a trajectory in their order. The predicates of one decision, which have one past, share what calls that still run may do. */
export function sessionState(policy: PreparedPolicy, past: Past): SessionState {
  const fold = foldOf(policy, past);
  const running = past.trajectory.slice(fold.added);
  if (running.length === 0) return fold;
  const known = runningByPast.get(past);
  if (known?.fold === fold && known.added === fold.added && known.last === running.at(-1)) return known.state;
  const state = withRunningSteps(fold, running, policy);
  runningByPast.set(past, { fold, added: fold.added, last: running.at(-1), state });
  return state;
}

const runningByPast = new WeakMap<
  Past,
  {
    readonly fold: SessionFold;
    readonly added: number;
    readonly last: Step | undefined;
    readonly state: SessionState;
  }
>();

/** The past of a call: the steps of this process, and snapshots of the steps before them. */
export type Past = Pick<PredicateContext, "trajectory" | "earlier">;

/** The state after the steps that have ended. It changes when further steps are read. */
export function foldOf(policy: PreparedPolicy, { trajectory, earlier }: Past): SessionFold {
  const folds = foldsByPolicy.get(policy) ?? new StepFolds<SessionFold>();
  foldsByPolicy.set(policy, folds);
  const origin = keptSession(policy, earlier)?.fold;
  return folds.of(
    trajectory,
    () => new SessionFold(policy, origin),
    (fold) => fold.origin === origin,
  );
}

const foldsByPolicy = new WeakMap<PreparedPolicy, StepFolds<SessionFold>>();

/** Returns the state while other calls run: their writes are possible. */
function withRunningSteps(fold: SessionFold, running: readonly Step[], policy: PreparedPolicy): SessionState {
  const readings = running.map(({ action }) => fold.effectsOf(action));
  const effects = readings.flatMap((reading) => reading.effects);
  const changes = {
    files: new Map(readings.flatMap(({ files }) => files)),
    links: new Map(readings.flatMap(({ links }) => links)),
  };
  return {
    startsOf: (tool) =>
      fold.startsOf(tool).map((start) => ({ ...start, state: fold.withChanges(start.state, changes) })),
    running: () => [...fold.running(), ...readings.flatMap(({ code }) => code)],
    file: (path) => changes.files.get(fileKey(path, policy.base)) ?? fold.file(path),
    created: (start) => {
      const created = new CreatedFiles(policy.base, fold.created(start));
      for (const effect of effects) if (effect.kind === "move") created.add(effect, false);
      return created;
    },
    ignoresAreTrusted: fold.ignoresAreTrusted && !effects.some(mayChangeIgnoreRules),
  };
}
