import {
  type AgentOutcome,
  generateLoop,
  handoff,
  outcomeOf,
  type PendingRun,
  resume,
  scriptedModel,
} from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { bank, calls, engine, later } from "./agents.ts";

const signingKey = "another secret of 32 bytes or more";
const rules = `
  rule @ask trigger Bank.Pay check args.amount > 100 enforce user_inspection end
  rule @never trigger Bank.Pay check args.to == "eve" enforce stop end
`;

/** A run that waits for the approval of 900 to Bob; 5 were paid before, and 7 to Dad follow. */
async function waitingRun(options: { readonly signingKey?: string } = {}) {
  const { pay, payments } = bank();
  const executor = new ActionExecutor([pay], { guards: [engine(rules, later())] });
  const turn = calls(
    ["Bank-Pay", { to: "mum", amount: 5 }],
    ["Bank-Pay", { to: "bob", amount: 900 }],
    ["Bank-Pay", { to: "dad", amount: 7 }],
  );
  const outcome = await outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn]), executor, ...options }));
  if (outcome.status !== "pending") throw new Error(outcome.status);
  const answers = { call_2: { decision: "approve", token: outcome.questions[0]?.token } };
  const resumed = (run: PendingRun, more: { readonly signingKey?: string } = options): Promise<AgentOutcome> => {
    return outcomeOf(resume(run, answers, { model: scriptedModel(["ok"]), executor, ...more }));
  };
  return { run: outcome.run, resumed, payments };
}

/** A copy of a run whose JSON text was changed. Patterns match whole words: ids of runs are random and may contain "dad". */
function changed(run: PendingRun, ...changes: readonly (readonly [RegExp, string])[]): PendingRun {
  return JSON.parse(changes.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(run)));
}

describe("a run that was changed in storage", () => {
  it("can't make an approved call run with other arguments, whatever is changed", async () => {
    for (const changes of [
      [[/\b900\b/g, "901"]],
      [[/amount\\":900/g, 'amount\\":901']],
      [[/"amount":900/g, '"amount":901']],
      [[/\bbob\b/g, "bill"]],
      [[/\bbob\b/g, "eve"]],
    ] as const) {
      const { run, resumed, payments } = await waitingRun();
      await resumed(changed(run, ...changes));
      expect(payments.filter((payment) => !["mum 5", "dad 7"].includes(payment))).toEqual([]);
    }
  });

  it("evaluates the rules on calls that had not started, and on every action that a changed run adds", async () => {
    const { run, resumed, payments } = await waitingRun();
    await resumed(changed(run, [/\bdad\b/g, "eve"]));
    expect(payments).toEqual(["mum 5", "bob 900"]);
  });

  it.each<readonly [string, (run: PendingRun) => PendingRun]>([
    ["other arguments", (run) => changed(run, [/\bdad\b/g, "eve"])],
    [
      "a call that runs again",
      ({ turn: [first, ...rest], ...run }) => ({ ...run, turn: [...(first ? [{ call: first.call }] : []), ...rest] }),
    ],
    ["fewer steps", (run) => ({ ...run, trajectory: [] })],
    ["another conversation", (run) => ({ ...run, messages: run.messages.slice(1) })],
    ["more steps left", (run) => ({ ...run, steps: 0 })],
    ["another member", (run) => ({ ...run, earlier: [] })],
    ["another signature", (run) => ({ ...run, signature: "0".repeat(64) })],
  ])("is refused if runs are signed: %s", async (_what, change) => {
    const { run, resumed, payments } = await waitingRun({ signingKey });
    await expect(resumed(change(run))).rejects.toThrow(`the run ${run.id} was changed, or signed with another key`);
    expect(payments).toEqual(["mum 5"]);
    expect((await resumed(JSON.parse(JSON.stringify(run)))).status).toBe("finished");
  });

  it("needs its signature and the key", async () => {
    const { run, resumed } = await waitingRun({ signingKey });
    const { signature: _, ...unsigned } = run;
    await expect(resumed(unsigned)).rejects.toThrow("has no signature");
    await expect(resumed(run, {})).rejects.toThrow("is signed: pass the signingKey");
    await expect(resumed(run, { signingKey: signingKey.toUpperCase() })).rejects.toThrow("signed with another key");
    expect(() =>
      generateLoop("Hi", { model: scriptedModel([]), executor: new ActionExecutor([]), signingKey: "x" }),
    ).toThrow("signingKey must be at least 32 bytes");
  });

  it("can't make a tool run that was only asked about", async () => {
    const { run, resumed, payments } = await waitingRun();
    const turn = run.turn.map((entry) => {
      const { actionReturn } = entry;
      if (actionReturn?.status !== "pending") return entry;
      const { guard } = actionReturn.stages;
      const action = { id: "call_2", name: "Bank.Pay", args: { to: "bob", amount: 900 } };
      const stages = {
        ...actionReturn.stages,
        ...(guard && { guard: { ...guard, action } }),
        run: { outcome: "pending" as const, waiting: null, duration: 0, attempts: 1 },
      };
      return { ...entry, actionReturn: { ...actionReturn, stages } };
    });
    const end = await resumed({ ...run, turn });
    expect(payments).toEqual(["mum 5", "dad 7"]);
    expect(JSON.stringify(end.messages)).toContain("Bank.Pay can't continue: the tool takes no answers");
  });

  it("can't make a sub-agent skip its rules", async () => {
    const { pay, payments } = bank();
    const inner = (turns: Parameters<typeof scriptedModel>[0]) =>
      handoff({
        name: "clerk",
        description: "Pays.",
        model: scriptedModel(turns),
        executor: new ActionExecutor([pay], { guards: [engine(rules, later())] }),
      });
    const model = scriptedModel([calls(["clerk", { task: "Pay." }])]);
    const first = new ActionExecutor([inner([calls(["Bank-Pay", { to: "bob", amount: 900 }])])]);
    const outcome = await outcomeOf(generateLoop("Pay.", { model, executor: first }));
    if (outcome.status !== "pending") throw new Error(outcome.status);
    const [question] = outcome.questions;
    const answers = { "call_1/call_1": { decision: "approve", token: question?.token } };
    const executor = new ActionExecutor([inner(["done"])]);
    const forged = changed(outcome.run, [/\bbob\b/g, "eve"]);
    await outcomeOf(resume(forged, answers, { model: scriptedModel(["ok"]), executor })).catch(() => undefined);
    expect(payments).toEqual([]);
  });
});
