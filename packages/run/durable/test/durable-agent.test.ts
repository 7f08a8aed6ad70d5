import type { Guard, ToolContext } from "@helve/core";
import { type DurableAgent, durableExecutor, memoryBackend } from "@helve/durable";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Bank, endOfProcess, payCall, payingAgent } from "./agents.ts";

const debts = [{ tool_calls: [payCall("ann", 5), payCall("bob", 7)] }, { tool_calls: [payCall("eve", 9)] }, "Done."];

describe("durableAgent", () => {
  it("runs to its end, and a run with the same id is not started again", async () => {
    const bank = new Bank();
    const agent = payingAgent({ backend: memoryBackend(), bank, turns: debts });
    const id = await agent.start("Pay my debts.", { id: "run" });
    expect(await agent.outcome(id)).toMatchObject({ status: "finished", answer: "Done.", steps: 3 });
    expect(await agent.start("Pay my debts.", { id: "run" })).toBe("run");
    expect(bank.names).toEqual(["ann", "bob", "eve"]);
  });

  it("continues in another process after the last call, without running a call or the model again", async () => {
    const backend = memoryBackend();
    const bank = new Bank();
    const started = Promise.withResolvers<void>();
    const before = (to: string): unknown => {
      if (to !== "eve") return undefined;
      started.resolve();
      return endOfProcess(backend);
    };
    const id = await payingAgent({ backend, bank, turns: debts, before }).start("Pay my debts.");
    await started.promise;

    const model: string[] = [];
    const reconcile = () => ({ ran: false }) as const;
    const other = payingAgent({ backend, bank, turns: debts, tool: { reconcile }, before: (to) => model.push(to) });
    await backend.recover();
    expect(await other.outcome(id)).toMatchObject({ status: "finished", answer: "Done." });
    expect(bank.names).toEqual(["ann", "bob", "eve"]);
    expect(model).toEqual(["eve"]);
  });
});

describe("the ledger", () => {
  it("is asked for earlier decisions only by a process that continues a run", async () => {
    const backend = memoryBackend();
    const asked: unknown[] = [];
    const ledger = {
      ...backend.ledger,
      find: async (run: Parameters<NonNullable<typeof backend.ledger.find>>[0]) => {
        asked.push(run.call?.includes("eve") === true ? "eve" : run.call);
        return backend.ledger.find?.(run);
      },
    };
    const bank = new Bank();
    const started = Promise.withResolvers<void>();
    const turns = [...debts.slice(0, 2), { tool_calls: [payCall("max", 3)] }, "Done."];
    const before = (to: string): unknown => {
      if (to !== "eve") return undefined;
      started.resolve();
      return endOfProcess(backend);
    };
    const id = await payingAgent({ backend: { ...backend, ledger }, bank, turns, before }).start("Pay my debts.");
    await started.promise;
    expect(asked).toEqual([]);
    const reconcile = () => ({ ran: false }) as const;
    const other = payingAgent({ backend: { ...backend, ledger }, bank, turns, tool: { reconcile } });
    await backend.recover();
    expect(await other.outcome(id)).toMatchObject({ status: "finished" });
    expect(asked).toEqual(["eve"]);
  });
});

describe("cancel", () => {
  it("ends a run in the middle of a call, whose signal is aborted", async () => {
    const bank = new Bank();
    const running = Promise.withResolvers<void>();
    const aborted: unknown[] = [];
    const during = (_to: string, { signal }: ToolContext) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted.push(signal.reason);
          reject(signal.reason);
        });
        running.resolve();
      });
    const agent = payingAgent({ backend: memoryBackend(), bank, turns: debts, before: during });
    const id = await agent.start("Pay my debts.");
    await running.promise;
    await agent.cancel(id);
    await expect(agent.outcome(id)).rejects.toMatchObject({ code: "cancelled" });
    expect([aborted.length, bank.names]).toEqual([1, []]);
  });
});

describe("a call whose process ended while it ran", () => {
  /** Ends the process after the payment, and continues in another one. */
  async function lostAfterPayment(options: Partial<Parameters<typeof payingAgent>[0]> = {}) {
    const backend = memoryBackend();
    const bank = new Bank();
    const lost = Promise.withResolvers<void>();
    const turns = [{ tool_calls: [payCall("ann", 5)] }, "Done."];
    const { rules, state } = options;
    const first = payingAgent({
      ...{ backend, bank, turns, rules, state },
      after: () => {
        lost.resolve();
        return endOfProcess(backend);
      },
    });
    const id = await first.start("Pay ann.");
    await lost.promise;
    const agent = payingAgent({ backend, bank, turns, ...options });
    await backend.recover();
    return { agent, bank, id, outcome: await agent.outcome(id) };
  }

  it("waits until a person says that it ran, and the model reads the result that the person gives", async () => {
    const { agent, bank, id, outcome } = await lostAfterPayment();
    expect(outcome).toMatchObject({
      status: "pending",
      questions: [{ id: "call_1", kind: "tool", waiting: { type: "helve.unknown_run" } }],
    });
    expect("questions" in outcome && outcome.questions[0]).toMatchObject({
      message: expect.stringContaining("it is not known whether the call ran"),
    });
    await agent.answer(id, { call_1: { ran: true, result: "paid, said the bank" } });
    const ended = await agent.outcome(id);
    expect(ended).toMatchObject({ status: "finished", answer: "Done." });
    expect(JSON.stringify(ended.messages)).toContain("paid, said the bank");
    expect(bank.names).toEqual(["ann"]);
  });

  it("runs when a person says that it did not, and asks again if the answer says neither", async () => {
    const { agent, bank, id } = await lostAfterPayment();
    await agent.answer(id, { call_1: "perhaps" });
    expect(await agent.outcome(id)).toMatchObject({ status: "pending", questions: [{ id: "call_1" }] });
    await agent.answer(id, { call_1: { ran: false } });
    expect(await agent.outcome(id)).toMatchObject({ status: "finished" });
    expect(bank.names).toEqual(["ann", "ann"]);
  });

  it("is reconciled by its tool", async () => {
    const seen: unknown[] = [];
    const { bank, outcome } = await lostAfterPayment({
      tool: {
        reconcile: (run) => {
          seen.push(run.args, typeof run.startedAt, run.idempotencyKey);
          return { ran: true, result: "paid before" };
        },
      },
    });
    expect(outcome).toMatchObject({ status: "finished" });
    expect(JSON.stringify(outcome.messages)).toContain("paid before");
    expect(seen).toEqual([{ to: "ann", amount: 5 }, "number", bank.paid[0]?.key]);
    expect(bank.names).toEqual(["ann"]);
  });

  it("waits for a person if its tool can't tell", async () => {
    for (const reconcile of [() => undefined, () => Promise.reject(new Error("no connection"))]) {
      const { outcome, bank } = await lostAfterPayment({ tool: { reconcile } });
      expect([outcome.status, bank.names]).toEqual(["pending", ["ann"]]);
    }
  });

  it("is repeated with the same key if its service does the work once for each key", async () => {
    const { bank, outcome } = await lostAfterPayment({ tool: { idempotencyKey: true } });
    expect(outcome.status).toBe("finished");
    expect(new Set(bank.paid.map(({ key }) => key)).size).toBe(1);
    expect(bank.paid).toHaveLength(2);
  });

  it("is repeated if its tool is idempotent", async () => {
    const { bank, outcome } = await lostAfterPayment({ tool: { idempotent: true } });
    expect([outcome.status, bank.names]).toEqual(["finished", ["ann", "ann"]]);
  });

  it("is not decided again: a rule that looks at what the call has done would say that it did not run", async () => {
    const { bank, outcome } = await lostAfterPayment({
      rules: "rule @covered trigger pay check args.amount > state.balance enforce stop end",
      state: (current) => ({ balance: 5 - current.paid.length }),
      tool: { reconcile: () => ({ ran: true, result: "paid before" }) },
    });
    expect(JSON.stringify(outcome.messages)).toContain("paid before");
    expect([outcome.status, bank.names]).toEqual(["finished", ["ann"]]);
  });

  it("is what the model reads, if the executor says so", async () => {
    const { bank, outcome } = await lostAfterPayment({ executor: { unknownRuns: "tell" } });
    expect(outcome.status).toBe("finished");
    expect(JSON.stringify(outcome.messages)).toContain("Find out before you call it again");
    expect(bank.names).toEqual(["ann"]);
  });
});

describe("a run that waits for an approval", () => {
  const ask = "rule @ask trigger pay check args.amount > 100 enforce user_inspection end";
  const turns = [{ tool_calls: [payCall("ann", 900)] }, "Done."];

  async function waiting() {
    const backend = memoryBackend();
    const bank = new Bank();
    const id = await payingAgent({ backend, bank, turns, rules: ask }).start("Pay ann.");
    const [question] = await payingAgentQuestions(payingAgent({ backend, bank, turns, rules: ask }), id);
    return { backend, bank, id, answer: { call_1: { decision: "approve", token: question?.question.token } } };
  }

  async function payingAgentQuestions(agent: DurableAgent, id: string) {
    expect((await agent.outcome(id)).status).toBe("pending");
    return agent.questions({ run: id });
  }

  it("continues in another process, with one of two answers", async () => {
    const { backend, bank, id, answer } = await waiting();
    backend.restart();
    const agent = payingAgent({ backend, bank, turns, rules: ask });
    const answered = await Promise.allSettled([agent.answer(id, answer), agent.answer(id, answer)]);
    expect(answered.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await agent.outcome(id)).toMatchObject({ status: "finished" });
    expect(bank.names).toEqual(["ann"]);
    await expect(agent.answer(id, answer)).rejects.toMatchObject({ code: "not_waiting" });
  });

  it("is asked again if the rules have changed, and says by which rules it is asked", async () => {
    const { backend, bank, id, answer } = await waiting();
    backend.restart();
    const agent = payingAgent({ backend, bank, turns, rules: ask.replace("100", "200") });
    await agent.answer(id, answer);
    const [again] = await payingAgentQuestions(agent, id);
    expect(again).toMatchObject({ part: 2, question: { program: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    await agent.answer(id, { call_1: { decision: "approve", token: again?.question.token } });
    expect(await agent.outcome(id)).toMatchObject({ status: "finished" });
    expect(bank.names).toEqual(["ann"]);
  });

  it("uses an answer although the process ended after it was accepted", async () => {
    const { backend, bank, id, answer } = await waiting();
    const accepted = Promise.withResolvers<void>();
    const dying = payingAgent({
      ...{ backend, bank, turns, rules: ask },
      before: () => {
        accepted.resolve();
        return endOfProcess(backend);
      },
    });
    await dying.answer(id, answer);
    await accepted.promise;
    const agent = payingAgent({ backend, bank, turns, rules: ask, tool: { reconcile: () => ({ ran: false }) } });
    await backend.recover();
    expect(await agent.outcome(id)).toMatchObject({ status: "finished" });
    expect(bank.names).toEqual(["ann"]);
  });

  it("refuses an answer to no question, a run that is unknown, and an id that can't be used", async () => {
    const { backend, bank, id } = await waiting();
    const agent = payingAgent({ backend, bank, turns, rules: ask });
    await expect(agent.answer(id, { call_9: "yes" })).rejects.toThrow('no question has the id "call_9"');
    await expect(agent.answer("another", {})).rejects.toMatchObject({ code: "unknown_run" });
    await expect(agent.outcome("another")).rejects.toMatchObject({ code: "unknown_run" });
    await expect(agent.start("Pay.", { id: "a~2" })).rejects.toMatchObject({ code: "invalid_id" });
  });

  it("is no longer listed when the process that answered ended before it closed the question", async () => {
    const { backend, bank, id, answer } = await waiting();
    /** The process that answers ends; the workflow's process does not. */
    const close = (run: string, part: number): Promise<void> =>
      backend.current() === undefined
        ? Promise.reject(new Error("the process ended"))
        : backend.questions.close(run, part);
    const dying = { ...backend, questions: { ...backend.questions, close } };
    const agent = payingAgent({ backend: dying, bank, turns, rules: ask });
    await expect(agent.answer(id, answer)).rejects.toThrow("the process ended");
    expect((await agent.outcome(id)).status).toBe("finished");
    expect(await agent.questions()).toEqual([]);
  });

  it("is cancelled", async () => {
    const { backend, bank, id, answer } = await waiting();
    const agent = payingAgent({ backend, bank, turns, rules: ask });
    await agent.cancel(id);
    expect(await agent.questions()).toEqual([]);
    await expect(agent.answer(id, answer)).rejects.toMatchObject({ code: "cancelled" });
    await expect(agent.outcome(id)).rejects.toMatchObject({ code: "cancelled" });
    expect(bank.names).toEqual([]);
  });
});

describe("durableExecutor", () => {
  it("executes the calls of a workflow once, with the history of the whole workflow", async () => {
    const backend = memoryBackend();
    const ran: string[] = [];
    const seen: (readonly string[])[] = [];
    const lost = Promise.withResolvers<void>();

    /** Registers the workflow in a process. */
    const register = (during: (what: string) => unknown) => {
      const say = tool({
        name: "say",
        description: "Say something.",
        parameters: z.object({ what: z.string().describe("what to say") }),
        async execute({ what }) {
          await during(what);
          ran.push(what);
        },
        reconcile: () => ({ ran: false }),
      });
      const guard: Guard = {
        async before(action, { trajectory }) {
          seen.push(trajectory.map((step) => String(step.action.args["what"])));
          return { kind: "allow", action, decision: { passes: [] } };
        },
      };
      const durable = durableExecutor({ executor: new ActionExecutor([say], { guards: [guard] }), backend });
      return backend.workflow("talk", async (words: readonly string[]) => {
        const session = durable.session();
        for (const what of words) await session.execute({ id: what, name: "say", arguments: { what } });
        return session.trajectory.length;
      });
    };

    await register((what) => {
      if (what !== "b") return undefined;
      lost.resolve();
      return endOfProcess(backend);
    }).start("talk 1", ["a", "b", "c"]);
    await lost.promise;
    const talk = register(() => undefined);
    await backend.recover();
    expect(await talk.result("talk 1")).toBe(3);
    expect(ran).toEqual(["a", "b", "c"]);
    expect(seen).toEqual([[], ["a"], ["a", "b"]]);
  });

  it("has no session outside of a workflow", () => {
    const durable = durableExecutor({ executor: new ActionExecutor([]), backend: memoryBackend() });
    expect(() => durable.session()).toThrow("a durable session begins in a workflow, and this is none");
  });
});
