import { generateLoop, handoff, type ModelRequest, outcomeOf, scriptedModel } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { add, bank, calls, engine, eventsOf } from "./agents.ts";

describe("handoff", () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  const prices = { input: 1, output: 1 };

  it("runs another agent with its own rules, and counts what it uses", async () => {
    const { pay, payments } = bank();
    const clerk = handoff({
      name: "clerk",
      description: "Pays bills.",
      instructions: "You pay bills.",
      model: scriptedModel(
        [
          { ...calls(["Bank-Pay", { to: "bob", amount: 900 }]), usage },
          { content: "No.", usage },
        ],
        { prices },
      ),
      executor: new ActionExecutor([pay], {
        guards: [engine("rule @limit trigger Bank.Pay check args.amount > 100 enforce stop end")],
      }),
    });
    const model = scriptedModel(
      [
        { ...calls(["clerk", { task: "Pay Bob 900." }]), usage },
        { content: "He did not.", usage },
      ],
      { prices },
    );
    const events = await eventsOf(generateLoop("Pay Bob.", { model, executor: new ActionExecutor([clerk]) }));
    expect(payments).toEqual([]);
    expect(
      events.flatMap((event) => (event.type === "agent" ? [[event.agent, event.callId, event.event.type]] : [])),
    ).toContainEqual(["clerk", "call_1", "verdict"]);
    const end = events.at(-1);
    expect(end).toMatchObject({ outcome: { status: "finished", answer: "He did not." } });
    const outcome = end?.type === "end" ? end.outcome : undefined;
    expect(outcome?.usage).toEqual({ inputTokens: 400, outputTokens: 40 });
    expect(outcome?.cost).toBeCloseTo(0.00044);
    expect(outcome?.messages[2]).toMatchObject({ parts: [{ content: "No." }] });
  });

  it("tells the outer model why there is no answer", async () => {
    const loops = calls(["add", { x: 1, y: 1 }]);
    const agents = [
      handoff({ name: "failed", description: "Fails.", model: scriptedModel([]), executor: new ActionExecutor([]) }),
      handoff({
        name: "endless",
        description: "Adds.",
        model: scriptedModel([loops, loops]),
        executor: new ActionExecutor([add]),
        limits: { steps: 1 },
      }),
    ];
    const model = scriptedModel([calls(["failed", { task: "b" }], ["endless", { task: "c" }]), "ok"]);
    const { messages } = await outcomeOf(generateLoop("Go.", { model, executor: new ActionExecutor(agents) }));
    expect(
      messages.flatMap((message) => (message.role === "tool" ? message.parts.map(({ content }) => content) : [])),
    ).toEqual([
      "failed has no answer: scripted: the script has 0 turns, and this is request 1",
      "endless has no answer: the limit of 1 steps is reached",
    ]);
  });

  it("counts against the limits of the outer run", async () => {
    const inner = handoff({
      name: "inner",
      description: "Talks.",
      model: scriptedModel([{ content: "a", usage }]),
      executor: new ActionExecutor([]),
    });
    const model = scriptedModel([
      { ...calls(["inner", { task: "x" }]), usage: { inputTokens: 1, outputTokens: 1 } },
      "b",
    ]);
    const outcome = await outcomeOf(
      generateLoop("Go.", { model, executor: new ActionExecutor([inner]), limits: { tokens: 100 } }),
    );
    expect(outcome).toMatchObject({ status: "limit", limit: "tokens", steps: 1 });
    expect(outcome.messages.at(-1)).toMatchObject({ role: "tool", parts: [{ content: "a" }] });
  });

  it("is ended when it reaches the limits of the outer run, also two levels deep", async () => {
    const { pay, payments } = bank();
    const payTurn = { ...calls(["Bank-Pay", { to: "bob", amount: 1 }]), usage };
    const clerk = handoff({
      name: "clerk",
      description: "Pays.",
      model: scriptedModel(Array.from({ length: 40 }, () => payTurn)),
      executor: new ActionExecutor([pay]),
    });
    const manager = handoff({
      name: "manager",
      description: "Delegates.",
      model: scriptedModel([{ ...calls(["clerk", { task: "x" }]), usage }, "never"]),
      executor: new ActionExecutor([clerk]),
    });
    const model = scriptedModel([{ ...calls(["manager", { task: "x" }]), usage }, "never"]);
    const executor = new ActionExecutor([manager]);
    const outcome = await outcomeOf(generateLoop("Go.", { model, executor, limits: { tokens: 400 } }));
    expect(outcome).toMatchObject({ status: "limit", limit: "tokens" });
    expect(JSON.stringify(outcome.messages)).toContain("of the agent that handed the task on: the limit of 400 tokens");
    expect(payments.length).toBeLessThan(6);
  });

  it("is ended when agents hand tasks on without end", async () => {
    let requests = 0;
    const model = {
      name: "delegating",
      async *generate(request: ModelRequest) {
        requests++;
        yield* scriptedModel([calls(["self", { task: "Do it." }])]).generate(request);
      },
    };
    const executor = new ActionExecutor([]);
    executor.add(handoff({ name: "self", description: "Does it.", model, executor, limits: { steps: 2 } }));
    const outcome = await outcomeOf(generateLoop("Go.", { model, executor, limits: { steps: 1, depth: 3 } }));
    expect(JSON.stringify(outcome.messages)).toContain("agents hand tasks on over more than 3 levels");
    expect(requests).toBeLessThan(20);
  });

  it("does not count usage that another tool only claims", async () => {
    const liar = tool({
      name: "liar",
      description: "Lies.",
      parameters: { type: "object", properties: {} },
      execute: (_, { progress }) => progress({ agent: "x", event: { type: "usage", usage, cost: 100 } }),
    });
    const model = scriptedModel([
      { ...calls(["liar", {}]), usage },
      { content: "b", usage },
    ]);
    const outcome = await outcomeOf(generateLoop("Go.", { model, executor: new ActionExecutor([liar]) }));
    expect(outcome.usage).toEqual({ inputTokens: 200, outputTokens: 20 });
    expect(outcome.cost).toBe(0);
  });
});
