import { type ApprovalStore, ApprovalStoreError, GuardedCalls, observationText } from "@helve/adapter";
import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("GuardedCalls", () => {
  it("runs a decided call once, with the arguments of the decision", async () => {
    const { calls, ran } = setup();
    expect(await calls.decide(pay(5))).toEqual({ kind: "run", args: { amount: 5 } });
    await calls.execute(pay(5));
    expect(ran).toEqual([5]);
  });

  it("decides anew about a call with the same id and other arguments", async () => {
    const { calls, ran } = setup();
    await calls.decide(pay(5));
    const { status } = await calls.execute(pay(80));
    expect([status, ran]).toEqual(["pending", []]);
  });

  it("adds one step for a call that is refused, however often it is decided", async () => {
    const { calls } = setup({ rules: "rule @no trigger pay check True enforce stop end" });
    await calls.decide(pay(5));
    await calls.decide(pay(5));
    await calls.execute(pay(5));
    expect(calls.session.trajectory).toHaveLength(1);
  });

  it("keeps the first question while it waits", async () => {
    const { calls, approvals } = setup();
    await calls.execute(pay(80));
    const kept = approvals.get("a");
    await calls.execute(pay(80));
    await calls.decide(pay(80));
    expect(approvals.get("a")).toBe(kept);
  });

  it("finds the waiting call of an id without deciding", async () => {
    const { calls, approvals } = setup();
    expect(await calls.waiting("a")).toBeUndefined();
    expect(approvals.size).toBe(0);
    await calls.decide(pay(80));
    expect(await calls.waiting("a")).toMatchObject({ status: "pending", call: pay(80) });
  });

  it("looks back at the steps of another process", async () => {
    const { calls } = setup({ rules: "rule @once trigger pay check count(pay) >= 1 enforce stop end" });
    await calls.execute(pay(5));
    const earlier = JSON.parse(JSON.stringify(calls.session.snapshot()));
    const later = new GuardedCalls(calls.executor, { earlier });
    expect((await later.execute(pay(5))).status).toBe("stopped");
  });

  it("does not take an answer for a question that nobody has seen", async () => {
    const { calls, ran } = setup();
    const { status } = await calls.execute(pay(80), { answer: { decision: "approve" } });
    expect([status, ran]).toEqual(["pending", []]);
  });

  it("does not take arguments that JSON leaves out for those that were decided about", async () => {
    const { calls, ran } = setup();
    await calls.decide({ ...pay(5), arguments: { amount: 5, extra: undefined } });
    await calls.execute({ ...pay(80), arguments: { amount: 80, extra: () => 1 } });
    expect(ran).toEqual([]);
  });

  it("runs a call once if its answer arrives twice at the same time", async () => {
    const { calls, ran } = setup();
    await calls.decide(pay(80));
    const answer = { decision: "approve" } as const;
    await Promise.all([calls.execute(pay(80), { answer }), calls.execute(pay(80), { answer })]);
    expect(ran).toEqual([80]);
  });

  it("runs a call once if two processes answer at the same time through an asynchronous store", async () => {
    const kept = new Map<string, string>();
    const approvals: ApprovalStore = {
      get: async (id) => kept.get(id),
      set: async (id, waiting) => void kept.set(id, waiting),
      delete: async (id) => kept.delete(id),
    };
    const one = setup({ approvals });
    const other = setup({ approvals });
    await one.calls.decide(pay(80));
    const answer = { decision: "approve" } as const;
    await Promise.all([one.calls.execute(pay(80), { answer }), other.calls.execute(pay(80), { answer })]);
    expect([...one.ran, ...other.ran]).toEqual([80]);
  });

  it.each(["answers at once", "answers later and can replace"])(
    "does not open a question again that is answered while an answer to it is held, in a store that %s",
    async (kind) => {
      const kept = new Map<string, string>();
      let isAnswered = false;
      const read = (id: string) => {
        const text = kept.get(id);
        if (isAnswered) kept.delete(id);
        return text;
      };
      const approvals: ApprovalStore =
        kind === "answers at once"
          ? { get: read, set: (id, waiting) => kept.set(id, waiting), delete: (id) => kept.delete(id) }
          : {
              get: async (id) => read(id),
              set: async (id, waiting) => void kept.set(id, waiting),
              delete: async (id) => kept.delete(id),
              replace: async (id, before, waiting) => kept.get(id) === before && kept.set(id, waiting).has(id),
            };
      const { calls } = setup({ approvals });
      await calls.decide(pay(80));
      isAnswered = true;
      expect([await calls.hold(pay(80), { decision: "approve" }), kept.size]).toEqual([false, 0]);
    },
  );

  it("keeps a held answer and a note that are added at the same time", async () => {
    const { calls } = setup();
    await calls.decide(pay(80));
    const answer = { decision: "reject" } as const;
    await Promise.all([calls.hold(pay(80), answer), calls.keepNote(pay(80), "n")]);
    expect([await calls.heldAnswer(pay(80)), await calls.noteOf(pay(80))]).toEqual([answer, "n"]);
  });

  it("does not run a call that is rejected, although no rule asked about it", async () => {
    const { calls, ran } = setup();
    const returned = await calls.execute(pay(5), { answer: { decision: "reject", reason: "not today" } });
    expect([observationText(returned), ran]).toEqual(["pay was stopped: it was rejected: not today", []]);
  });

  it("ignores what a store returns that is no waiting call", async () => {
    const approvals = { get: () => "{]", set: () => undefined, delete: () => true };
    const { calls, ran } = setup({ approvals });
    expect((await calls.execute(pay(80))).status).toBe("pending");
    expect(ran).toEqual([]);
  });

  it("yields the progress of a tool, and aborts it if the reader leaves", async () => {
    const { calls, aborted } = setup();
    for await (const update of calls.stream({ id: "a", name: "count", arguments: {} })) {
      expect(update).toBe(1);
      break;
    }
    expect(await aborted).toBe(true);
  });

  it("refuses every call if a rule ended the agent in an earlier process", async () => {
    const first = setup({
      rules: "rule @end trigger pay check args.amount > 50 enforce stop end",
      engine: { stopEnds: "agent" },
    });
    await first.calls.execute(pay(80));
    const { ran, executor } = setup();
    const later = new GuardedCalls(executor, { ended: first.calls.ended });
    expect([(await later.execute(pay(5))).status, (await later.decide(pay(6))).kind, ran]).toEqual([
      "stopped",
      "refuse",
      [],
    ]);
  });

  it("does not run a call as it was that a person has changed, if no rule asks about it", async () => {
    const { calls, ran } = setup();
    for (const answer of [
      { decision: "edit", args: { amount: 1 } },
      { decision: "fix", fix: "lower" },
      { decision: "reject", reason: "no" },
    ] as const) {
      expect((await calls.execute(pay(5), { answer })).status).toBe("stopped");
    }
    expect(ran).toEqual([]);
    await calls.execute(pay(5), { answer: { decision: "approve" } });
    expect(ran).toEqual([5]);
  });

  it.each(["get", "set"])("throws an error without the store's own text if %s of the store fails", async (method) => {
    const failing = () => Promise.reject(new Error("connect postgres://admin:hunter2@db"));
    const { calls, ran } = setup({ approvals: Object.assign(new Map<string, string>(), { [method]: failing }) });
    const error: unknown = await calls.decide(pay(80)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApprovalStoreError);
    expect(`${error} ${JSON.stringify(error)}`).not.toContain("hunter2");
    expect((error as Error).cause).toMatchObject({ message: expect.stringContaining("hunter2") });
    expect(ran).toEqual([]);
  });

  it.each(["get", "set", "delete"] as const)(
    "ends an aborted call although the store never answers to %s",
    async (method) => {
      const store = new Map<string, string>();
      const { calls, ran } = setup({ approvals: store });
      if (method === "delete") await calls.execute(pay(80));
      const asked = Promise.withResolvers<void>();
      store[method] = () => {
        asked.resolve();
        return new Promise(() => undefined) as never;
      };
      const abort = new AbortController();
      const executing = calls.execute(pay(80), { signal: abort.signal, answer: { decision: "approve" } });
      await asked.promise;
      abort.abort();
      expect((await executing).status).not.toBe("success");
      expect(ran).toEqual([]);
    },
  );

  it("takes the options of a session in place of a session", async () => {
    const executor = new ActionExecutor([]);
    const calls = new GuardedCalls(executor, { session: { id: "one", state: 1, prompt: "a" }, prompt: "b" });
    expect(calls.session.id).toBe("one");
    expect(await calls.session.guardContext()).toMatchObject({ state: 1, prompt: "b" });
    expect(() => new GuardedCalls(executor, { session: { stor: {} } as object })).toThrow('did you mean "store"');
  });

  it("refuses options that it does not have, and a prompt beside a session", () => {
    const executor = new ActionExecutor([]);
    const wrong = { promt: "x" } as object;
    expect(() => new GuardedCalls(executor, wrong)).toThrow(
      '"promt" is not an option of an adapter (did you mean "prompt"?)',
    );
    expect(() => new GuardedCalls(executor, { session: executor.session(), prompt: "x" })).toThrow(
      '"session" has its own',
    );
    expect(() => new GuardedCalls(executor, { session: executor.session(), trajectory: [] })).toThrow(
      '"session" has its own',
    );
    expect(() => new GuardedCalls({} as ActionExecutor)).toThrow("must be an ActionExecutor");
  });
});

function pay(amount: number): { readonly id: string; readonly name: string; readonly arguments: unknown } {
  return { id: "a", name: "pay", arguments: { amount } };
}

interface SetupOptions {
  readonly rules?: string;
  readonly approvals?: ApprovalStore;
  readonly engine?: Partial<EngineOptions>;
}

function setup({
  rules = "rule @ask trigger pay check args.amount > 50 enforce user_inspection end",
  ...options
}: SetupOptions = {}) {
  const ran: number[] = [];
  const aborted = Promise.withResolvers<boolean>();
  const payTool = tool({
    name: "pay",
    description: "Pay.",
    parameters: z.object({ amount: z.number().describe("in euros") }),
    execute: ({ amount }) => void ran.push(amount),
  });
  const count = tool({
    name: "count",
    description: "Count.",
    parameters: z.object({}),
    execute: (_, { progress, signal }) => {
      progress(1);
      signal.addEventListener("abort", () => aborted.resolve(true));
      return aborted.promise;
    },
  });
  const lateAnswers = { key: "0123456789abcdef0123456789abcdef" };
  const engine = new Engine(parseProgram(rules), {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers,
    ...options.engine,
  });
  const approvals = new Map<string, string>();
  const executor = new ActionExecutor([payTool, count], { guards: [engine] });
  const calls = new GuardedCalls(executor, { approvals: options.approvals ?? approvals });
  return { calls, executor, ran, approvals, aborted: aborted.promise };
}
