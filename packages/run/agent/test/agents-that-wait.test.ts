import {
  type AgentOutcome,
  askUser,
  generateLoop,
  handoff,
  outcomeOf,
  type PendingQuestion,
  readPendingRun,
  resume,
  type ScriptItem,
  scriptedModel,
} from "@helve/agent";
import { memoryAnswerLedger } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { PendingError, tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { bank, calls, engine, eventsOf, later } from "./agents.ts";

const rules = "rule @ask trigger Bank.Pay check args.amount > 100 enforce user_inspection end";
const usage = { inputTokens: 10, outputTokens: 1 };
const shared = () => bank(true);

/** Two levels of sub-agents, as each process creates them: boss → manager → clerk, who pays. */
function agents(scripts: Readonly<Record<"clerk" | "manager" | "boss", readonly ScriptItem[]>>, paying = shared()) {
  const payer = new ActionExecutor([paying.pay, askUser()], { guards: [engine(rules, later())] });
  const clerk = handoff({
    name: "clerk",
    description: "Pays.",
    parallel: true,
    model: scriptedModel(scripts.clerk),
    executor: payer,
  });
  const manager = handoff({
    name: "manager",
    description: "Delegates.",
    model: scriptedModel(scripts.manager),
    executor: new ActionExecutor([clerk, paying.pay], { guards: [engine(rules, later())] }),
  });
  const options = { model: scriptedModel(scripts.boss), executor: new ActionExecutor([manager, paying.pay]) };
  return { options, payments: paying.payments };
}

function pendingOf(outcome: AgentOutcome) {
  if (outcome.status !== "pending") throw new Error(`expected a pending outcome (got ${JSON.stringify(outcome)})`);
  return { ...outcome, run: JSON.parse(JSON.stringify(outcome.run)) };
}

const pay = (to: string, amount: number) => ["Bank-Pay", { to, amount }] as const;
const approvals = (questions: readonly PendingQuestion[]) =>
  Object.fromEntries(questions.map(({ id, token }) => [id, { decision: "approve", token }]));

describe("a sub-agent that waits", () => {
  it("waits across processes two levels deep, with nothing lost and nothing run twice", async () => {
    const paying = shared();
    const first = agents(
      {
        clerk: [{ ...calls(pay("mum", 5), pay("bob", 900), pay("dad", 7)), usage }],
        manager: [{ ...calls(["clerk", { task: "Pay." }], pay("manager", 1)), usage }],
        boss: [{ ...calls(pay("boss", 2), ["manager", { task: "Pay." }], pay("boss", 3)), usage }],
      },
      paying,
    );
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay my debts.", first.options)));
    expect(paying.payments.toSorted()).toEqual(["boss 2", "dad 7", "mum 5"].toSorted().concat("manager 1").toSorted());
    expect(outcome.questions).toMatchObject([
      {
        kind: "inspection",
        id: "call_2/call_1/call_2",
        agents: ["manager", "clerk"],
        callId: "call_2",
        action: { name: "Bank.Pay", args: { to: "bob", amount: 900 } },
      },
    ]);
    expect(outcome.usage).toEqual({ inputTokens: 30, outputTokens: 3 });

    const done = { content: "done", usage };
    const second = agents({ clerk: [done], manager: [done], boss: [done] }, paying);
    const events = await eventsOf(resume(outcome.run, approvals(outcome.questions), second.options));
    expect(paying.payments).toHaveLength(6);
    expect(paying.payments.slice(4)).toEqual(["bob 900", "boss 3"]);
    expect(events.at(-1)).toMatchObject({
      outcome: {
        status: "finished",
        steps: 2,
        usage: { inputTokens: 60, outputTokens: 6 },
        messages: [
          { role: "user" },
          { role: "assistant" },
          { callId: "call_1", parts: [{ content: "paid 2 to boss" }] },
          { callId: "call_2", parts: [{ content: "done" }] },
          { callId: "call_3", parts: [{ content: "paid 3 to boss" }] },
          { role: "assistant" },
        ],
      },
    });
  });

  it("waits again and again, for the agent itself as well", async () => {
    const paying = shared();
    const both = agents(
      {
        clerk: [calls(pay("bob", 900), ["ask_user", { question: "Sure?" }])],
        manager: [calls(["clerk", { task: "Pay." }], ["clerk", { task: "Pay more." }])],
        boss: [calls(["manager", { task: "Pay." }])],
      },
      paying,
    );
    const first = pendingOf(await outcomeOf(generateLoop("Pay.", both.options)));
    expect(first.questions.map(({ id }) => id)).toEqual(["call_1/call_1/call_1"]);

    const again = agents({ clerk: ["done"], manager: [calls(pay("eve", 901))], boss: [] }, paying);
    const second = pendingOf(await outcomeOf(resume(first.run, approvals(first.questions), again.options)));
    expect(paying.payments).toEqual(["bob 900"]);
    expect(second.questions).toMatchObject([{ kind: "question", id: "call_1/call_1/call_2", question: "Sure?" }]);

    const none = pendingOf(await outcomeOf(resume(second.run, {}, again.options)));
    expect(none.questions.map(({ id }) => id)).toEqual(["call_1/call_1/call_2"]);

    const third = pendingOf(await outcomeOf(resume(none.run, { "call_1/call_1/call_2": "yes" }, again.options)));
    expect(third.questions).toMatchObject([{ id: "call_1/call_3", agents: ["manager"], action: { name: "Bank.Pay" } }]);
    const last = agents({ clerk: [], manager: ["all paid"], boss: ["Done."] }, paying);
    const end = await outcomeOf(resume(third.run, approvals(third.questions), last.options));
    expect(end).toMatchObject({ status: "finished", answer: "Done." });
    expect(paying.payments).toEqual(["bob 900", "eve 901"]);
  });

  it("keeps questions apart whose calls have ids with slashes", async () => {
    const ask = askUser();
    const inner = handoff({
      name: "inner",
      description: "Asks.",
      parallel: true,
      model: scriptedModel([calls(["ask_user", { question: "inner?" }, "b"]), "ok"]),
      executor: new ActionExecutor([ask]),
    });
    const executor = new ActionExecutor([inner, { ...ask, parallel: true }]);
    const model = scriptedModel([
      calls(["inner", { task: "x" }, "a"], ["ask_user", { question: "outer?" }, "a/b"]),
      "ok",
    ]);
    const outcome = pendingOf(await outcomeOf(generateLoop("Ask.", { model, executor })));
    expect(outcome.questions.map(({ id, ...rest }) => [id, "question" in rest && rest.question])).toEqual([
      ["a/b", "inner?"],
      ["a~1b", "outer?"],
    ]);
  });

  it("lets tools of your own wait", async () => {
    const sign = tool({
      name: "sign",
      description: "Have it signed.",
      parameters: { type: "object", properties: {} },
      execute: (): string => {
        throw new PendingError("sign the contract", { contract: 5 });
      },
      resume: ({ waiting, answer }) => `${JSON.stringify(waiting)} signed by ${String(answer)}`,
    });
    const executor = new ActionExecutor([sign]);
    const outcome = pendingOf(
      await outcomeOf(generateLoop("Go.", { model: scriptedModel([calls(["sign", {}])]), executor })),
    );
    expect(outcome.questions).toMatchObject([{ kind: "tool", id: "call_1", waiting: { contract: 5 } }]);
    const end = await outcomeOf(resume(outcome.run, { call_1: "Ann" }, { model: scriptedModel(["ok"]), executor }));
    expect(end.messages[2]).toMatchObject({ parts: [{ content: '{"contract":5} signed by Ann' }] });
  });

  it("is validated with the run that contains it", async () => {
    const scripts = { clerk: [calls(pay("bob", 900))], manager: [calls(["clerk", { task: "x" }])], boss: [] };
    const outcome = pendingOf(
      await outcomeOf(generateLoop("Pay.", agents({ ...scripts, boss: [calls(["manager", { task: "x" }])] }).options)),
    );
    const waiting = outcome.run.turn[0].actionReturn.stages.run.waiting;
    waiting.run.turn[0].actionReturn.stages.run.waiting.run.steps = "many";
    expect(readPendingRun(outcome.run).issues[0]?.path).toBe(
      "/turn/0/actionReturn/stages/run/waiting/run/turn/0/actionReturn/stages/run/waiting/run/steps",
    );
  });
});

describe("an event that a person decides about", () => {
  const stateRule = "rule @low trigger state_change check state.paid > before.paid enforce user_inspection end";
  const finishRule = "rule @done trigger agent_finish check true enforce user_inspection end";

  function start(source: string, options: Parameters<typeof engine>[1] = {}) {
    const { pay: group, payments } = bank();
    const executor = () => new ActionExecutor([group], { guards: [engine(source, { ...later(), ...options })] });
    const session = { state: () => ({ paid: payments.length }) };
    const first = () => ({
      model: scriptedModel([calls(pay("a", 1), pay("b", 2)), "Done."]),
      executor: executor(),
      session,
    });
    const next = (...turns: ScriptItem[]) => ({ model: scriptedModel(turns), executor: executor(), session });
    return { first, next, payments };
  }

  it("waits when the agent wants to finish", async () => {
    const { first, next } = start(finishRule);
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", first())));
    expect(outcome.questions).toMatchObject([{ kind: "inspection", id: "~agent_finish", agents: [] }]);
    expect(outcome.messages.at(-1)).toMatchObject({ role: "assistant" });
    const waits = pendingOf(await outcomeOf(resume(outcome.run, {}, next())));
    expect(waits.questions.map(({ id }) => id)).toEqual(["~agent_finish"]);
    const end = await outcomeOf(resume(waits.run, approvals(waits.questions), next()));
    expect(end).toMatchObject({ status: "finished", answer: "Done.", steps: 2 });
  });

  it("is refused before its ledger is used if the guard that waits is missing", async () => {
    const { first, next } = start(finishRule);
    const { run, questions } = pendingOf(await outcomeOf(generateLoop("Pay.", first())));
    const ledger = memoryAnswerLedger();
    const without = { ...next(), executor: new ActionExecutor([]), ledger };
    expect(() => resume(run, approvals(questions), without)).toThrow(
      "the run waits for guards[0], which the executor does not have",
    );
    const end = await outcomeOf(resume(run, approvals(questions), { ...next(), ledger }));
    expect(end).toMatchObject({ status: "finished" });
  });

  it("goes on when a person does not let it finish", async () => {
    const { first, next } = start(finishRule);
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", first())));
    const [question] = outcome.questions;
    const answers = { "~agent_finish": { decision: "reject", reason: "pay more", token: question?.token } };
    const again = pendingOf(await outcomeOf(resume(outcome.run, answers, next("Really done."))));
    expect(JSON.stringify(again.messages.at(-2))).toContain("pay more");
    const end = await outcomeOf(resume(again.run, approvals(again.questions), next()));
    expect(end).toMatchObject({ status: "finished", answer: "Really done." });
  });

  it("waits when the state has changed, and the calls after it wait, too", async () => {
    const { first, next, payments } = start(stateRule);
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", first())));
    expect(payments).toEqual(["a 1"]);
    expect(outcome.questions).toMatchObject([{ id: "~state_change" }]);
    const second = pendingOf(await outcomeOf(resume(outcome.run, approvals(outcome.questions), next())));
    expect(payments).toEqual(["a 1", "b 2"]);
    const end = await outcomeOf(resume(second.run, approvals(second.questions), next("Done.")));
    expect(end).toMatchObject({ status: "finished", answer: "Done." });
    expect(end.messages.filter(({ role }) => role === "tool")).toMatchObject([
      { parts: [{ content: "paid 1 to a" }] },
      { parts: [{ content: "paid 2 to b" }] },
    ]);
  });

  it("ends the run when a person rejects the change, or the answer is forged", async () => {
    const { first, next, payments } = start(stateRule);
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", first())));
    const [question] = outcome.questions;
    const rejected = { "~state_change": { decision: "reject", token: question?.token } };
    const forged = { "~state_change": { decision: "approve", token: "0".repeat(64) } };
    for (const answers of [forged, rejected]) {
      const end = await outcomeOf(resume(outcome.run, answers, next("never")));
      expect(end).toMatchObject({ status: "stopped", by: "guard" });
    }
    expect(payments).toEqual(["a 1"]);
  });

  it("has to be answered before the calls that wait with it", async () => {
    const { pay: group, payments } = bank(true);
    const executor = new ActionExecutor([group], {
      guards: [
        engine(`${stateRule}\nrule @ask trigger Bank.Pay check args.amount > 1 enforce user_inspection end`, later()),
      ],
    });
    const session = { state: () => ({ paid: payments.length }) };
    const options = { model: scriptedModel([calls(pay("a", 1), pay("b", 2))]), executor, session };
    const both = pendingOf(await outcomeOf(generateLoop("Pay.", options)));
    expect(both.questions.map(({ id }) => id)).toEqual(["~state_change", "call_2"]);
    const { "~state_change": state, call_2 } = approvals(both.questions);
    expect(() => resume(both.run, { call_2 }, options)).toThrow(
      '"~state_change" has to be answered before the calls that wait with it',
    );
    const rest = { model: scriptedModel(["Done."]), executor, session };
    const again = pendingOf(await outcomeOf(resume(both.run, { "~state_change": state, call_2 }, rest)));
    expect(payments).toEqual(["a 1", "b 2"]);
    expect(again.questions.map(({ id }) => id)).toEqual(["~state_change"]);
  });

  it("waits when the end of the agent changes the state, and asks no guard twice", async () => {
    const host = { paid: 0, finishings: 0 };
    const decision = { passes: [] };
    const charging = {
      before: async (action: never) => ({ kind: "allow" as const, action, decision }),
      finishing: async () => {
        host.paid++;
        host.finishings++;
        return { kind: "allow" as const, decision };
      },
    };
    const options = (...turns: ScriptItem[]) => ({
      model: scriptedModel(turns),
      executor: new ActionExecutor([], { guards: [charging, engine(stateRule, later())] }),
      session: { state: () => ({ paid: host.paid }) },
    });
    const outcome = pendingOf(await outcomeOf(generateLoop("Hi", options("Done."))));
    expect(outcome.questions.map(({ id }) => id)).toEqual(["~state_change"]);
    const end = await outcomeOf(resume(outcome.run, approvals(outcome.questions), options()));
    expect(end).toMatchObject({ status: "finished", answer: "Done." });
    expect(host.finishings).toBe(1);
  });

  it("ends the run if the guard accepts no answers", async () => {
    const request = { action: { id: "x", name: "agent_finish", args: {} }, rules: [], fixes: [] };
    const decision = { passes: [] };
    const guard = {
      before: async (action: never) => ({ kind: "allow" as const, action, decision }),
      finishing: async () => ({ kind: "pending" as const, request, decision }),
    };
    const executor = new ActionExecutor([], { guards: [guard] });
    expect(await outcomeOf(generateLoop("Hi", { model: scriptedModel(["ok"]), executor }))).toMatchObject({
      status: "stopped",
      reason: "a person has to decide, and the guard accepts no answers: it has no `resume`",
    });
  });
});
