import { parseProgram } from "@helve/agentspec";
import type { Action } from "@helve/core";
import { Engine, type EngineOptions, inspectLater, replay } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it, vi } from "vitest";

const paid: unknown[] = [];
const bank = {
  name: "Bank",
  tools: [
    tool({
      name: "Pay",
      description: "Pay somebody.",
      parameters: {
        type: "object",
        properties: {
          to: { type: "string", description: "whom" },
          amount: { type: "number", description: "how much" },
        },
        required: ["to"],
      },
      parallel: true,
      execute: async ({ to }) => {
        paid.push(to);
        return `paid ${to}`;
      },
    }),
  ],
};

function bankWith(rules: string, options: Partial<EngineOptions> = {}) {
  paid.length = 0;
  const engine = new Engine(parseProgram(rules), { predicates: [], ...options });
  return { engine, executor: new ActionExecutor([bank], { guards: [engine] }) };
}

const pay = (to: string, amount = 1) => ({ id: to, name: "Bank.Pay", arguments: JSON.stringify({ to, amount }) });
const once = "rule @once trigger any check trajectory.length > 0 enforce stop end";
const ask = "rule @ask trigger Bank.Pay check args.amount > 100 enforce user_inspection end";

describe("rules over the trajectory of a session", () => {
  it("hold for calls one after the other, and for calls at the same time", async () => {
    const { executor } = bankWith(once);
    const session = executor.session();
    for (const to of ["ann", "bob", "eve"]) await session.execute(pay(to));
    expect(paid).toEqual(["ann"]);

    const parallel = executor.session();
    await Promise.all(["fay", "gus", "hal"].map((to) => parallel.execute(pay(to))));
    expect(paid).toEqual(["ann", "fay"]);
    await executor.executeAll(["ian", "joe", "kim"].map((to) => pay(to)));
    expect(paid).toEqual(["ann", "fay", "ian"]);
  });

  it("are evaluated again after a wait for a person, who is asked once", async () => {
    let approve = (): void => undefined;
    const inspect = vi.fn(
      () =>
        new Promise<{ decision: "approve" }>((resolve) => {
          approve = () => resolve({ decision: "approve" });
        }),
    );
    const { executor } = bankWith(`${ask} ${once}`, { inspect });
    const session = executor.session();
    const large = session.execute(pay("ann", 1000));
    await expect.poll(() => inspect.mock.calls).toHaveLength(1);
    expect((await session.execute(pay("bob"))).status).toBe("success");
    approve();
    expect(await large).toMatchObject({ status: "stopped", recoverable: "model" });
    expect(paid).toEqual(["bob"]);
    expect(inspect).toHaveBeenCalledTimes(1);
  });

  it("let an approved call run after others have ended, without asking again", async () => {
    const approvals: (() => void)[] = [];
    const inspect = vi.fn(
      () => new Promise<{ decision: "approve" }>((resolve) => approvals.push(() => resolve({ decision: "approve" }))),
    );
    const { executor } = bankWith(ask, { inspect });
    const session = executor.session();
    const calls = ["ann", "bob", "eve"].map((to) => session.execute(pay(to, 1000)));
    await expect.poll(() => approvals).toHaveLength(3);
    for (const approve of approvals.reverse()) approve();
    for (const { status, stages } of await Promise.all(calls)) {
      expect(status).toBe("success");
      expect(stages.guard?.verdicts.at(-1)?.decision.passes[0]?.enforcements).toMatchObject([{ outcome: "approved" }]);
    }
    expect(inspect).toHaveBeenCalledTimes(3);
  });

  it("don't count a pending call until it is resumed", async () => {
    const { executor } = bankWith(`${ask} ${once}`, { inspect: inspectLater(), lateAnswers: { key: "k".repeat(32) } });
    const session = executor.session();
    const pending = await session.execute(pay("ann", 1000));
    expect(session.trajectory).toEqual([]);
    const { token } = pending.verdict as { readonly token?: string };
    expect((await session.resume(pending, { decision: "approve", token })).status).toBe("success");
    expect(session.trajectory).toHaveLength(1);
    expect((await session.execute(pay("bob"))).status).toBe("stopped");
  });
});

describe("a ticket under rules", () => {
  it("does not ask a person the same question again when it is run", async () => {
    const inspect = vi.fn(() => ({ decision: "approve" }) as const);
    const { executor } = bankWith(ask, { inspect });
    const judgement = await executor.judge(pay("ann", 1000));
    if (!judgement.ok) throw new Error("refused");
    expect(paid).toEqual([]);
    expect((await executor.run(judgement.ticket)).status).toBe("success");
    expect(inspect).toHaveBeenCalledTimes(1);
  });

  it("asks again if the question has changed", async () => {
    let balance = 500;
    const reasons: (string | undefined)[] = [];
    const { executor } = bankWith(
      "rule @low trigger Bank.Pay check args.amount > state.balance enforce user_inspection end",
      {
        inspect: ({ rules }) => {
          reasons.push(rules[0]?.predicates[0]?.reason);
          return { decision: "approve" };
        },
      },
    );
    const session = executor.session({ state: () => ({ balance }) });
    const judgement = await session.judge(pay("ann", 1000));
    balance = 400;
    if (!judgement.ok) throw new Error("refused");
    await session.run(judgement.ticket);
    expect(reasons).toEqual(["args.amount is 1000, state.balance is 500", "args.amount is 1000, state.balance is 400"]);
  });

  it("runs what a person edited, and what a fix and a model put in its place, without repeating them", async () => {
    const fix = vi.fn((action: Action) => ({ ...action.args, amount: 100 }));
    const reflect = vi.fn(() => ({ args: { to: "bob", amount: 1 } }));
    const edit = bankWith(ask, { inspect: () => ({ decision: "edit", args: { to: "ann", amount: 200 } }) });
    const fixed = bankWith(ask.replace("user_inspection", "user_inspection(less)"), {
      inspect: () => ({ decision: "fix", fix: "less" }),
      fixes: { less: fix },
    });
    const reflected = bankWith(ask.replace("user_inspection", "llm_self_reflect"), { reflect });
    for (const [{ executor }, args] of [
      [edit, { to: "ann", amount: 200 }],
      [fixed, { to: "ann", amount: 100 }],
      [reflected, { to: "bob", amount: 1 }],
    ] as const) {
      const judgement = await executor.judge(pay("ann", 1000));
      if (!judgement.ok) throw new Error(judgement.actionReturn.errmsg ?? "");
      expect(judgement.ticket.action.args).toEqual(args);
      expect(await executor.run(judgement.ticket)).toMatchObject({ status: "success", args });
    }
    expect(fix).toHaveBeenCalledTimes(1);
    expect(reflect).toHaveBeenCalledTimes(1);
  });

  it("has verdicts that can be replayed with the steps of the session", async () => {
    const { executor } = bankWith(once);
    const session = executor.session();
    await session.execute(pay("ann"));
    const { trajectory } = session;
    const { verdict, stages } = await session.execute(pay("bob"));
    if (verdict === null) throw new Error("no verdict");
    const context = { trajectory, now: stages.guard?.decidedAt ?? 0 };
    const report = await replay([{ verdict, context }], parseProgram(once), { predicates: [] });
    expect(report.summary).toBe("1 decision replayed: 1 as before");
  });
});
