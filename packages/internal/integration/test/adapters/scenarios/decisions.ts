import type { Action, Guard, Verdict } from "@helve/core";
import { expect } from "vitest";
import { agentSetup, callOf, pay, world } from "../agent-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Scenarios in which the rules decide alone. */
export const decisionScenarios: readonly Scenario[] = [
  {
    name: "runs an allowed call, and the model reads the result",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[pay("a", { amount: 5 })]] }));
      expect(bank.ran).toEqual(['pay {"amount":5,"to":"Ann"}']);
      expect(run.read["a"]?.text).toContain("paid 5 to Ann");
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
  },
  {
    name: "gives JSON results to the model",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { turns: [[callOf("a", "balance")]] }));
      expect(run.read["a"]?.text.replaceAll(/\s/g, "")).toContain('"euros":100');
    },
  },
  {
    name: "stops a call, the model reads the reason and goes on",
    async run(adapter) {
      const bank = world();
      const rules = `rule @small_only trigger pay check args.amount > 50 enforce stop("only small payments") end`;
      const turns = [[pay("a", { amount: 80 })], [pay("b", { amount: 8 })]];
      const run = await adapter.start(agentSetup(bank, { rules, turns }));
      expect(bank.ran).toEqual(['pay {"amount":8,"to":"Ann"}']);
      expect(run.read["a"]?.text).toContain("only small payments");
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
  },
  {
    name: "rewrites arguments",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { guards: [rewriter()], turns: [[pay("a", { amount: 80 })]] }));
      expect(bank.ran).toEqual(['pay {"amount":50,"to":"Ann"}']);
      expect(run.text).toBe("done");
    },
    async fallback(adapter) {
      const bank = world();
      await adapter.start(agentSetup(bank, { guards: [rewriter()], turns: [[pay("a", { amount: 80 })]] }));
      expect(bank.ran).toEqual([]);
    },
  },
  {
    name: "runs one of two parallel calls if a rule allows one",
    async run(adapter) {
      const bank = world();
      const rules = `rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end`;
      const turns = [[pay("a", { amount: 1 }), pay("b", { amount: 2 })]];
      const run = await adapter.start(agentSetup(bank, { rules, turns }));
      expect(bank.ran).toHaveLength(1);
      expect(Object.values(run.read).filter(({ text }) => text.includes("paid"))).toHaveLength(1);
      expect(run.text).toBe("done");
    },
  },
  {
    name: "remembers the calls of earlier turns",
    async run(adapter) {
      const bank = world();
      const rules = `rule @after_balance trigger pay check !once(balance) enforce stop("get the balance first") end`;
      const turns = [[pay("a", { amount: 1 })], [callOf("b", "balance")], [pay("c", { amount: 3 })]];
      const run = await adapter.start(agentSetup(bank, { rules, turns }));
      expect(bank.ran).toEqual(["balance {}", 'pay {"amount":3,"to":"Ann"}']);
      expect(run.read["a"]?.text).toContain("get the balance first");
    },
  },
  {
    name: "withholds a result that a guard does not let through",
    async run(adapter) {
      const bank = world();
      const rules = `rule @secret trigger after_action balance check True enforce stop("the balance is secret") end`;
      const run = await adapter.start(agentSetup(bank, { rules, turns: [[callOf("a", "balance")]] }));
      expect(bank.ran).toEqual(["balance {}"]);
      expect(run.read["a"]?.text).toContain("the balance is secret");
      expect(run.read["a"]?.text).not.toContain("100");
    },
  },
  {
    name: "gives notes of rules to the model",
    async run(adapter) {
      const bank = world();
      const rules = `rule @note trigger pay check True enforce warn("mind the fees") end`;
      const run = await adapter.start(agentSetup(bank, { rules, turns: [[pay("a", { amount: 5 })]] }));
      expect(run.read["a"]?.text).toContain("mind the fees");
      expect(run.read["a"]?.text).toContain("paid 5 to Ann");
    },
    async fallback(adapter) {
      const bank = world();
      const rules = `rule @note trigger pay check True enforce warn("mind the fees") end`;
      const run = await adapter.start(agentSetup(bank, { rules, turns: [[pay("a", { amount: 5 })]] }));
      expect(run.read["a"]?.text).toContain("paid 5 to Ann");
    },
  },
  {
    name: "runs nothing after a rule has ended the agent",
    async run(adapter) {
      const bank = world();
      const rules = `rule @end trigger pay check args.amount > 50 enforce stop end`;
      const turns = [[pay("a", { amount: 80 })], [pay("b", { amount: 8 })]];
      await adapter.start(agentSetup(bank, { rules, turns, engine: { stopEnds: "agent" } }));
      expect(bank.ran).toEqual([]);
    },
  },
  {
    name: "guards the calls of a sub-agent, in the same history",
    async run(adapter) {
      const bank = world();
      const rules = `rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end`;
      const turns = [[pay("a", { amount: 1 })], [pay("b", { amount: 2 })]];
      await adapter.start(agentSetup(bank, { rules, turns, isSubAgent: true }));
      expect(bank.ran).toEqual(['pay {"amount":1,"to":"Ann"}']);
    },
  },
];

/** A guard that lowers payments to 50. */
function rewriter(): Guard {
  return {
    before: async (action: Action): Promise<Verdict> => {
      const amount = Math.min(50, Number(action.args["amount"]));
      return { kind: "allow", action: { ...action, args: { ...action.args, amount } }, decision: { passes: [] } };
    },
  };
}
