import type { Action } from "@helve/core";
import { exactJson, unlessAborted } from "@helve/core/internal";
import { abortedFailure } from "./failure.ts";
import type { RunResult } from "./run-result.ts";

/**
 * Keeps a call from running twice: a second call with the same id, tool and arguments gets the result of the first run, also
 * if that failed, and waits while the first is running. A run that the caller aborted before it started is not recorded.
 *
 * Guards are evaluated for each call; their verdicts are not recorded. Several executors may share a ledger.
 */
export interface RunLedger {
  /** The number of recorded runs. */
  readonly size: number;
  /** Runs an action unless its result is recorded. */
  runOnce(
    action: Action,
    signal: AbortSignal | undefined,
    run: () => RunResult | Promise<RunResult>,
  ): Promise<RunResult>;
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
export function memoryRunLedger({ max = 1000 }: RunLedgerOptions = {}): RunLedger {
  const running = new Map<string, Promise<RunResult>>();
  /** The oldest result comes first. */
  const recorded = new Map<string, RunResult>();

  async function runOnce(
    action: Action,
    signal: AbortSignal | undefined,
    run: () => RunResult | Promise<RunResult>,
  ): Promise<RunResult> {
    const { id, name, args } = action;
    const key = exactJson([id, name, args]);
    const result = recorded.get(key);
    if (result !== undefined) return asReplayed(result);
    const current = running.get(key);
    if (current === undefined) return runAndRecord(key, run);
    const shared = await unlessAborted(() => current, signal);
    if (shared === "aborted") return { ok: false, failure: abortedFailure("failed", name), error: undefined };
    return shared.record === undefined ? runOnce(action, signal, run) : asReplayed(shared);
  }

  async function runAndRecord(key: string, run: () => RunResult | Promise<RunResult>): Promise<RunResult> {
    const current = Promise.resolve(run());
    running.set(key, current);
    try {
      const result = await current;
      // A run that waits for an answer will continue.
      if (result.record !== undefined && result.record.outcome !== "pending") record(key, result);
      return result;
    } finally {
      running.delete(key);
    }
  }

  function record(key: string, result: RunResult): void {
    recorded.set(key, result);
    for (const oldest of recorded.keys()) {
      if (recorded.size <= max) break;
      recorded.delete(oldest);
    }
  }

  return {
    runOnce,
    get size() {
      return recorded.size;
    },
    clear: () => recorded.clear(),
  };
}

/** Returns a recorded result, marked as not run again. */
function asReplayed({ endedAt: _, ...result }: RunResult): RunResult {
  return result.record === undefined ? result : { ...result, record: { ...result.record, replayed: true } };
}
