import type { Guard } from "@helve/core";
import { ActionExecutor, ExecutorError, type Judgement, type Ticket } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const never = new Promise<never>(() => undefined);

/** An executor whose tool records that it ran. */
function noting() {
  const ran: string[] = [];
  const note = saying("note", (what) => ran.push(what));
  return { ran, executor: new ActionExecutor([note, saying("hang", () => never)]) };
}

function ticketOf(judgement: Judgement): Ticket {
  if (!judgement.ok) throw new Error("it was refused");
  return judgement.ticket;
}

const sessionCases: readonly [string, unknown, string][] = [
  ["null", null, '"options" must be an object (got null)'],
  ["a trajectory of null", { trajectory: null }, '"trajectory" must be a list of steps (got null)'],
  ["a number as trajectory", { trajectory: 5 }, '"trajectory" must be a list of steps (got 5)'],
  ["an object as trajectory", { trajectory: {} }, '"trajectory" must be a list of steps (got an object)'],
  ["a text as trajectory", { trajectory: "x" }, '"trajectory" must be a list of steps (got "x")'],
  ["a misspelled option", { stat: 1 }, '"stat" is not an option of a session (did you mean "state"?)'],
  ["an object as signal", { signal: {} }, '"signal" must be an AbortSignal (got an object)'],
  ["a number as prompt", { prompt: 1 }, '"prompt" must be a text (got 1)'],
];

const callCases: readonly [string, unknown, string][] = [
  ["null", null, '"options" must be an object (got null)'],
  ["a misspelled option", { timout: 5 }, '"timout" is not an option of a call (did you mean "timeout"?)'],
  ["an object as signal", { signal: {} }, '"signal" must be an AbortSignal (got an object)'],
  ["a text as progress listener", { onProgress: "x" }, '"onProgress" must be a function (got "x")'],
  ...[Number.NaN, -1, 0].map((timeout): [string, unknown, string] => [
    `the time limit ${timeout}`,
    { timeout },
    '"timeout" must be a number of milliseconds',
  ]),
];

describe("the options", () => {
  it.each(sessionCases)("of a session can't be %s", (_what, options, message) => {
    const { executor } = noting();
    const create = () => Reflect.apply(executor.session, executor, [options]);
    expect(create).toThrow(ExecutorError);
    expect(create).toThrow(message);
  });

  it.each(callCases)("of a call can't be %s", async (_what, options, message) => {
    const { executor, ran } = noting();
    for (const target of [executor, executor.session()]) {
      const calls: readonly [(...args: never[]) => Promise<unknown>, readonly unknown[]][] = [
        [target.execute, [callOf("note"), options]],
        [target.executeAll, [[], options]],
        [target.judge, [callOf("note"), options]],
        [target.call, ["note", {}, options]],
        [target.run, [ticketOf(await target.judge(callOf("note"))), options]],
      ];
      for (const [method, args] of calls) {
        const calling = Reflect.apply(method, target, args);
        await expect(calling).rejects.toThrow(ExecutorError);
        await expect(calling).rejects.toThrow(message);
      }
    }
    expect(ran).toEqual([]);
  });

  it("of a call in a session can't be those that the session has", async () => {
    const { executor } = noting();
    const session = executor.session();
    await expect(Reflect.apply(session.execute, session, [callOf("note"), { state: 1 }])).rejects.toThrow(
      '"state" is not an option of a call',
    );
  });

  it.each(["5", 0, Number.NaN, null])("of a judgement can't be to expire in %j", async (expiresIn) => {
    const { executor } = noting();
    const judging = Reflect.apply(executor.judge, executor, [callOf("note"), { expiresIn }]);
    await expect(judging).rejects.toThrow(ExecutorError);
    await expect(judging).rejects.toThrow('"expiresIn" must be a positive number of milliseconds');
  });

  it("of a call that are invalid don't use up its ticket", async () => {
    const { executor, ran } = noting();
    const ticket = ticketOf(await executor.judge(callOf("note", "a")));
    await expect(executor.run(ticket, { timeout: 0 })).rejects.toThrow(ExecutorError);
    expect(await executor.run(ticket)).toMatchObject({ status: "success" });
    expect(ran).toEqual(["a"]);
  });
});

describe("a ticket", () => {
  it("of a session that was aborted does not run, whatever signal it is run with", async () => {
    const { executor, ran } = noting();
    const controller = new AbortController();
    const session = executor.session({ signal: controller.signal });
    const tickets = [await session.judge(callOf("note")), await session.judge(callOf("note"))].map(ticketOf);
    controller.abort();
    const { signal } = new AbortController();
    for (const [index, target] of [executor, session].entries()) {
      const ticket = tickets[index] as Ticket;
      expect(await target.run(ticket, { signal })).toMatchObject({ status: "failed", error: { code: "aborted" } });
    }
    expect(ran).toEqual([]);
  });

  it("does not run if the signal of its judgement was aborted", async () => {
    const { executor, ran } = noting();
    for (const target of [executor, executor.session()]) {
      const controller = new AbortController();
      const ticket = ticketOf(await target.judge(callOf("note"), { signal: controller.signal }));
      controller.abort();
      const { signal } = new AbortController();
      expect(await target.run(ticket, { signal })).toMatchObject({ error: { code: "aborted" } });
    }
    expect(ran).toEqual([]);
  });

  it("of a session keeps the time limit of its judgement, unless it is run with another", async () => {
    const session = noting().executor.session();
    const first = ticketOf(await session.judge(callOf("hang"), { timeout: 1 }));
    expect(await session.run(first)).toMatchObject({
      error: { code: "timeout", message: expect.stringContaining("1 ms") },
    });
    const second = ticketOf(await session.judge(callOf("hang"), { timeout: 60_000 }));
    expect(await session.run(second, { timeout: 2 })).toMatchObject({ error: { code: "timeout" } });
  });
});

describe("middleware", () => {
  it.each(["x", null, {}])("can't be %j", (middleware) => {
    const { executor } = noting();
    const use = () => Reflect.apply(executor.use, executor, [middleware]);
    expect(use).toThrow(ExecutorError);
    expect(use).toThrow('"middleware" must be a function');
  });
});

describe("the guard context of a session", () => {
  const allowing: Guard = { before: async (action) => ({ kind: "allow", action, decision: { passes: [] } }) };

  it("is not created if the state never comes", async () => {
    const executor = new ActionExecutor([], { guards: [allowing], guardTimeout: 1 });
    const session = executor.session({ state: () => never });
    await expect(session.guardContext()).rejects.toThrow("the session's state function took longer than 1 ms");
  });

  it("is not created after an abort while the state is read", async () => {
    const controller = new AbortController();
    const session = new ActionExecutor([]).session({ state: () => never, signal: controller.signal });
    const creating = session.guardContext();
    controller.abort(new Error("the user left"));
    await expect(creating).rejects.toThrow("the user left");
  });

  it("has no unknown options", async () => {
    const session = new ActionExecutor([]).session();
    await expect(Reflect.apply(session.guardContext, session, [{ state: 1 }])).rejects.toThrow(ExecutorError);
  });
});
