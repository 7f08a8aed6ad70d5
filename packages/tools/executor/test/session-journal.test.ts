import type { Guard, Trajectory } from "@helve/core";
import { ActionExecutor, type Journal, memoryRunLedger, type SessionOptions } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

/** The records of a journal, by the names of the steps. */
type Records = Map<string, unknown>;

/** A journal as a process has it. @param delays - how many turns of the event loop it takes to find a record */
function journalOf(records: Records, delays: Readonly<Record<string, number>> = {}): Journal {
  return {
    async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      for (let turn = 0; turn < (delays[name] ?? 0); turn++) await new Promise((resolve) => setImmediate(resolve));
      if (records.has(name)) return structuredClone(records.get(name)) as Result;
      const result = await work();
      records.set(name, structuredClone(result));
      return result;
    },
  };
}

/** An executor that keeps what its guard has seen and what its tool has run. */
function watched() {
  const seen: Record<string, readonly string[]> = {};
  const ran: string[] = [];
  const guard: Guard = {
    async before(action, { trajectory }) {
      seen[action.id] = idsOf(trajectory);
      return { kind: "allow", action, decision: { passes: [] } };
    },
  };
  const say = tool({
    name: "say",
    description: "Say something.",
    parameters: { type: "object", properties: {} },
    parallel: true,
    execute: (_, { actionId }) => void ran.push(actionId),
  });
  const executor = new ActionExecutor([say], { guards: [guard] });
  const session = (options: SessionOptions) => executor.session({ id: "run", ...options });
  return { session, seen, ran };
}

const callOf = (id: string) => ({ id, name: "say", arguments: {} });

function idsOf(trajectory: Trajectory): readonly string[] {
  return trajectory.map(({ action, inFlight }) => `${action.id}${inFlight === true ? " in flight" : ""}`);
}

describe("a session with a journal", () => {
  it("has the steps of another process, and runs no recorded call again", async () => {
    const records: Records = new Map();
    await watched()
      .session({ journal: journalOf(records) })
      .execute(callOf("a"));
    const { session, seen, ran } = watched();
    const continued = session({ journal: journalOf(records) });
    expect((await continued.execute(callOf("a"))).status).toBe("success");
    await continued.execute(callOf("b"));
    expect([ran, seen]).toEqual([["b"], { b: ["a"] }]);
    expect(idsOf(continued.trajectory)).toEqual(["a", "b"]);
  });

  it("decides no call before every recorded call beside it is known, in the order in which they ended", async () => {
    const records: Records = new Map();
    const first = watched().session({ journal: journalOf(records) });
    for (const id of ["c", "a"]) await first.execute(callOf(id));
    const { session, seen } = watched();
    const continued = session({ journal: journalOf(records, { "call a": 3, "call c": 20 }) });
    await Promise.all(["a", "b", "c"].map((id) => continued.execute(callOf(id))));
    expect(seen["b"]).toEqual(["c", "a"]);
  });

  it.each([
    [20, 3, 10],
    [3, 20, 10],
    [3, 10, 20],
    [20, 10, 3],
  ])("decides in the order of the calls, though the journal takes %i, %i and %i turns for them", async (a, b, c) => {
    const { session, seen, ran } = watched();
    const delays = { "call a": a, "call b": b, "call c": c };
    const begun = session({ journal: journalOf(new Map(), delays) });
    await Promise.all(["a", "b", "c"].map((id) => begun.execute(callOf(id))));
    expect(Object.keys(seen)).toEqual(["a", "b", "c"]);
    expect(ran).toEqual(["a", "b", "c"]);
  });

  it("sees a call whose process ended as one in flight", async () => {
    const { session, seen } = watched();
    const ledger = memoryRunLedger();
    const action = { id: "a", name: "say", args: {} };
    const find = async ({ call }: { readonly call?: string | undefined }) =>
      call?.includes('"a"') === true ? { verdicts: [], action, after: [] } : undefined;
    const journal = journalOf(new Map(), { "call a": 20 });
    const continued = session({ journal, ledger: { ...ledger, find } });
    await Promise.all(["b", "a"].map((id) => continued.execute(callOf(id))));
    expect(seen).toEqual({ b: ["a in flight"] });
  });

  it("does work of the host once", async () => {
    const records: Records = new Map();
    let count = 0;
    const work = async (): Promise<number> => ++count;
    for (const _ of [1, 2]) {
      const { session } = watched();
      expect(await session({ journal: journalOf(records) }).step("count", work)).toBe(1);
    }
    expect(await watched().session({}).step("count", work)).toBe(2);
  });

  it("ends the attempt when the ledger can't be reached, and records no failure of the call", async () => {
    const records: Records = new Map();
    const begin = () => Promise.reject(new Error("no connection"));
    const ledger = { ...memoryRunLedger(), begin };
    const { session, ran } = watched();
    const failing = session({ journal: journalOf(records), ledger });
    await expect(failing.execute(callOf("a"))).rejects.toThrow("no connection");
    expect([records.size, ran]).toEqual([0, []]);
    expect(await session({ ledger }).execute(callOf("a"))).toMatchObject({
      status: "failed",
      error: { code: "unexpected" },
    });
  });

  it("needs an id, and has no calls that would not be recorded", async () => {
    const { session } = watched();
    const journal = journalOf(new Map());
    expect(() => session({ journal, id: undefined })).toThrow("a session with a journal needs an id");
    const recorded = session({ journal });
    await expect(recorded.judge(callOf("a"))).rejects.toThrow('has no "judge"');
    await expect(recorded.call("say", {})).rejects.toThrow('has no "call"');
  });
});

describe("context.idempotencyKey", () => {
  it("is the same for a call of a session in each process, and no other", async () => {
    const keys: (string | undefined)[] = [];
    const key = tool({
      name: "key",
      description: "Keep the key.",
      parameters: { type: "object", properties: {} },
      execute: (_, { idempotencyKey }) => void keys.push(idempotencyKey),
    });
    const executor = () => new ActionExecutor([key]);
    const call = { id: "a", name: "key", arguments: {} };
    for (const id of ["one", "one", "two"]) await executor().session({ id }).execute(call);
    await executor()
      .session({ id: "one" })
      .execute({ ...call, id: "b" });
    for (const _ of [1, 2]) await executor().execute(call);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(5);
  });
});
