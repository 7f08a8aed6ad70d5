// What the steps of a session left to the next call: written files, links, settings, and the directory of each tool's shell.
import type { PredicateContext, Step } from "@helve/core";
import { endedSteps } from "@helve/core/internal";
import type { FileData } from "@helve/effects";
import { fileKey } from "@helve/effects";
import type { CreatedFiles } from "./created-files.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";
import { SessionFold } from "./session-state/session-fold.ts";
import { keptSession } from "./session-state/session-memory.ts";
import type { SessionStart } from "./session-state/tool-sessions.ts";

/** What the steps of a session left to its next call. */
export interface SessionState {
  /** The states in which a call of a tool may start. There are two if the policy does not say what the tool keeps between calls. */
  startsOf(tool: string): readonly SessionStart[];
  /** What is known of the content of a file that a step wrote. */
  file(path: string): FileData | undefined;
  /** The files that steps created, as far as `start` is the state in which they ran. */
  created(start: SessionStart): CreatedFiles;
}

/**
 * Reads the steps of a trajectory in their order. Each step is read once: the state is kept with the last step and moved forward when
 * the trajectory grows. Only a trajectory whose steps are new objects, or that was cut, is read again as a whole.
 */
export function sessionState(policy: PreparedPolicy, past: Past): SessionState {
  const fold = foldOf(policy, past);
  const running = past.trajectory.slice(endedSteps(past.trajectory));
  return running.length === 0 ? fold : withRunningSteps(fold, running, policy);
}

/** What came before a call: the steps, and what memories have kept of those before them. */
export type Past = Pick<PredicateContext, "trajectory" | "earlier">;

/** The state after the steps that have ended. It changes when further steps are read. */
export function foldOf(policy: PreparedPolicy, { trajectory, earlier }: Past): SessionFold {
  const folds = foldsOf(policy);
  const origin = keptSession(policy, earlier)?.fold;
  const ended = endedSteps(trajectory);
  let at = ended;
  let fold: SessionFold | undefined;
  while (at > 0 && fold === undefined) {
    const last = trajectory[at - 1];
    const found = last && folds.get(last);
    if (found?.length === at && found.origin === origin) fold = found;
    else at--;
  }
  fold ??= new SessionFold(policy, origin);
  if (at < ended) moveForward(fold, trajectory.slice(at, ended), trajectory[at - 1], folds);
  return fold;
}

/** For each policy, the states by the last step that they have read. */
const foldsByPolicy = new WeakMap<PreparedPolicy, WeakMap<Step, SessionFold>>();

function foldsOf(policy: PreparedPolicy): WeakMap<Step, SessionFold> {
  const folds = foldsByPolicy.get(policy) ?? new WeakMap<Step, SessionFold>();
  foldsByPolicy.set(policy, folds);
  return folds;
}

function moveForward(
  fold: SessionFold,
  steps: readonly Step[],
  head: Step | undefined,
  folds: WeakMap<Step, SessionFold>,
): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  if (head !== undefined) folds.delete(head);
  for (const step of steps) fold.add(step);
  folds.set(last, fold);
}

/** The state while other calls run: what they may have written already counts, but they have created nothing for certain. */
function withRunningSteps(fold: SessionFold, running: readonly Step[], policy: PreparedPolicy): SessionState {
  const files = new Map<string, FileData>();
  for (const { action } of running) for (const [path, data] of fold.filesWrittenBy(action)) files.set(path, data);
  return {
    startsOf: (tool) => fold.startsOf(tool).map((start) => ({ ...start, state: fold.withFiles(start.state, files) })),
    file: (path) => files.get(fileKey(path, policy.base)) ?? fold.file(path),
    created: (start) => fold.created(start),
  };
}
