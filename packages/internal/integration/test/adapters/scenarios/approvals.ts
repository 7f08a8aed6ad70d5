import { memoryAnswerLedger } from "@helve/enforcer";
import { expect } from "vitest";
import type { AdapterUnderTest, AgentRun } from "../adapter.ts";
import {
  agentSetup,
  answerKey,
  askAbove50,
  callOf,
  pay,
  type SetupOptions,
  type World,
  world,
} from "../agent-setup.ts";
import type { Scenario } from "../scenario.ts";

/** Scenarios in which a person decides. */
export const approvalScenarios: readonly Scenario[] = [
  {
    name: "asks a person, and runs nothing until the answer",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
      expect(run.waiting).toEqual(["a"]);
      expect(bank.ran).toEqual([]);
    },
    fallback: nothingRuns,
  },
  {
    name: "runs an approved call",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
      const ended = await run.resume({ a: { decision: "approve" } });
      expect(bank.ran).toEqual(['pay {"amount":80,"to":"Ann"}']);
      expect(ended.read["a"]?.text).toContain("paid 80 to Ann");
      expect(ended).toMatchObject({ text: "done", waiting: [] });
    },
    fallback: nothingRuns,
  },
  {
    name: "does not run a rejected call, and the model reads why",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
      const ended = await run.resume({ a: { decision: "reject", reason: "too much" } });
      expect(bank.ran).toEqual([]);
      expect(ended.read["a"]?.text).toContain("too much");
      expect(ended.text).toBe("done");
    },
    fallback: nothingRuns,
  },
  {
    name: "runs a call with the arguments that a person has edited",
    async run(adapter) {
      const bank = world();
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
      const ended = await run.resume({ a: { decision: "edit", args: { amount: 20, to: "Ann" } } });
      expect(bank.ran).toEqual(['pay {"amount":20,"to":"Ann"}']);
      expect(ended.text).toBe("done");
    },
    fallback: nothingRuns,
  },
  {
    name: "applies a fix that a rule offers",
    async run(adapter) {
      const bank = world();
      const rules = `rule @ask trigger pay check args.amount > 50 enforce user_inspection("", lower_amount) end`;
      const engine = { fixes: { lower_amount: () => ({ amount: 10, to: "Ann" }) } };
      const run = await adapter.start(agentSetup(bank, { rules, engine, turns: [[pay("a", { amount: 80 })]] }));
      await run.resume({ a: { decision: "fix", fix: "lower_amount" } });
      expect(bank.ran).toEqual(['pay {"amount":10,"to":"Ann"}']);
    },
    fallback: nothingRuns,
  },
  {
    name: "one rejection does not drop the other calls of the turn",
    async run(adapter) {
      const bank = world();
      const turns = [[pay("a", { amount: 80 }), pay("b", { amount: 90 }), callOf("c", "balance")]];
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns }));
      expect(run.waiting).toContain("a"); // some SDKs ask about one call at a time
      const ended = await run.resume({ a: { decision: "reject", reason: "no" }, b: { decision: "approve" } });
      expect(bank.ran.filter((line) => line !== "balance {}")).toEqual(['pay {"amount":90,"to":"Ann"}']);
      expect(bank.ran.filter((line) => line === "balance {}")).toHaveLength(1);
      expect(ended.text).toBe("done");
    },
    fallback: nothingRuns,
  },
  {
    name: "evaluates all rules again when the answer arrives",
    async run(adapter) {
      const bank = world();
      const rules = `${askAbove50} rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end`;
      const turns = [[pay("a", { amount: 80 }), pay("b", { amount: 90 })]];
      const run = await adapter.start(agentSetup(bank, { rules, turns }));
      await run.resume({ a: { decision: "approve" }, b: { decision: "approve" } });
      expect(bank.ran).toHaveLength(1);
    },
    fallback: nothingRuns,
  },
  {
    name: "does not run a call whose approval has expired",
    async run(adapter) {
      const bank = world();
      let now = Date.now();
      const engine = { now: () => now, lateAnswers: { key: answerKey, lifetime: 60_000 } };
      const setup = agentSetup(bank, { rules: askAbove50, engine, turns: [[pay("a", { amount: 80 })]] });
      const run = await adapter.start(setup);
      now += 120_000;
      const ended = await run.resume({ a: { decision: "approve" } });
      expect(bank.ran).toEqual([]);
      expect(ended.read["a"]?.text).toContain("expired");
    },
    fallback: nothingRuns,
  },
  {
    name: "resumes in another process",
    async run(adapter) {
      const bank = world();
      const approvals = new Map<string, string>();
      const options = { rules: askAbove50, approvals, turns: [[pay("a", { amount: 80 })]] };
      const run = await adapter.start(agentSetup(bank, options));
      const ended = await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options));
      expect(bank.ran).toEqual(['pay {"amount":80,"to":"Ann"}']);
      expect(ended.text).toBe("done");
    },
    fallback: nothingRuns,
  },
  {
    name: "answers several questions of a turn one at a time, each in another process",
    async run(adapter) {
      const bank = world();
      const approvals = new Map<string, string>();
      const turns = [[pay("a", { amount: 80 }), pay("b", { amount: 90 }), callOf("c", "balance")]];
      const options = { rules: askAbove50, approvals, turns };
      let run = await adapter.start(agentSetup(bank, options));
      for (let answers = 0; answers < 2; answers++) {
        const id = run.waiting.at(-1) ?? "";
        run = await run.resume({ [id]: { decision: "approve" } }, agentSetup(bank, options));
      }
      const payments = ['pay {"amount":80,"to":"Ann"}', 'pay {"amount":90,"to":"Ann"}'];
      expect(bank.ran.filter((line) => line !== "balance {}").sort()).toEqual(payments);
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
    fallback: nothingRuns,
  },
  {
    name: "asks about each call of turns that use an id again, each answered in another process",
    async run(adapter) {
      const bank = world();
      const turns = [80, 80, 90].map((amount) => [pay("a", { amount })]);
      const run = await answeredOneByOne(adapter, { bank, turns, questions: 3 });
      expect(bank.ran).toEqual([80, 80, 90].map(paid));
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
    fallback: nothingTwice,
  },
  {
    name: "answers several questions of turns that use ids again, one at a time, each in another process",
    async run(adapter) {
      const bank = world();
      const turns = [
        [pay("a", { amount: 80 }), pay("b", { amount: 90 })],
        [pay("a", { amount: 60 }), pay("b", { amount: 70 }), pay("c", { amount: 5 })],
      ];
      const run = await answeredOneByOne(adapter, { bank, turns, questions: 4 });
      expect(bank.ran.toSorted()).toEqual([5, 60, 70, 80, 90].map(paid));
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
    fallback: nothingTwice,
  },
  {
    name: "keeps a rejection to its turn if a later turn uses the id again",
    async run(adapter) {
      const bank = world();
      const options = {
        rules: askAbove50,
        approvals: new Map<string, string>(),
        turns: [[pay("a", { amount: 80 })], [pay("a", { amount: 80 })], [pay("a", { amount: 5 })]],
      };
      let run = await adapter.start(agentSetup(bank, options));
      for (const decision of ["reject", "approve"] as const) {
        const [id = ""] = run.waiting;
        run = await run.resume({ [id]: { decision } }, agentSetup(bank, options));
      }
      expect(bank.ran).toEqual([80, 5].map(paid));
      expect(run).toMatchObject({ text: "done", waiting: [] });
    },
    fallback: nothingTwice,
  },
  {
    name: "does not count an approval for a question that this process does not know",
    async run(adapter) {
      const bank = world();
      const options = { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] };
      const run = await adapter.start(agentSetup(bank, options));
      await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options)); // with a store of its own
      expect(bank.ran).toEqual([]);
    },
    fallback: nothingRuns,
  },
  {
    name: "uses an approval once",
    async run(adapter) {
      const bank = world();
      const approvals = new Map<string, string>();
      const engine = {
        lateAnswers: { key: answerKey, ledger: memoryAnswerLedger() },
      };
      const options = { rules: askAbove50, approvals, engine, turns: [[pay("a", { amount: 80 })]] };
      const run = await adapter.start(agentSetup(bank, options));
      const kept = new Map(approvals);
      await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options));
      for (const [id, waiting] of kept) approvals.set(id, waiting); // somebody puts the used question back
      await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options)).catch(() => undefined);
      expect(bank.ran).toEqual(['pay {"amount":80,"to":"Ann"}']);
    },
    fallback: nothingRuns,
  },
  {
    name: "does not run a call whose kept question was changed",
    async run(adapter) {
      const bank = world();
      const approvals = new Map<string, string>();
      const options = { rules: askAbove50, approvals, turns: [[pay("a", { amount: 80 })]] };
      const run = await adapter.start(agentSetup(bank, options));
      for (const [id, waiting] of approvals) approvals.set(id, withAmount(waiting, 8000));
      await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options)).catch(() => undefined);
      expect(bank.ran).toEqual([]);
    },
    fallback: nothingRuns,
  },
];

/** Approves the last open question, in another process each time, until none is open. */
async function answeredOneByOne(
  adapter: AdapterUnderTest,
  { bank, turns, questions }: { bank: World; turns: SetupOptions["turns"]; questions: number },
): Promise<AgentRun> {
  const options = { rules: askAbove50, approvals: new Map<string, string>(), turns };
  let run = await adapter.start(agentSetup(bank, options));
  for (let answers = 0; answers < questions; answers++) {
    const id = run.waiting.at(-1) ?? "";
    run = await run.resume({ [id]: { decision: "approve" } }, agentSetup(bank, options));
  }
  return run;
}

function paid(amount: number): string {
  return `pay ${JSON.stringify({ amount, to: "Ann" })}`;
}

/** A kept question about another amount, with the call as it was. */
function withAmount(waiting: string, amount: number): string {
  const kept = JSON.parse(waiting);
  kept.verdict.request.action.args.amount = amount;
  return JSON.stringify(kept);
}

/** The test for an SDK that drops calls whose id was used before: an answer runs the call that it was given for, and once. */
async function nothingTwice(adapter: AdapterUnderTest): Promise<void> {
  const bank = world();
  const approvals = new Map<string, string>();
  const options = { rules: askAbove50, approvals, turns: [80, 90, 5].map((amount) => [pay("a", { amount })]) };
  let run = await adapter.start(agentSetup(bank, options));
  for (let answers = 0; answers < 3 && run.waiting.length > 0; answers++) {
    const before = bank.ran.length;
    run = await run.resume({ a: { decision: "approve" } }, agentSetup(bank, options));
    expect(bank.ran.filter((line, index) => index >= before && line !== paid(5)).length).toBeLessThan(2);
  }
  expect(new Set(bank.ran).size).toBe(bank.ran.length);
  expect(bank.ran).toContain(paid(80));
}

/** The test for an SDK that can't ask: the call does not run. */
async function nothingRuns(adapter: AdapterUnderTest): Promise<void> {
  const bank: World = world();
  await adapter.start(agentSetup(bank, { rules: askAbove50, turns: [[pay("a", { amount: 80 })]] }));
  expect(bank.ran).toEqual([]);
}
