import { expect } from "vitest";
import { agentSetup, callOf, pay, world } from "../agent-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Scenarios about the runs of tools. */
export const runScenarios: readonly Scenario[] = [
  {
    name: "runs nothing if it was aborted before",
    async run(adapter) {
      const bank = world();
      const signal = AbortSignal.abort(new Error("the user left"));
      await adapter.start(agentSetup(bank, { signal, turns: [[pay("a", { amount: 5 })]] }));
      expect(bank.ran).toEqual([]);
    },
  },
  {
    name: "aborts a tool that is running",
    async run(adapter) {
      const bank = world();
      const abort = new AbortController();
      const running = adapter.start(
        agentSetup(bank, { signal: abort.signal, turns: [[callOf("a", "wait")], [pay("b", { amount: 5 })]] }),
      );
      await bank.waitStarted;
      abort.abort(new Error("the user left"));
      await running;
      expect(bank.aborted).toHaveLength(1);
      expect(bank.ran).toEqual(["wait {}"]);
    },
  },
  {
    name: "ends a tool at its time limit, and the model reads it",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { timeout: 20, turns: [[callOf("a", "wait")]] }));
      expect(bank.aborted).toHaveLength(1);
      expect(run.read["a"]?.text).toMatch(/longer than|timed? ?out/i);
      expect(run.text).toBe("done");
    },
  },
  {
    name: "gives the error of a tool to the model",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[callOf("a", "fail")], [callOf("b", "balance")]] }));
      expect(run.read["a"]?.text).toContain("the bank is closed");
      expect(bank.ran).toEqual(["fail {}", "balance {}"]);
      expect(run.text).toBe("done");
    },
  },
  {
    name: "passes on a result of 1 MB",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[callOf("a", "report")]] }));
      const { text = "" } = run.read["a"] ?? {};
      expect([text.includes("begin"), text.includes("end"), text.length > 1_000_000]).toEqual([true, true, true]);
      expect(run.text).toBe("done");
    },
  },
  {
    name: "streams the progress of a tool",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[callOf("a", "count")]] }));
      expect(run.updates).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
      expect(run.read["a"]?.text).toContain("three");
    },
    async fallback(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[callOf("a", "count")]] }));
      expect(run.read["a"]?.text).toContain("three");
    },
  },
];
