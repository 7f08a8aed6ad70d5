import type { LedgerRun, RunLedger, RunResult } from "@helve/executor";
import { describe, expect, it } from "vitest";

/** One ledger as two processes see it. */
export interface LedgerOfTwo {
  readonly one: RunLedger;
  readonly other: RunLedger;
  /** Ends the first process without notice. */
  kill(): Promise<void>;
}

/** Tests that every ledger must pass if it outlives a process. @param open - opens a new ledger */
export function testLedger(name: string, open: () => Promise<LedgerOfTwo>): void {
  describe(name, () => {
    it("lets one of several begin a run, and the others get its result", async () => {
      const { one } = await open();
      const first = runOf("a");
      expect(await one.begin(first, undefined)).toEqual({ kind: "begun" });
      const others = [1, 2].map(() => one.begin(runOf("a"), undefined));
      await one.end(first, resultOf("done"));
      for (const state of await Promise.all(others)) {
        expect(state).toMatchObject({ kind: "ended", result: { ok: true, value: "done", record: { attempts: 1 } } });
      }
    });

    it("begins other runs: of another session, call, tool or arguments", async () => {
      const { one } = await open();
      for (const key of ["a", "b", "\u0000", "a\ud800"]) {
        const run = runOf(key);
        expect(await one.begin(run, undefined)).toEqual({ kind: "begun" });
        await one.end(run, resultOf("done"));
      }
    });

    it("begins a forgotten run again", async () => {
      const { one } = await open();
      for (const _ of [1, 2]) {
        const run = runOf("a");
        expect(await one.begin(run, undefined)).toEqual({ kind: "begun" });
        await one.forget(run);
      }
    });

    it("records failures, and everything that JSON can represent", async () => {
      const { one } = await open();
      const run = runOf("a");
      await one.begin(run, undefined);
      const failure = {
        status: "failed",
        error: { code: "tool_error", message: "no \u0000 \ud800" },
        recoverable: "model",
      } as const;
      const record = { outcome: "threw", duration: 1, attempts: 1 } as const;
      await one.end(run, { ok: false, failure, error: new Error("no"), record });
      expect(await one.begin(runOf("a"), undefined)).toEqual({
        kind: "ended",
        result: { ok: false, failure, error: undefined, record },
      });
    });

    it("stops waiting when the signal is aborted", async () => {
      const { one } = await open();
      await one.begin(runOf("a"), undefined);
      const controller = new AbortController();
      const waiting = one.begin(runOf("a"), controller.signal);
      controller.abort();
      expect(await waiting).toEqual({ kind: "aborted" });
    });

    it("does not know the outcome of a run whose process ended, and lets one other process find out", async () => {
      const { one, other, kill } = await open();
      const before = Date.now();
      const lost = runOf("a");
      await one.begin(lost, undefined);
      await kill();
      const found = runOf("a");
      const state = await other.begin(found, undefined);
      expect(state).toMatchObject({ kind: "unknown" });
      const { startedAt } = state as { readonly startedAt: number };
      expect(Math.abs(startedAt - before)).toBeLessThan(60_000);
      const waiting = other.begin(runOf("a"), undefined);
      await other.end(found, resultOf("found"));
      expect(await waiting).toMatchObject({ kind: "ended", result: { value: "found" } });
    });

    it("leaves a run unknown for the next one that asks", async () => {
      const { one, other, kill } = await open();
      await one.begin(runOf("a"), undefined);
      await kill();
      for (const _ of [1, 2]) {
        const run = runOf("a");
        expect(await other.begin(run, undefined)).toMatchObject({ kind: "unknown" });
        await other.leave(run);
      }
    });

    it("finds the decision about a call that was begun", async () => {
      const { one, other, kill } = await open();
      const run = runOf("a");
      await one.begin(run, undefined);
      await kill();
      expect(await other.find?.({ session: "run", call: "call a" })).toEqual(run.guard);
      expect(await other.find?.({ session: "another", call: "call a" })).toBeUndefined();
      expect(await other.find?.({ session: "run", call: "call b" })).toBeUndefined();
    });
  });
}

/** A run of a call of `pay`. */
export function runOf(key: string): LedgerRun {
  const action = { id: key, name: "pay", args: { to: key } };
  return { key, session: "run", call: `call ${key}`, action, guard: { verdicts: [], action, after: [] } };
}

export function resultOf(content: string): RunResult {
  const record = { outcome: "returned", duration: 1, attempts: 1 } as const;
  return { ok: true, parts: [{ type: "text", content }], value: content, record, settle: { ok: true, issues: [] } };
}
