import type { ApprovalAnswer } from "@helve/adapter";
import { expect } from "vitest";
import type { AdapterUnderTest } from "../adapter.ts";
import { agentSetup, askAbove50, callOf, pay, type World, world } from "../agent-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Scenarios in which ids are used again, answers don't fit any more, or a store fails. */
export const attackScenarios: readonly Scenario[] = [
  {
    name: "decides again about a call whose id was used before",
    run: async (adapter) => expect((await refusedThenAllowed(adapter)).ran).toEqual(["balance {}", paid(1)]),
    fallback: async (adapter) => expect((await refusedThenAllowed(adapter)).ran).toEqual(["balance {}"]),
  },
  {
    name: "does not count an approval for a later call with the same id",
    async run(adapter) {
      const bank = world();
      const turns = [[pay("a", { amount: 80 })], [pay("a", { amount: 80 })]];
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns }));
      await run.resume({ a: { decision: "approve" } });
      expect(bank.ran).toEqual([paid(80)]);
    },
    fallback: nothingRuns,
  },
  {
    name: "does not run two calls with the same id for one approval",
    async run(adapter) {
      const bank = world();
      const turns = [[pay("a", { amount: 80 }), pay("a", { amount: 90 })]];
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns }));
      expect(bank.ran).toEqual([]);
      if (run.waiting.length > 0) await run.resume({ a: { decision: "approve" } });
      expect(bank.ran.length).toBeLessThan(2);
    },
  },
  {
    name: "does not run a rejected call, also if no rule asks about it any more",
    run: async (adapter) => expect((await answeredWithoutRules(adapter, { decision: "reject" })).ran).toEqual([]),
    fallback: nothingRuns,
  },
  {
    name: "does not run a call that a person has edited as it was, also if no rule asks about it any more",
    async run(adapter) {
      const { ran } = await answeredWithoutRules(adapter, { decision: "edit", args: { amount: 20, to: "Ann" } });
      expect(ran).not.toContain(paid(80));
    },
    fallback: nothingRuns,
  },
  {
    name: "runs nothing if the store of approvals fails, and the model does not read its error",
    async run(adapter) {
      const secret = "postgres://admin:hunter2@db";
      for (const method of ["get", "set", "delete"]) {
        const bank = world();
        const approvals = Object.assign(new Map<string, string>(), {
          [method]: () => Promise.reject(new Error(`connect ${secret}`)),
        });
        const setup = agentSetup(bank, { rules: askAbove50, approvals, turns: [[pay("a", { amount: 80 })]] });
        const run = await adapter.start(setup).catch(() => undefined);
        const isWaiting = run !== undefined && run.waiting.length > 0;
        const ended = isWaiting ? await run.resume({ a: { decision: "approve" } }).catch(() => undefined) : undefined;
        expect(bank.ran).toEqual([]);
        const texts = [run, ended].flatMap((one) => Object.values(one?.read ?? {}).map(({ text }) => text));
        expect(texts.join()).not.toContain(secret);
      }
    },
  },
];

async function refusedThenAllowed(adapter: AdapterUnderTest): Promise<World> {
  const bank = world();
  const rules = `rule @after_balance trigger pay check !once(balance) enforce stop("get the balance first") end`;
  const turns = [[pay("a", { amount: 1 })], [callOf("b", "balance")], [pay("a", { amount: 1 })]];
  await adapter.start(agentSetup(bank, { rules, turns }));
  return bank;
}

/** A call that waits is answered in a process that has neither its question nor the rule that asked. */
async function answeredWithoutRules(adapter: AdapterUnderTest, answer: ApprovalAnswer): Promise<World> {
  const bank = world();
  const turns = [[pay("a", { amount: 80 })]];
  const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns }));
  const rules = `rule @other trigger balance check False enforce stop end`;
  await run.resume({ a: answer }, agentSetup(bank, { rules, turns })).catch(() => undefined);
  return bank;
}

function paid(amount: number): string {
  return `pay ${JSON.stringify({ amount, to: "Ann" })}`;
}

/** The test for an SDK that can't ask: the call does not run. */
async function nothingRuns(adapter: AdapterUnderTest): Promise<void> {
  const bank = world();
  await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
  expect(bank.ran).toEqual([]);
}
