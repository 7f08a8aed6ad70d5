import { ExternalCalls, observationText } from "@helve/adapter";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

describe("ExternalCalls", () => {
  it("counts a call as in flight until its end is reported", async () => {
    const calls = setup("rule @one trigger pay check count(pay) >= 1 enforce stop end");
    const first = await calls.begin(call("a"));
    expect((await calls.begin(call("b"))).kind).toBe("ended");
    if (first.kind === "run") await first.end({ result: 1 });
    expect([calls.running, calls.calls.session.trajectory.length]).toEqual([0, 2]);
  });

  it("looks back at the calls of an earlier process", async () => {
    const rules = "rule @one trigger pay check count(pay) >= 1 enforce stop end";
    const first = setup(rules);
    await first.run(call("a"), {}, () => 1);
    const earlier = JSON.parse(JSON.stringify(first.calls.session.snapshot()));
    const later = new ExternalCalls({ guards: [new Engine(parseProgram(rules), { predicates: [] })], earlier });
    expect((await later.begin(call("b"))).kind).toBe("ended");
  });

  it("decodes arguments by the schema of the SDK's tool, also after the schema has changed", async () => {
    const calls = setup();
    const schema = (type: "number" | "string") => ({
      parameters: { type: "object", properties: { n: { type } } } as const,
    });
    const first = await calls.begin({ id: "a", name: "pay", arguments: '{n: "1",}' }, { tool: schema("number") });
    const second = await calls.begin({ id: "b", name: "pay", arguments: { n: "1" } }, { tool: schema("string") });
    expect([first, second]).toMatchObject([{ args: { n: 1 } }, { args: { n: "1" } }]);
    calls.abandon();
  });

  it("guards tools with any name", async () => {
    const calls = setup("rule @no trigger any.any check args.x == 1 enforce stop end");
    for (const name of ["constructor", "__proto__", "a b", "mcp__x__y", "ß".repeat(100), ""]) {
      const begun = await calls.begin({ id: name, name, arguments: { x: 1 } });
      expect([name, begun.kind]).toEqual([name, "ended"]);
    }
  });

  it("adds a tool before its first call, and says why one can't be guarded", () => {
    const calls = setup();
    expect(calls.add("pay")).toBeUndefined();
    expect(calls.calls.executor.has("pay")).toBe(true);
    expect(calls.add("a b")).toContain("can't be guarded");
  });

  it("records the error of a tool", async () => {
    const calls = setup();
    const begun = await calls.run(call("a"), {}, () => Promise.reject(new Error("the bank is closed")));
    expect(begun).toMatchObject({
      actionReturn: { status: "failed", errmsg: expect.stringContaining("the bank is closed") },
    });
    expect(begun.error).toBeInstanceOf(Error);
  });

  it("lets guards see a result that JSON can't represent", async () => {
    const circular: Record<string, unknown> = { key: "sk-123" };
    circular["self"] = circular;
    for (const result of [{ key: "sk-123", size: 10n }, circular, [Symbol("x"), 1n, "sk-123"]]) {
      const { actionReturn } = await setup().run(call("a"), {}, () => result);
      expect(JSON.stringify(actionReturn.result)).toContain("sk-123");
    }
  });

  it("ends a call whatever its tool throws", async () => {
    const unreadable = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    for (const thrown of [undefined, null, Object.create(null), unreadable, Symbol("x"), 10n]) {
      const calls = setup();
      const { actionReturn } = await calls.run(call("a"), {}, () => {
        throw thrown;
      });
      expect([actionReturn.status, calls.running]).toEqual(["failed", 0]);
    }
  });

  it("does not warn that a rule names a tool before the SDK has called it", async () => {
    const warnings: unknown[] = [];
    const program = parseProgram("rule @no trigger pay check True enforce stop end");
    const engine = new Engine(program, { predicates: [], strict: true, warn: (issue) => warnings.push(issue) });
    await new ExternalCalls({ guards: [engine] }).begin({ id: "a", name: "other", arguments: {} });
    expect(warnings).toEqual([]);
  });

  it("keeps a result that is not JSON for the SDK", async () => {
    const calls = setup();
    const value = { big: 1n };
    expect(await calls.run(call("a"), {}, () => value)).toMatchObject({
      result: value,
      actionReturn: { status: "success" },
    });
    expect(await calls.run(call("b"), {}, () => undefined)).toMatchObject({ actionReturn: { status: "success" } });
  });

  it("withholds a result that a rule does not let through", async () => {
    const calls = setup(
      'rule @no trigger after_action pay check observation contains "secret" enforce stop("no secrets") end',
    );
    const { actionReturn } = await calls.run(call("a"), {}, () => "a secret");
    expect(observationText(actionReturn)).toContain("no secrets");
  });

  it("refuses a second call with the id of one that is running", async () => {
    const calls = setup();
    await calls.begin(call("a"));
    expect(await calls.begin(call("a"))).toMatchObject({ kind: "ended", actionReturn: { status: "stopped" } });
    calls.abandon();
  });

  it("ends calls that the SDK will not report", async () => {
    const calls = setup();
    const begun = await calls.begin(call("a"));
    calls.abandon("the process ended");
    const returned = begun.kind === "run" ? await begun.end({ result: 1 }) : undefined;
    expect(returned).toMatchObject({ status: "failed", errmsg: "the process ended" });
  });

  it("ends a call in flight when the signal is aborted", async () => {
    const calls = setup();
    const abort = new AbortController();
    const begun = await calls.begin(call("a"), { signal: abort.signal });
    abort.abort(new Error("the user left"));
    const returned = begun.kind === "run" ? await begun.end({ result: 1 }) : undefined;
    expect(returned?.status).toBe("failed");
    expect(calls.running).toBe(0);
  });

  it("runs a tool of Helve that a rule puts in place of a call, and stops a call that the SDK would have to run", async () => {
    const say = tool({ name: "say", description: "Say.", parameters: { type: "object" }, execute: () => "said" });
    const rules = parseProgram("rule @say trigger pay check True enforce invoke_action(say, {}) end");
    const calls = new ExternalCalls({ guards: [new Engine(rules, { predicates: [] })], tools: [say] });
    const begun = await calls.begin(call("a"));
    expect(begun.kind === "ended" && observationText(begun.actionReturn)).toContain("said");
    const alone = setup("rule @other trigger pay check True enforce invoke_action(other, {}) end");
    await alone.decide({ id: "b", name: "other", arguments: {} });
    expect((await alone.begin(call("a"))).kind).toBe("ended");
  });
});

function call(id: string): { readonly id: string; readonly name: string; readonly arguments: object } {
  return { id, name: "pay", arguments: {} };
}

function setup(rules = "rule @none trigger pay check False enforce stop end"): ExternalCalls {
  return new ExternalCalls({ guards: [new Engine(parseProgram(rules), { predicates: [], warn: () => undefined })] });
}
