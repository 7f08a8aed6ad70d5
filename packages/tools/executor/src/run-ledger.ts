/** The ledger that keeps a call from running twice, also in another process. */
import type { Action, GuardRecord } from "@helve/core";
import { exactJson, unlessAborted } from "@helve/core/internal";
import type { RunResult } from "./run-result.ts";

/**
 * Prevents a call from running twice. A run is recorded in the ledger before its tool is called, and so is its result, also if it failed:
 * a second call with the same session, id, tool and arguments gets that result, and waits while the first is running.
 *
 * A ledger that outlives the process also knows runs whose process ended: their outcome is unknown, and they are not run again by themselves.
 *
 * Guards are evaluated for each call; their verdicts are not recorded. Several executors may share a ledger.
 */
export interface RunLedger {
  /**
   * Begins a run, or waits for the one that has begun. Of several that begin the same run, one gets `begun` or `unknown`; it must call
   * `end`, `forget` or `leave`.
   *
   * @throws if the ledger can't be reached; then the tool is not called
   */
  begin(run: LedgerRun, signal: AbortSignal | undefined): Promise<LedgerState>;
  /** Records how a run has ended. */
  end(run: LedgerRun, result: RunResult): Promise<void>;
  /** Forgets a run whose tool was not called. */
  forget(run: LedgerRun): Promise<void>;
  /** Leaves a run whose outcome is unknown as it is. */
  leave(run: LedgerRun): Promise<void>;
  /**
   * Returns the decision about a call whose run was begun, perhaps by a process that ended. A session with a journal continues it
   * without deciding again. Absent if the ledger does not outlive the process.
   */
  find?(run: Pick<LedgerRun, "session" | "call">): Promise<AdmissionRecord | undefined>;
}

/** The run of an action in a ledger. Plain JSON. */
export interface LedgerRun {
  /** The same for each attempt: of the session, the call's id, the tool, the arguments, and the answer with which it continues. */
  readonly key: string;
  /** The id of the session; absent for a call without one. */
  readonly session?: string | undefined;
  /** The id, the name and the raw arguments of the call as one text; absent for a run that continues after an answer. */
  readonly call?: string | undefined;
  readonly action: Action;
  /** The decision that admitted the action. */
  readonly guard: AdmissionRecord;
}

/** The record of the guard stage of an action that was admitted. */
export type AdmissionRecord = GuardRecord & { readonly action: Action };

/** The state of a run in the ledger when the run is about to begin. */
export type LedgerState =
  /** It is new: run it. */
  | { readonly kind: "begun" }
  /** It has ended with this result. */
  | { readonly kind: "ended"; readonly result: RunResult }
  /** It was begun, and its process ended before its result was recorded. */
  | { readonly kind: "unknown"; readonly startedAt: number }
  /** The signal was aborted while it was running elsewhere. */
  | { readonly kind: "aborted" };

/** A ledger in memory. */
export interface MemoryRunLedger extends RunLedger {
  /** The number of recorded runs. */
  readonly size: number;
  /** Forgets all results. */
  clear(): void;
}

/** Options of {@link memoryRunLedger}. */
export interface RunLedgerOptions {
  /** How many runs to remember; the oldest is forgotten first. 1000 by default. */
  readonly max?: number | undefined;
}

/**
 * Creates a ledger that keeps its results in memory.
 *
 * @example
 * const executor = new ActionExecutor([pay], { ledger: memoryRunLedger() });
 * await executor.execute(call);
 * (await executor.execute(call)).stages.run?.replayed; // true
 */
export function memoryRunLedger({ max = 1000 }: RunLedgerOptions = {}): MemoryRunLedger {
  const running = new Map<string, RunningRun>();
  /** The oldest result comes first. */
  const recorded = new Map<string, RunResult>();

  /** Releases the run of a call. */
  function release(key: string): void {
    running.get(key)?.release();
    running.delete(key);
  }

  return {
    async begin({ key }, signal) {
      for (;;) {
        const result = recorded.get(key);
        if (result !== undefined) return { kind: "ended", result };
        const current = running.get(key);
        if (current === undefined) break;
        const ended = await unlessAborted(() => current.ended, signal);
        if (ended === "aborted") return { kind: "aborted" };
      }
      running.set(key, runningRun());
      return { kind: "begun" };
    },
    async end({ key }, result) {
      recorded.set(key, result);
      for (const oldest of recorded.keys()) {
        if (recorded.size <= max) break;
        recorded.delete(oldest);
      }
      release(key);
    },
    forget: async ({ key }) => release(key),
    leave: async ({ key }) => release(key),
    get size() {
      return recorded.size;
    },
    clear: () => recorded.clear(),
  };
}

/** A run that others wait for. */
interface RunningRun {
  readonly ended: Promise<void>;
  release(): void;
}

/** Creates a run that others can wait for. */
function runningRun(): RunningRun {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: promise, release: resolve };
}

/** The text that identifies a call in a session: two calls with the same id are different calls if their arguments differ. */
export function callText({
  id,
  name,
  arguments: raw,
}: {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}): string {
  return exactJson([id, name, raw]);
}
