import { guardThink, repairedModel, type ThinkGuard, type ThinkTools, toThinkTools } from "@helve/cloudflare-agents";
import { nodeDurableObject, scriptedModel, startThink } from "@helve/cloudflare-agents/node";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { askAbove50, type Call, startObject } from "./object.ts";

const call = (id: string, amount: number): Call => [id, JSON.stringify({ amount })];
const once = 'rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end';

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined); // the harness logs errors of hooks
});
afterEach(() => vi.restoreAllMocks());

describe.each(["tools", "guard"] as const)("a guarded ThinkHarness (%s)", (kind) => {
  it("looks back at the calls before an eviction", async () => {
    const first = await startObject({ kind, rules: once, turns: [[call("a", 1)], "paid", [call("b", 2)], "done"] });
    await first.harness.prompt("Pay.");
    const second = await startObject({
      kind,
      rules: once,
      turns: [[call("a", 1)], "paid", [call("b", 2)], "done"],
      evicted: first,
    });
    await second.harness.prompt("Pay again.");
    expect(second.paid).toEqual([1]);
    expect((await second.parts())[1]).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("one payment only"),
    });
  });

  it("counts a call that an eviction cut short, because nobody knows what it did", async () => {
    const first = await startObject({
      kind,
      rules: once,
      turns: [[call("a", 1)]],
      onPay: () => new Promise(() => undefined),
    });
    await first.session.submit("Pay.");
    await expect.poll(() => first.paid).toEqual([1]);
    const second = await startObject({ kind, rules: once, evicted: first });
    const { session } = await second.helve.calls();
    expect(session.trajectory).toMatchObject([{ action: { id: "a", name: "pay" }, status: "timed_out" }]);
    const returned = await session.judge({ id: "b", name: "pay", arguments: { amount: 2 } });
    expect(returned.ok).toBe(false);
  });

  it("runs nothing after an eviction if a rule has ended the agent", async () => {
    const rules = "rule @end trigger pay check args.amount > 50 enforce stop end";
    const options = { kind, rules, engine: { stopEnds: "agent" }, turns: [[call("a", 80)], [call("b", 1)]] } as const;
    const first = await startObject(options);
    expect(await first.harness.prompt("Pay.")).toMatchObject({ status: "unanswered" });
    const second = await startObject({ ...options, evicted: first });
    expect(await second.harness.prompt("Pay.")).toMatchObject({
      status: "unanswered",
      reason: expect.stringContaining("@end"),
    });
    expect(second.paid).toEqual([]);
  });

  it("keeps an edit over an eviction, and drops it with its question", async () => {
    const turns = [[call("a", 80)], "done"];
    const first = await startObject({ kind, turns });
    await first.harness.prompt("Pay.");
    const [question] = await first.helve.questions(await first.session.messages());
    expect(question?.text).toContain('May pay run with {"amount":80}?');
    const answer = await first.helve.respond(question as never, { decision: "edit", args: { amount: 20 } });
    const second = await startObject({ kind, turns, evicted: first });
    await second.session.prompt(answer);
    expect(second.paid).toEqual([20]);
    const stored = await second.ctx.storage.list({ prefix: "helve/" });
    expect([...stored.keys()].filter((key) => !/history|notes/.test(key))).toEqual([]);
  });

  it("records a rejection, which the harness reports to no hook", async () => {
    const { harness, helve, session, paid } = await startObject({ kind, turns: [[call("a", 80)], "done"] });
    await harness.prompt("Pay.");
    const [question] = await helve.questions(await session.messages());
    await session.prompt(await helve.respond(question as never, { decision: "reject", reason: "no" }));
    expect(paid).toEqual([]);
    expect((await helve.calls()).session.trajectory).toMatchObject([{ ran: false, action: { id: "a" } }]);
  });

  it("runs nothing that needs an approval if the harness was not given toolApproval", async () => {
    const turns = [[call("a", 80)], "done"];
    const { harness, paid, parts, ctx } = await startObject({ kind, turns, harness: { toolApproval: () => false } });
    await harness.prompt("Pay.");
    expect(paid).toEqual([]);
    expect(await parts()).toMatchObject([{ state: "output-error" }]);
    expect([...(await ctx.storage.list({ prefix: "helve/question" })).keys()]).toEqual([]);
  });

  it("does not take a question that nobody saw for an approved one, if the object is evicted before it is dropped", async () => {
    const { helve, ctx, paid, harness } = await startObject({
      kind,
      turns: [[call("a", 80)], "done"],
      harness: { toolApproval: () => false },
    });
    await helve.toolApproval({ session: "", toolName: "pay", toolCallId: "a", input: { amount: 80 } });
    for (const key of (await ctx.storage.list({ prefix: "helve/asked" })).keys()) await ctx.storage.delete(key);
    expect((await ctx.storage.list({ prefix: "helve/question" })).size).toBe(1);
    await harness.prompt("Pay.");
    expect(paid).toEqual([]);
  });

  it("uses up an approval when the call begins, however often the object is evicted then", async () => {
    const turns = [[call("a", 80)], "done"];
    const first = await startObject({ kind, turns, onPay: () => new Promise(() => undefined) });
    await first.harness.prompt("Pay.");
    void first.approve();
    await expect.poll(() => first.paid).toEqual([80]);
    // The harness runs the call again, and the object is evicted when a new question is kept.
    const second = await startObject({ kind, turns, evicted: first });
    const { storage } = second.ctx;
    const { put } = storage;
    const kept = Promise.withResolvers<void>();
    vi.spyOn(storage, "put").mockImplementation(async (key, value) => {
      await put(key, value);
      if (!key.startsWith("helve/question")) return;
      kept.resolve();
      await new Promise(() => undefined);
    });
    void runAgain(kind, second.helve);
    await kept.promise;
    vi.mocked(storage.put).mockRestore();
    const third = await startObject({ kind, turns, evicted: second });
    expect(await runAgain(kind, third.helve)).toBe("block");
    expect(third.paid).toEqual([80]);
  });

  it("records the rejection of each call with the same id", async () => {
    const { harness, helve, session, paid } = await startObject({
      kind,
      turns: [[call("a", 80)], "one", [call("a", 90)], "two"],
    });
    for (const text of ["Pay.", "Pay 90."]) {
      await harness.prompt(text);
      const [question] = await helve.questions(await session.messages());
      await session.prompt(await helve.respond(question as never, { decision: "reject" }));
    }
    expect((await helve.calls()).session.trajectory).toMatchObject([
      { ran: false, action: { args: { amount: 80 } } },
      { ran: false, action: { args: { amount: 90 } } },
    ]);
    expect(paid).toEqual([]);
  });

  it("asks again if the model repeats the id of an approved call", async () => {
    const turns = [[call("a", 80)], "paid", [call("a", 80)], "done"];
    const { harness, approve, paid, parts } = await startObject({ kind, turns });
    await harness.prompt("Pay.");
    await approve();
    await harness.prompt("Pay again.");
    expect(paid).toEqual([80]);
    expect((await parts()).at(-1)).toMatchObject({ state: "approval-requested" });
  });

  it("does not use an edit for a later question about a call with the same id", async () => {
    const turns = [[call("a", 80)], "later", [call("a", 90)], "done"];
    const { harness, helve, session, approve, paid } = await startObject({ kind, turns });
    await harness.prompt("Pay.");
    const [question] = await helve.questions(await session.messages());
    await helve.respond(question as never, { decision: "edit", args: { amount: 1 } }); // it is never submitted
    await session.prompt({ type: "approval", approvalId: question?.approvalId ?? "", approved: false });
    await harness.prompt("Pay 90.");
    await approve();
    expect(paid).toEqual([90]);
  });

  it("runs nothing if the storage can't be read", async () => {
    const { harness, paid, ctx } = await startObject({ kind, turns: [[call("a", 1)], "done"] });
    vi.spyOn(ctx.storage, "list").mockRejectedValue(new Error("the storage is down"));
    expect(await harness.prompt("Pay.")).toMatchObject({ status: "unanswered", reason: "the storage is down" });
    expect(paid).toEqual([]);
  });

  it("keeps the histories of sessions apart, unless they share one", async () => {
    const turns = [[call("a", 1)], "done"];
    const apart = await startObject({ kind, rules: once, turns });
    await apart.harness.prompt("Pay.");
    await apart.harness.session("other").prompt("Pay.");
    expect(apart.paid).toEqual([1, 1]);
    const shared = await startObject({ kind, rules: once, turns, helve: { history: () => "all" } });
    await shared.harness.prompt("Pay.");
    await shared.harness.session("other").prompt("Pay.");
    expect(shared.paid).toEqual([1]);
  });

  it("forgets a session that is reset", async () => {
    const { harness, helve, session, paid, ctx } = await startObject({
      kind,
      rules: once,
      turns: [[call("a", 1)], "done"],
    });
    await harness.prompt("Pay.");
    await session.reset();
    await helve.reset();
    expect((await ctx.storage.list({ prefix: "helve/" })).size).toBe(0);
    await harness.prompt("Pay.");
    expect(paid).toEqual([1, 1]);
  });

  it("lets the harness report an interrupted call, and does not run it again", async () => {
    const options = { kind, rules: once, turns: [[call("a", 1)], "done"] } as const;
    const first = await startObject({ ...options, onPay: () => new Promise(() => undefined) });
    await first.session.submit("Pay.");
    await expect.poll(() => first.paid).toEqual([1]);
    const second = await startObject({ ...options, evicted: first });
    await second.session.prompt("Go on.");
    expect(second.paid).toEqual([1]);
    expect((await second.parts())[0]).toMatchObject({
      state: "output-error",
      errorText: expect.stringContaining("interrupted"),
    });
  });
});

describe("guardThink", () => {
  it("does not let the model read a withheld result: the turn ends", async () => {
    const rules = 'rule @secret trigger after_action pay check True enforce stop("secret") end';
    const { harness, parts } = await startObject({ kind: "guard", rules, turns: [[call("a", 1)], "done"] });
    expect(await harness.prompt("Pay.")).toMatchObject({ status: "unanswered" });
    expect(await parts()).toMatchObject([{ state: "output-error", errorText: expect.stringContaining("secret") }]);
    expect(JSON.stringify(await parts())).not.toContain("paid 1");
  });
});

describe("toThinkTools", () => {
  it("gives images to the model as files, also from a stored output", async () => {
    const image = { type: "image", content: "data:image/png;base64,iVBORw0KGgo=" } as const;
    const { helve } = await startObject({});
    const { pay } = toolsOf(helve);
    const output = [{ type: "text", content: "a chart" }, image, { type: "file", content: "not a URL" }];
    expect(await pay.toModelOutput({ toolCallId: "x", output })).toEqual({
      type: "content",
      value: [
        { type: "text", text: "a chart" },
        { type: "file", data: { type: "data", data: "iVBORw0KGgo=" }, mediaType: "image/png" },
        { type: "text", text: "not a URL" },
      ],
    });
  });

  it("runs a toolkit's tool by its name on the wire, in the history under its own", async () => {
    const go = tool({ name: "go", description: "Go.", parameters: z.object({}), execute: () => "gone" });
    const ctx = nodeDurableObject();
    const helve = toThinkTools(new ActionExecutor([{ name: "Kit", tools: [go] }]), { storage: ctx.storage });
    const model = scriptedModel([[{ id: "a", name: "Kit-go", arguments: "{}" }], "done"]);
    const harness = await startThink(ctx, { model, ...helve });
    expect(await harness.prompt("Go.")).toMatchObject({ status: "done", text: "done" });
    expect((await helve.calls()).session.trajectory).toMatchObject([{ action: { name: "Kit.go" }, status: "success" }]);
  });

  it("repeats the notes of rules after an eviction", async () => {
    const rules = 'rule @note trigger pay check True enforce warn("mind the fees") end';
    const first = await startObject({ rules, turns: [[call("a", 1)], "done"] });
    await first.harness.prompt("Pay.");
    expect((await first.parts())[0]).toMatchObject({ output: "paid 1" });
    const second = await startObject({ rules, evicted: first });
    const { pay } = toolsOf(second.helve);
    expect(await pay.toModelOutput({ toolCallId: "a", output: "paid 1" })).toMatchObject({
      type: "text",
      value: expect.stringMatching(/mind the fees/),
    });
  });
});

/** The tool of a session, as the harness gets it. */
function toolsOf(helve: ThinkGuard): { readonly pay: { toModelOutput(options: object): Promise<unknown> } } {
  return (helve as ThinkTools).tools({ session: "" }) as never;
}

/** Runs the call "a" a second time, as the harness does after an eviction if the tool says so, and returns what became of it. */
async function runAgain(kind: "tools" | "guard", helve: ThinkGuard): Promise<string> {
  const [toolCallId, input] = ["a", { amount: 80 }] as const;
  if (kind === "guard") {
    const context = { session: "", operationId: "o", toolCallId, toolName: "pay", input, attempt: 2 };
    return (await helve.hooks.beforeToolCall?.(context))?.action ?? "run";
  }
  type Executable = { readonly pay: { execute(input: unknown, options: object): AsyncIterable<unknown> } };
  const { pay } = toolsOf(helve) as unknown as Executable;
  const first = pay.execute(input, { toolCallId })[Symbol.asyncIterator]().next();
  return first.then(
    () => "run",
    () => "block",
  );
}

describe("options", () => {
  const { storage } = nodeDurableObject();
  it("refuses unknown and wrong ones", () => {
    const executor = new ActionExecutor([]);
    expect(() => toThinkTools(executor, { storage, promt: "x" } as never)).toThrow('did you mean "prompt"?');
    expect(() => guardThink({ guards: [], storage, sate: 1 } as never)).toThrow('did you mean "state"?');
    expect(() => guardThink({ storage } as never)).toThrow('"guards" must be a list');
    expect(() => toThinkTools(executor, { storage: new Map() } as never)).toThrow("this.ctx.storage");
    expect(() => toThinkTools({} as never, { storage })).toThrow("must be an ActionExecutor");
    expect(() => guardThink({ guards: [], storage, history: "all" } as never)).toThrow('"history" must be a function');
    expect(() => repairedModel("openai/gpt-5")).toThrow("not its name");
  });

  it("knows no approvals of calls that no rule asks about", async () => {
    const { helve } = await startObject({ rules: askAbove50 });
    const question = { approvalId: "approval:x", toolCallId: "x" };
    await expect(helve.respond(question, { decision: "edit", args: {} })).rejects.toThrow(
      "only be approved or rejected",
    );
  });
});
