import type { Action, Guard, Verdict } from "@helve/core";
import {
  ActionExecutor,
  ExecutorError,
  type ExecutorEvents,
  memoryRunLedger,
  TicketError,
  UnexpectedError,
} from "@helve/executor";
import { describe, expect, it, vi } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const decision = { passes: [] };
const allowed = (action: Action): Verdict => ({ kind: "allow", action, decision });
const stopped = (reason: string): Verdict => ({ kind: "stop", reason, decision });
const once: Guard = {
  before: async (action, { trajectory }) => (trajectory.length > 0 ? stopped("only once") : allowed(action)),
};

function paying(guards: readonly Guard[] = [], options: ConstructorParameters<typeof ActionExecutor>[1] = {}) {
  const paid: string[] = [];
  const pay = saying("pay", (what) => {
    paid.push(what);
    return `paid ${what}`;
  });
  return { paid, executor: new ActionExecutor([pay], { guards, ...options }) };
}

/** Judges a call that is allowed. */
async function ticketOf(executor: Pick<ActionExecutor, "judge">, call = callOf("pay", "ann"), options = {}) {
  const judgement = await executor.judge(call, options);
  if (!judgement.ok) throw new Error(judgement.actionReturn.errmsg ?? "");
  return judgement.ticket;
}

describe("judge", () => {
  it("decides about a call without running it, and run runs it", async () => {
    const { paid, executor } = paying([{ before: async (action) => allowed(action) }]);
    const call = callOf("pay", "ann");
    const ticket = await ticketOf(executor, call);
    expect(ticket).toMatchObject({
      call,
      action: { name: "pay", args: { what: "ann" } },
      verdicts: [{ kind: "allow" }],
    });
    expect(Object.isFrozen(ticket)).toBe(true);
    expect(paid).toEqual([]);
    const ret = await executor.run(ticket);
    expect(ret).toMatchObject({ id: call.id, status: "success", call, result: [{ content: "paid ann" }] });
    expect(ret.stages.guard).toMatchObject({ verdicts: [{ kind: "allow" }], earlier: [{ verdicts: ticket.verdicts }] });
    expect(paid).toEqual(["ann"]);
  });

  it.each<[string, Verdict["kind"] | undefined, object]>([
    ["pay", "stop", { status: "stopped", recoverable: "model" }],
    ["pay", "pending", { status: "pending", recoverable: "caller" }],
    ["pay", "end", { status: "stopped", recoverable: "nobody" }],
    ["nothing", undefined, { status: "unknown_tool", recoverable: "model" }],
  ])("returns the action return of a call of %s that does not run (%s)", async (name, kind, expected) => {
    const guard: Guard = {
      before: async (action) =>
        kind === "pending"
          ? { kind, request: { action, rules: [], fixes: [] }, decision }
          : { kind: kind as "stop", reason: "no", decision },
    };
    const judgement = await paying([guard]).executor.judge(callOf(name, "ann"));
    expect(judgement).toMatchObject({ ok: false, actionReturn: expected });
    expect((await paying([guard]).executor.judge({ ...callOf("pay"), arguments: '{"what": "a' })).ok).toBe(false);
  });

  it("works without guards, and throws unexpected errors if the executor does", async () => {
    const { paid, executor } = paying();
    await executor.run(await ticketOf(executor));
    expect(paid).toEqual(["ann"]);
    const broken: Guard = { before: () => Promise.reject(new RangeError("broken")) };
    await expect(paying([broken], { onUnexpected: "throw" }).executor.judge(callOf("pay"))).rejects.toThrow(
      UnexpectedError,
    );
  });

  it("refuses a time that is not positive", async () => {
    for (const expiresIn of [0, -1, Number.NaN]) {
      await expect(paying().executor.judge(callOf("pay"), { expiresIn })).rejects.toThrow(ExecutorError);
    }
  });
});

describe("a ticket", () => {
  it("is run once, also by concurrent runs", async () => {
    const { paid, executor } = paying();
    const ticket = await ticketOf(executor);
    const results = await Promise.allSettled([executor.run(ticket), executor.run(ticket)]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(executor.run(ticket)).rejects.toThrow(TicketError);
    expect(paid).toEqual(["ann"]);
  });

  it("can't be forged, copied, or run by another executor or in another session", async () => {
    const { paid, executor } = paying();
    const session = executor.session();
    const ticket = await ticketOf(session);
    await expect(executor.run({ ...ticket })).rejects.toThrow(TicketError);
    await expect(executor.run(JSON.parse(JSON.stringify(ticket)))).rejects.toThrow(TicketError);
    await expect(paying().executor.run(ticket)).rejects.toThrow(TicketError);
    await expect(executor.session().run(ticket)).rejects.toThrow("the ticket belongs to another session");
    await expect(session.run(await ticketOf(executor))).rejects.toThrow("the ticket belongs to another session");
    expect(paid).toEqual([]);
    expect((await executor.run(ticket)).status).toBe("success");
    expect(session.trajectory).toHaveLength(1);
  });

  it("expires after five minutes, or the given time", async () => {
    let time = 0;
    const { paid, executor } = paying([], { now: () => time });
    const [usual, short] = [await ticketOf(executor), await ticketOf(executor, undefined, { expiresIn: 10 })];
    expect([usual.expiresAt, short.expiresAt]).toEqual([300_000, 10]);
    time = 10;
    expect(await executor.run(short)).toMatchObject({
      status: "stopped",
      recoverable: "model",
      error: { code: "expired", message: "pay did not run: the decision about it has expired. Send the call again" },
    });
    time = 299_999;
    expect((await executor.run(usual)).status).toBe("success");
    expect(paid).toEqual(["ann"]);
  });

  it("is stopped by the state of the moment at which it runs", async () => {
    let isFrozen = false;
    const frozen: Guard = {
      before: async (action, { state }) => (state === true ? stopped("frozen") : allowed(action)),
    };
    const { paid, executor } = paying([frozen]);
    const session = executor.session({ state: () => isFrozen });
    const ticket = await ticketOf(session);
    const other = await ticketOf(executor, undefined, { state: false });
    isFrozen = true;
    expect(await session.run(ticket)).toMatchObject({ status: "stopped", errmsg: "pay was stopped: frozen" });
    expect(await executor.run(other, { state: true })).toMatchObject({ status: "stopped" });
    expect(paid).toEqual([]);
  });

  it("counts when it runs: of two tickets under a rule that allows one call, one runs", async () => {
    const { paid, executor } = paying([once]);
    const session = executor.session();
    const tickets = [await ticketOf(session), await ticketOf(session, callOf("pay", "bob"))];
    expect(session.inFlight).toEqual([]);
    const returns = await Promise.all(tickets.map((ticket) => session.run(ticket)));
    expect(returns.map(({ status }) => status)).toEqual(["success", "stopped"]);
    expect(paid).toEqual(["ann"]);
    expect(session.trajectory.map(({ ran }) => ran)).toEqual([true, false]);
  });

  it("does not run if the guards replace its action by another one than before", async () => {
    let what = "first";
    const replacing: Guard = {
      before: async (action) => allowed(action.args["what"] === "ann" ? { ...action, args: { what } } : action),
    };
    const { paid, executor } = paying([replacing]);
    const [changed, same] = [await ticketOf(executor), await ticketOf(executor)];
    expect(same.action.args).toEqual({ what: "first" });
    expect((await executor.run(same)).args).toEqual({ what: "first" });
    what = "second";
    expect(await executor.run(changed)).toMatchObject({
      status: "stopped",
      recoverable: "caller",
      error: {
        code: "changed",
        message:
          'pay did not run: since the decision about it, the guards put pay({"what":"second"}) in its place. Judge the call again',
      },
      stages: { guard: { action: null } },
    });
    expect(paid).toEqual(["first"]);
  });

  it("lets a guard keep a person's answer from the judgement", async () => {
    const ask = vi.fn(async () => true);
    const asking: Guard = {
      before: async (action, { memory }) => {
        const answer = memory?.get(asking) ?? (await ask());
        memory?.set(asking, answer);
        return answer === true ? allowed(action) : stopped("no");
      },
    };
    const { executor } = paying([asking]);
    for (const ticket of [await ticketOf(executor), await ticketOf(executor.session())]) {
      expect((await executor.run(ticket)).status).toBe("success");
    }
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("has its result reviewed, and respects the ledger", async () => {
    const reviewing: Guard = {
      before: async (action) => allowed(action),
      after: async ({ action }) => (action.args["what"] === "bob" ? stopped("private") : allowed(action)),
    };
    const { paid, executor } = paying([reviewing], { ledger: memoryRunLedger() });
    const call = callOf("pay", "ann");
    await executor.run(await ticketOf(executor, call));
    expect((await executor.run(await ticketOf(executor, call))).stages.run?.replayed).toBe(true);
    expect(paid).toEqual(["ann"]);
    expect(await executor.run(await ticketOf(executor, callOf("pay", "bob")))).toMatchObject({ status: "stopped" });
  });

  it("emits the events of its call when it is run", async () => {
    const { executor } = paying([{ before: async (action) => allowed(action) }]);
    const events: string[] = [];
    const names: readonly (keyof ExecutorEvents)[] = [
      "action:start",
      "action:resolved",
      "action:decoded",
      "action:guarded",
      "action:end",
    ];
    for (const name of names) executor.on(name, () => events.push(name));
    const ticket = await ticketOf(executor);
    expect(events).toEqual([]);
    await executor.run(ticket);
    expect(events).toEqual(names);
    await executor.judge(callOf("nothing"));
    expect(events.slice(names.length)).toEqual(["action:start", "action:resolved", "action:end"]);
  });

  it("is aborted by the signal of its run, and of its session", async () => {
    const controller = new AbortController();
    const { paid, executor } = paying([{ before: async (action) => allowed(action) }]);
    const session = executor.session({ signal: controller.signal });
    const tickets = [await ticketOf(session), await ticketOf(session)];
    expect(await session.run(tickets[0] as never, { signal: AbortSignal.abort() })).toMatchObject({
      status: "stopped",
    });
    controller.abort();
    expect(await session.run(tickets[1] as never)).toMatchObject({ status: "stopped", error: { code: "aborted" } });
    expect(paid).toEqual([]);
  });
});
