import {
  askUser,
  estimateTokens,
  generateLoop,
  handoff,
  type Message,
  ModelError,
  outcomeOf,
  reflectWith,
  scriptedModel,
  summarizeMessages,
  trimMessages,
  userMessage,
} from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, bank, calls, engine, eventsOf, later } from "./agents.ts";

describe("the rules of AgentSpec", () => {
  it("are evaluated before and after an action, when the state changes and when the agent finishes", async () => {
    const { pay, payments } = bank();
    const guard = engine(`
      rule @before trigger Bank.Pay check args.amount > 100 enforce stop end
      rule @after trigger after_action Bank.Pay check true enforce warn("Keep the receipt.") end
      rule @state trigger state_change check state.balance < 50 enforce warn("The balance is low.") end
      rule @finish trigger agent_finish check true enforce log end
    `);
    const executor = new ActionExecutor([pay], { guards: [guard] });
    const model = scriptedModel([
      calls(["Bank-Pay", { to: "bob", amount: 900 }], ["Bank-Pay", { to: "mum", amount: 60 }]),
      "Done.",
    ]);
    const state = () => ({ balance: 100 - 60 * payments.length });
    const events = await eventsOf(generateLoop("Pay.", { model, executor, session: { state } }));
    expect(
      events.flatMap((event) => (event.type === "verdict" ? [[event.event, event.callId, event.verdict.kind]] : [])),
    ).toEqual([
      ["before_action", "call_1", "stop"],
      ["before_action", "call_2", "allow"],
      ["after_action", "call_2", "allow"],
      ["state_change", undefined, "allow"],
      ["agent_finish", undefined, "allow"],
    ]);
    const end = events.at(-1);
    const messages = end?.type === "end" ? end.outcome.messages : [];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user", "assistant"]);
    expect(JSON.stringify(messages[4])).toContain("The balance is low.");
  });

  it("end the run when a call, a state or the end of the agent must not be", async () => {
    const { pay, payments } = bank();
    const state = () => ({ paid: payments.length });
    const run = (rules: string, stopEnds: "action" | "agent") => {
      const executor = new ActionExecutor([pay], { guards: [engine(rules, { stopEnds })] });
      const turn = calls(["Bank-Pay", { to: "a", amount: 1 }], ["Bank-Pay", { to: "b", amount: 2 }]);
      return outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn, "ok"]), executor, session: { state } }));
    };
    const stopped = await run("rule @no trigger Bank.Pay check true enforce stop end", "agent");
    expect(stopped).toMatchObject({ status: "stopped", by: "guard", reason: expect.stringContaining("@no") });
    expect(payments).toEqual([]);

    const state1 = await run("rule @one trigger state_change check state.paid > 0 enforce stop end", "action");
    expect(state1).toMatchObject({ status: "stopped", reason: expect.stringContaining("@one") });
    expect(payments).toEqual(["a 1"]);
    expect(state1.messages.at(-1)).toMatchObject({
      callId: "call_2",
      parts: [{ content: "The call was not started." }],
    });
  });

  it("end the run if a guard fails", async () => {
    const guard = {
      before: async (action: never) => ({ kind: "allow" as const, action, decision: { passes: [] } }),
      finishing: () => Promise.reject(new Error("broken")),
    };
    const executor = new ActionExecutor([add], { guards: [guard] });
    expect(await outcomeOf(generateLoop("Hi", { model: scriptedModel(["ok"]), executor }))).toMatchObject({
      status: "stopped",
      reason: "a guard failed: broken",
    });
  });

  it("let the model reflect on an action that violates one", async () => {
    const { pay, payments } = bank();
    const asked: string[] = [];
    const reflecting = scriptedModel([
      ({ messages }) => {
        asked.push(JSON.stringify(messages));
        return calls(["Bank-Pay", "{to: 'bob', amount: '50'}"]);
      },
      "I give up.",
      calls(["Bank-Pay", { to: 5 }]),
    ]);
    const guard = engine("rule @limit trigger Bank.Pay check args.amount > 100 enforce llm_self_reflect end", {
      reflect: reflectWith(reflecting, () => executor),
    });
    const executor: ActionExecutor = new ActionExecutor([pay], { guards: [guard] });
    const expensive = calls(["Bank-Pay", { to: "bob", amount: 900 }]);
    const model = scriptedModel([expensive, expensive, expensive, "Done."]);
    const outcome = await outcomeOf(generateLoop("Pay Bob.", { model, executor }));
    expect(outcome.status).toBe("finished");
    expect(payments).toEqual(["bob 50"]);
    expect(asked[0]).toContain("args.amount is 900");
    expect(asked[0]).toContain("Pay Bob.");
  });
});

describe("askUser", () => {
  it("asks, with the choices, and returns the answer", async () => {
    const asked: unknown[] = [];
    const ask = askUser((question, { choices }) => {
      asked.push([question, choices]);
      return "blue";
    });
    const model = scriptedModel([calls(["ask_user", { question: "Which color?", choices: ["red", "blue"] }]), "ok"]);
    const { messages } = await outcomeOf(generateLoop("Paint.", { model, executor: new ActionExecutor([ask]) }));
    expect(asked).toEqual([["Which color?", ["red", "blue"]]]);
    expect(messages[2]).toMatchObject({ parts: [{ content: "blue" }] });
  });
});

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
    const { pay } = bank();
    const guards = [engine("rule @ask trigger Bank.Pay check true enforce user_inspection end", later())];
    const payTurn = calls(["Bank-Pay", { to: "bob", amount: 900 }]);
    const loops = calls(["add", { x: 1, y: 1 }]);
    const agents = [
      handoff({
        name: "pending",
        description: "Pays.",
        model: scriptedModel([payTurn]),
        executor: new ActionExecutor([pay], { guards }),
      }),
      handoff({ name: "failed", description: "Fails.", model: scriptedModel([]), executor: new ActionExecutor([]) }),
      handoff({
        name: "endless",
        description: "Adds.",
        model: scriptedModel([loops, loops]),
        executor: new ActionExecutor([add]),
        limits: { steps: 1 },
      }),
    ];
    const model = scriptedModel([
      calls(["pending", { task: "a" }], ["failed", { task: "b" }], ["endless", { task: "c" }]),
      "ok",
    ]);
    const { messages } = await outcomeOf(generateLoop("Go.", { model, executor: new ActionExecutor(agents) }));
    expect(
      messages.flatMap((message) => (message.role === "tool" ? message.parts.map(({ content }) => content) : [])),
    ).toEqual([
      "pending has no answer: a person would have to approve its call of Bank.Pay first",
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

describe("compaction", () => {
  const turn = (id: string, size: number): readonly Message[] => [
    { role: "assistant", parts: [{ type: "call", id, name: "read", arguments: "{}" }] },
    { role: "tool", callId: id, name: "read", parts: [{ type: "text", content: "x".repeat(size) }] },
  ];
  const messages: readonly Message[] = [
    { role: "system", content: "Be brief." },
    userMessage("Read."),
    ...turn("a", 400),
    ...turn("b", 400),
    ...turn("c", 400),
  ];

  it("leaves out the oldest turns, and never a result without its call", () => {
    const trimmed = trimMessages(messages, { tokens: 150 });
    expect(trimmed).toEqual([...messages.slice(0, 2), ...turn("c", 400)]);
    expect(estimateTokens(trimmed)).toBeLessThanOrEqual(150);
    expect(trimMessages(messages, { tokens: 10_000 })).toBe(messages);

    const sizes = fc.array(fc.nat({ max: 500 }), { maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 600 }), (list, tokens) => {
        const all = [userMessage("Read."), ...list.flatMap((size, index) => turn(`${index}`, size))];
        const kept = trimMessages(all, { tokens });
        const called = kept.flatMap((message) => (message.role === "assistant" ? message.parts : []));
        const results = kept.filter(({ role }) => role === "tool");
        expect(called).toHaveLength(results.length);
        expect(kept.slice(-2)).toEqual(all.slice(-2));
      }),
    );
  });

  it("shortens a conversation that becomes too long, and one that the model refuses", async () => {
    const read = tool({
      name: "read",
      description: "Read.",
      parameters: { type: "object", properties: {} },
      execute: () => "x".repeat(400),
    });
    const lengths: number[] = [];
    const next = (turn: ReturnType<typeof calls> | string | Error) => (request: { messages: readonly Message[] }) => {
      lengths.push(request.messages.length);
      return turn;
    };
    const model = scriptedModel([
      ...[1, 2, 3].map(() => next(calls(["read", {}]))),
      next(new ModelError("context_length", "too long")),
      next("ok"),
    ]);
    const executor = new ActionExecutor([read]);
    const events = await eventsOf(generateLoop("Read.", { model, executor, compaction: { tokens: 250 } }));
    expect(lengths).toEqual([1, 3, 5, 5, 3]);
    expect(events.filter(({ type }) => type === "compaction")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ outcome: { status: "finished", answer: "ok" } });
  });

  it("fails if the model refuses a conversation that can't be shortened", async () => {
    const error = new ModelError("context_length", "too long");
    for (const compaction of [undefined, { tokens: 5 }]) {
      const run = generateLoop("Read.", {
        model: scriptedModel([error]),
        executor: new ActionExecutor([]),
        compaction,
      });
      expect(await outcomeOf(run)).toMatchObject({ status: "failed", error: { code: "context_length" } });
    }
  });

  it("summarizes what it leaves out, and counts what that costs", async () => {
    const asked: string[] = [];
    const model = scriptedModel([
      ({ messages: sent }) => {
        asked.push(JSON.stringify(sent));
        return { content: "It read three files.", usage: { inputTokens: 7, outputTokens: 3 } };
      },
      { content: "ok", usage: { inputTokens: 1, outputTokens: 1 } },
    ]);
    const compaction = { tokens: 200, compact: summarizeMessages({ locale: "zh" }) };
    const outcome = await outcomeOf(generateLoop(messages, { model, executor: new ActionExecutor([]), compaction }));
    expect(asked[0]).toContain("call of read: {}");
    expect(outcome.messages).toHaveLength(6);
    expect(JSON.stringify(outcome.messages[2])).toContain("It read three files.");
    expect(outcome.usage).toEqual({ inputTokens: 8, outputTokens: 4 });
  });
});
