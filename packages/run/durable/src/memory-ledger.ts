import { unlessAborted } from "@helve/core/internal";
import type { LedgerRun, RunLedger, RunResult } from "@helve/executor";
import { recordedResult } from "./recorded-result.ts";

/** A ledger in memory that knows what the end of a process is. */
export function memoryLedger(): RunLedger & { restart(): void } {
  const entries = new Map<string, Entry>();
  let life = 0;

  /** Waits for ever if the process that began the run has ended. @returns whether the run is still this caller's */
  async function owned(run: LedgerRun): Promise<boolean> {
    if (owners.get(run) !== life) await new Promise<never>(() => undefined);
    return entries.get(run.key)?.owner === run;
  }
  const owners = new WeakMap<LedgerRun, number>();

  return {
    async begin(run, signal) {
      for (;;) {
        const entry = entries.get(run.key);
        if (entry === undefined || (entry.result === undefined && !isRunning(entry))) {
          owners.set(run, life);
          const startedAt = entry?.startedAt ?? Date.now();
          entries.set(run.key, { run, owner: run, life, startedAt, ended: Promise.withResolvers() });
          return entry === undefined ? { kind: "begun" } : { kind: "unknown", startedAt };
        }
        if (entry.result !== undefined) return { kind: "ended", result: structuredClone(entry.result) };
        const { ended } = entry;
        if ((await unlessAborted(() => ended.promise, signal)) === "aborted") return { kind: "aborted" };
      }
    },
    async end(run, result) {
      if (!(await owned(run))) return;
      const entry = entries.get(run.key);
      if (entry !== undefined) Object.assign(entry, { result: recordedResult(result), owner: undefined });
      entry?.ended.resolve();
    },
    async forget(run) {
      if (!(await owned(run))) return;
      entries.get(run.key)?.ended.resolve();
      entries.delete(run.key);
    },
    async leave(run) {
      if (!(await owned(run))) return;
      const entry = entries.get(run.key);
      if (entry !== undefined) entry.owner = undefined;
      entry?.ended.resolve();
    },
    async find({ session, call }) {
      return [...entries.values()].find((entry) => entry.run.session === session && entry.run.call === call)?.run.guard;
    },
    restart() {
      life++;
    },
  };

  function isRunning(entry: Entry): boolean {
    return entry.owner !== undefined && entry.life === life;
  }
}

interface Entry {
  readonly run: LedgerRun;
  /** The run object with which it was begun last; absent if nobody runs it. */
  owner: LedgerRun | undefined;
  /** The process that began it. */
  readonly life: number;
  readonly startedAt: number;
  readonly ended: PromiseWithResolvers<void>;
  result?: RunResult;
}
