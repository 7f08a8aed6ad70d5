import {
  type AgentOutcome,
  generateLoop,
  type ModelRequest,
  outcomeOf,
  parsePendingRun,
  react,
  readPendingRun,
  resume,
  scriptedModel,
} from "@helve/agent";
import { memoryAnswerLedger } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { add, bank, calls, engine, eventsOf, later } from "./agents.ts";

const rules = `
  rule @ask trigger Bank.Pay check args.amount > 100 enforce user_inspection end
  rule @thrice trigger Bank.Pay check count(Bank.Pay where step.status == "success") >= 3 enforce stop end
`;

/** A bank with rules, as each process creates it. The payments are those of all processes. */
function process(shared = bank()) {
  const executor = new ActionExecutor([shared.pay, add], { guards: [engine(rules, later())] });
  return { executor, payments: shared.payments, shared };
}

function pendingOf(outcome: AgentOutcome) {
  if (outcome.status !== "pending") throw new Error(`expected a pending outcome (got ${JSON.stringify(outcome)})`);
  return outcome;
}

const turn = calls(
  ["Bank-Pay", { to: "mum", amount: 5 }],
  ["Bank-Pay", { to: "bob", amount: 900 }],
  ["Bank-Pay", { to: "dad", amount: 7 }],
);

const yes = (token: unknown) => ({ decision: "approve", token });

describe("resume", () => {
  it("continues in another process, with nothing lost and nothing run twice", async () => {
    const first = process();
    const usage = { inputTokens: 10, outputTokens: 5 };
    const outcome = pendingOf(
      await outcomeOf(
        generateLoop("Pay my debts.", { model: scriptedModel([{ ...turn, usage }]), executor: first.executor }),
      ),
    );
    expect(first.payments).toEqual(["mum 5"]);
    expect(outcome.questions).toMatchObject([
      { callId: "call_2", action: { name: "Bank.Pay", args: { to: "bob", amount: 900 } }, token: expect.any(String) },
    ]);
    const stored = JSON.stringify(outcome.run);

    const second = process(first.shared);
    const answers = { call_2: yes(outcome.questions[0]?.token) };
    const model = scriptedModel([{ content: "Done.", usage }]);
    const events = await eventsOf(resume(JSON.parse(stored), answers, { model, executor: second.executor }));
    expect(first.payments).toEqual(["mum 5", "bob 900", "dad 7"]);
    expect(events.flatMap((event) => (event.type === "call" ? event.call.id : []))).toEqual(["call_2", "call_3"]);
    expect(events.at(-1)).toMatchObject({
      outcome: {
        status: "finished",
        answer: "Done.",
        steps: 2,
        usage: { inputTokens: 20, outputTokens: 10 },
        messages: [
          { role: "user" },
          { role: "assistant" },
          { role: "tool", callId: "call_1", parts: [{ content: "paid 5 to mum" }] },
          { role: "tool", callId: "call_2", parts: [{ content: "paid 900 to bob" }] },
          { role: "tool", callId: "call_3", parts: [{ content: "paid 7 to dad" }] },
          { role: "assistant" },
        ],
      },
    });
  });

  it("lets the rules see the steps of the first process", async () => {
    const first = process();
    const model = scriptedModel([calls(["Bank-Pay", { to: "a", amount: 1 }]), turn]);
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", { model, executor: first.executor })));
    const second = process(first.shared);
    const answers = { call_3: yes(outcome.questions[0]?.token) };
    const end = await outcomeOf(
      resume(outcome.run, answers, { model: scriptedModel(["ok"]), executor: second.executor }),
    );
    expect(first.payments).toEqual(["a 1", "mum 5", "bob 900"]); // three payments are enough
    expect(end.messages.filter(({ role }) => role === "tool").slice(2)).toMatchObject([
      { callId: "call_3", parts: [{ content: "paid 900 to bob" }] },
      { callId: "call_4", isError: true },
    ]);
  });

  it("tells the model that a person rejected, and goes on", async () => {
    const { executor, payments } = process();
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn]), executor })));
    const answers = { call_2: { decision: "reject", reason: "too much", token: outcome.questions[0]?.token } };
    const end = await outcomeOf(resume(outcome.run, answers, { model: scriptedModel(["ok"]), executor }));
    expect(payments).toEqual(["mum 5", "dad 7"]);
    expect(JSON.stringify(end.messages)).toContain("too much");
  });

  it("waits on for the calls without an answer", async () => {
    const shared = bank(true);
    const executor = new ActionExecutor([shared.pay], { guards: [engine(rules, later())] });
    const both = calls(["Bank-Pay", { to: "bob", amount: 900 }], ["Bank-Pay", { to: "eve", amount: 901 }]);
    const first = pendingOf(await outcomeOf(generateLoop("Pay.", { model: scriptedModel([both]), executor })));
    expect(first.questions.map(({ callId }) => callId)).toEqual(["call_1", "call_2"]);

    const answers = { call_2: yes(first.questions[1]?.token) };
    const second = pendingOf(await outcomeOf(resume(first.run, answers, { model: scriptedModel([]), executor })));
    expect(shared.payments).toEqual(["eve 901"]);
    expect(second.questions.map(({ callId }) => callId)).toEqual(["call_1"]);
    expect(second.run.id).not.toBe(first.run.id);

    const rest = { call_1: yes(second.questions[0]?.token) };
    const end = await outcomeOf(resume(second.run, rest, { model: scriptedModel(["ok"]), executor }));
    expect(end.status).toBe("finished");
    expect(shared.payments).toEqual(["eve 901", "bob 900"]);
  });

  it("keeps the attempts and the submission of react", async () => {
    const { executor } = process();
    const score = (answer: string) => answer === "right";
    const options = { executor, attempts: { most: 2, score } };
    const submit = (answer: string) => calls(["submit", { answer }]);
    const model = scriptedModel([submit("wrong"), calls(["Bank-Pay", { to: "bob", amount: 900 }])]);
    const outcome = pendingOf(await outcomeOf(react("Pay.", { ...options, model })));
    expect(outcome.run).toMatchObject({ kind: "react", attempts: 1 });
    const answers = { call_2: yes(outcome.questions[0]?.token) };
    const end = await outcomeOf(
      resume(outcome.run, answers, { ...options, model: scriptedModel([submit("also wrong")]) }),
    );
    expect(end).toMatchObject({ status: "finished", answer: "also wrong" });
  });

  it("refuses to resume a run twice if there is a ledger, and an answer that was used", async () => {
    const { executor, payments } = process();
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn]), executor })));
    const answers = { call_2: yes(outcome.questions[0]?.token) };
    const ledger = memoryAnswerLedger();
    const again = () => outcomeOf(resume(outcome.run, answers, { model: scriptedModel(["ok"]), executor, ledger }));
    expect((await again()).status).toBe("finished");
    await expect(again()).rejects.toThrow(`the run ${outcome.run.id} was resumed before`);

    const without = await outcomeOf(resume(outcome.run, answers, { model: scriptedModel(["ok"]), executor }));
    expect(payments.filter((payment) => payment === "bob 900")).toHaveLength(1);
    expect(JSON.stringify(without.messages)).toContain("it was used before");
  });

  it("counts the time without the waiting", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { executor } = process();
    const scripted = scriptedModel([turn]);
    const model = {
      ...scripted,
      async *generate(request: ModelRequest) {
        vi.advanceTimersByTime(20_000);
        yield* scripted.generate(request);
      },
    };
    const limits = { time: 60_000 };
    const outcome = pendingOf(await outcomeOf(generateLoop("Pay.", { model, executor, limits })));
    vi.advanceTimersByTime(3_600_000); // nobody answers
    expect(outcome.run.elapsed).toBe(20_000);
    const late = { ...outcome.run, elapsed: 60_000 };
    const end = await outcomeOf(resume(late, {}, { model: scriptedModel(["ok"]), executor, limits }));
    expect(end).toMatchObject({ status: "limit", limit: "time" });
    expect(end.messages.filter(({ role }) => role === "tool")).toHaveLength(3);
  });

  it.each([[null], [{}], ["text"], [{ version: 2 }], [{ version: 1, turn: [{ call: {} }] }]])(
    "refuses %j as a run",
    (input) => {
      expect(readPendingRun(input).value).toBeUndefined();
      expect(() => parsePendingRun(input)).toThrow(expect.objectContaining({ code: "invalid_pending_run" }));
    },
  );

  it.each([
    ["/messages/0", { messages: [{ role: "assistant" }] }],
    ["/notes/0", { notes: [{ role: "user", content: "Hi" }] }],
    ["/turn/0/reply", { turn: [{ call: { type: "call", id: "a", name: "b", arguments: "" }, reply: {} }] }],
    ["/trajectory/0", { trajectory: [{ action: {}, observation: {}, ran: true }] }],
    ["/waiting/guard", { waiting: { event: "agent_finish", guard: 0.5 } }],
  ])("refuses a run with a broken part: %s", async (path, broken) => {
    const { executor } = process();
    const { run } = pendingOf(await outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn]), executor })));
    const { issues } = readPendingRun({ ...run, ...broken });
    expect(issues.map((issue) => issue.path)).toContainEqual(expect.stringContaining(path));
  });

  it("refuses a run with a broken return, and answers for calls that don't wait", async () => {
    const { executor } = process();
    const { run } = pendingOf(await outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn]), executor })));
    const model = scriptedModel([]);
    const broken = { ...run, turn: run.turn.map((entry) => ({ ...entry, actionReturn: { status: "success" } })) };
    expect(readPendingRun(broken).issues[0]?.path).toMatch(/^\/turn\/0\/actionReturn/);
    expect(() => resume(run, { call_9: "yes" }, { model, executor })).toThrow(
      'answers: no question has the id "call_9"; those that wait: call_2',
    );
  });
});
