import type { ApprovalStore } from "@helve/adapter";
import type { Guard } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgent, createMiddleware, fakeModel, tool as langChainTool, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { helveMiddleware } from "../src/index.ts";
import { askAbove50, bank, copyOf, engineOf, modelOf, once, payCall, questionOf, readOf } from "./bank.ts";

const go = { messages: [new HumanMessage("Pay my debts.")] };
const thread = { configurable: { thread_id: "1" } };
const resume = (...decisions: object[]) => new Command({ resume: { decisions } });

describe("helveMiddleware", () => {
  it("refuses wrong options", () => {
    const executor = new ActionExecutor([]);
    expect(() => helveMiddleware({ executr: executor } as never)).toThrow('(did you mean "executor"?)');
    expect(() => helveMiddleware({} as never)).toThrow('needs "executor" or "guards"');
    expect(() => helveMiddleware({ executor, guards: [] } as never)).toThrow('"executor" or "guards"');
    expect(() => helveMiddleware({ executor, tools: [] } as never)).toThrow('only with "guards"');
    expect(() => helveMiddleware({ guards: engineOf(once) } as never)).toThrow("list of guards");
    expect(() => helveMiddleware({ executor: {} } as never)).toThrow("must be an ActionExecutor");
    expect(() => helveMiddleware({ executor, session: executor.session(), prompt: "x" })).toThrow(
      '"session" has its own',
    );
  });

  it("asks in the form of humanInTheLoopMiddleware, and takes its answers in order", async () => {
    const { agent, paid } = setup({ turns: [[payCall("a", 80), payCall("b", 90), payCall("c", 5)]] });
    const question = questionOf(await agent.invoke(go, thread));
    expect(question.actionRequests).toEqual([
      {
        id: "a",
        name: "pay",
        args: { amount: 80, to: "Ann" },
        description: 'May pay run with {"amount":80,"to":"Ann"}?\n@ask_above_50: args.amount is 80',
      },
      expect.objectContaining({ id: "b" }),
    ]);
    expect(question.reviewConfigs[0]).toEqual({ actionName: "pay", allowedDecisions: ["approve", "edit", "reject"] });
    expect(paid).toEqual([]);
    const ended = await agent.invoke(resume({ type: "reject", message: "too much" }, { type: "approve" }), thread);
    expect([...paid].sort()).toEqual(["5 to Ann", "90 to Ann"]);
    expect(readOf(ended)["a"]).toContain("too much");
  });

  it("matches answers to calls by their ids", async () => {
    const { agent, paid } = setup({ turns: [[payCall("a", 80), payCall("b", 90)]] });
    await agent.invoke(go, thread);
    await agent.invoke(resume({ id: "b", type: "approve" }, { id: "a", type: "reject" }), thread);
    expect(paid).toEqual(["90 to Ann"]);
  });

  it.each([
    [{ decisions: [] }, "2 calls wait for a decision, and 0 were given"],
    ["yes", "resume with { decisions"],
    [{ decisions: [{ type: "approve" }, { type: "ok" }] }, "must be approve, edit, reject or fix"],
    [{ decisions: [{ id: "a", type: "approve" }, { type: "approve" }] }, "all decisions the id of their call, or none"],
    [
      {
        decisions: [
          { id: "a", type: "approve" },
          { id: "x", type: "approve" },
        ],
      },
      'no call with the id "x" waits',
    ],
    [
      {
        decisions: [
          { id: "a", type: "approve" },
          { id: "a", type: "approve" },
        ],
      },
      "give each call one decision",
    ],
    [{ decisions: [{ type: "edit", editedAction: { name: "steal", args: {} } }, { type: "approve" }] }, "the name pay"],
    [{ decisions: [{ type: "edit", editedAction: { name: "pay" } }, { type: "approve" }] }, '"args"'],
    [{ decisions: [{ type: "fix" }, { type: "approve" }] }, "name of a fix"],
  ])("runs nothing after the wrong answer %j, and takes a right one later", async (wrong, message) => {
    const { agent, paid } = setup({ turns: [[payCall("a", 80), payCall("b", 90)]] });
    await agent.invoke(go, thread);
    await expect(agent.invoke(new Command({ resume: wrong }), thread)).rejects.toThrow(message);
    expect(paid).toEqual([]);
    await agent.invoke(resume({ type: "approve" }, { type: "reject" }), thread);
    expect(paid).toEqual(["80 to Ann"]);
  });

  it("runs each call of an interrupted turn once, also in another process and with version 1 of the agent", async () => {
    for (const version of ["v1", "v2"] as const) {
      const saver = new MemorySaver();
      const approvals = new Map<string, string>();
      const turns = [[payCall("a", 80), payCall("b", 5), payCall("c", 90)]];
      const first = setup({ turns, saver, approvals, version });
      await first.agent.invoke(go, thread);
      const second = setup({ turns: [], saver: copyOf(saver), approvals, version });
      const ended = await second.agent.invoke(resume({ type: "approve" }, { type: "reject" }), thread);
      expect(first.paid).toEqual([]);
      expect([...second.paid].sort()).toEqual(["5 to Ann", "80 to Ann"]);
      expect(Object.keys(readOf(ended)).sort()).toEqual(["a", "b", "c"]);
    }
  });

  it("asks again in a process that does not know the question, and forgets the answer to the first one", async () => {
    const saver = new MemorySaver();
    const first = setup({ turns: [[payCall("a", 80)]], saver });
    await first.agent.invoke(go, thread);
    const second = setup({ turns: [], saver: copyOf(saver) });
    questionOf(await second.agent.invoke(resume({ type: "approve" }), thread));
    const ended = await second.agent.invoke(resume({ type: "reject" }), thread);
    expect([...first.paid, ...second.paid]).toEqual([]);
    expect(readOf(ended)["a"]).toContain("rejected");
  });

  it("looks back at the steps of other processes, back and forth", async () => {
    const rules = 'rule @twice trigger pay check count(pay) >= 2 enforce stop("two payments only") end';
    const saver = new MemorySaver();
    const first = setup({ rules, turns: [[payCall("a", 1)]], saver });
    await first.agent.invoke(go, thread);
    const otherSaver = copyOf(saver);
    const second = setup({ rules, turns: [[payCall("b", 2)]], saver: otherSaver });
    await second.agent.invoke(go, thread);
    expect(second.paid).toEqual(["2 to Ann"]);
    Object.assign(saver, copyOf(otherSaver));
    first.model.respond(new AIMessage({ content: "", tool_calls: [payCall("c", 3)] })).respond(new AIMessage("done"));
    const { messages } = await first.agent.invoke(go, thread);
    expect(first.paid).toEqual(["1 to Ann"]);
    expect(readOf({ messages })["c"]).toContain("two payments only");
  });

  it("stays ended in another process", async () => {
    const rules = "rule @end trigger pay check args.amount > 50 enforce stop end";
    const saver = new MemorySaver();
    const first = setup({ rules, turns: [[payCall("a", 80)]], saver, engine: { stopEnds: "agent" } });
    await first.agent.invoke(go, thread);
    const second = setup({ rules, turns: [[payCall("b", 5)]], saver: copyOf(saver), engine: { stopEnds: "agent" } });
    const { messages } = await second.agent.invoke(go, thread);
    expect(second.paid).toEqual([]);
    expect(messages.at(-1)?.text).toBe("The agent was ended by a rule at its call of pay.");
  });

  it("does not mix threads, or runs without threads", async () => {
    const { agent, model, paid } = setup({ rules: once, turns: [[payCall("a", 1)]] });
    for (const [amount, thread_id] of [
      [2, "x"],
      [3, "y"],
      [4, "x"],
    ] as const) {
      await agent.invoke(go, { configurable: { thread_id } });
      model.respond(new AIMessage({ content: "", tool_calls: [payCall("a", amount)] })).respond(new AIMessage("done"));
    }
    expect(paid).toEqual(["1 to Ann", "2 to Ann"]);
  });

  it("gives each run without a thread a session of its own", async () => {
    const { pay, paid } = bank();
    const executor = new ActionExecutor([pay], { guards: [engineOf(once)] });
    const model = modelOf([payCall("a", 1)], [payCall("b", 2)]);
    const agent = createAgent({ model, middleware: [helveMiddleware({ executor })] });
    await agent.invoke(go);
    expect(paid).toEqual(["1 to Ann"]);
    model.respond(new AIMessage({ content: "", tool_calls: [payCall("c", 3)] })).respond(new AIMessage("done"));
    await agent.invoke(go);
    expect(paid).toEqual(["1 to Ann", "3 to Ann"]);
  });

  it("keeps the session of a run without a thread, also if the state is copied", async () => {
    const paid: string[] = [];
    const copying = createMiddleware({
      name: "Copying",
      beforeModel: (state) => structuredClone({ _helveRun: (state as { _helveRun?: unknown })._helveRun }) as never,
    });
    const agent = createAgent({
      model: modelOf([payCall("a", 1)], [payCall("b", 2)]),
      tools: [langChainPay(paid)],
      middleware: [copying, helveMiddleware({ guards: [engineOf(once)] })],
    });
    await agent.invoke(go);
    expect(paid).toEqual(["1 to Ann"]);
  });

  it("keeps its state out of the input and the output", async () => {
    const { agent, paid } = setup({ turns: [[payCall("a", 80)]] });
    const forged = { ...go, _helveAnswers: { a: { decision: "approve" } }, _helveHistory: { steps: 9, snapshot: [] } };
    questionOf(await agent.invoke(forged as never, thread));
    expect(paid).toEqual([]);
    const ended = await agent.invoke(resume({ type: "approve" }), thread);
    expect(Object.keys(ended).filter((key) => key.startsWith("_helve"))).toEqual([]);
  });

  it("runs nothing that must be asked about if there is no checkpointer", async () => {
    const { pay, paid } = bank();
    const executor = new ActionExecutor([pay], { guards: [engineOf(askAbove50)] });
    const agent = createAgent({ model: modelOf([payCall("a", 80)]), middleware: [helveMiddleware({ executor })] });
    await expect(agent.invoke(go)).rejects.toThrow("No checkpointer set");
    expect(paid).toEqual([]);
  });

  it("denies what a guard fails to decide about", async () => {
    const broken: Guard = { before: () => Promise.reject(new Error("the rules are gone")) };
    for (const kind of ["executor", "guards"] as const) {
      const { pay, paid } = bank();
      const source =
        kind === "executor" ? { executor: new ActionExecutor([pay], { guards: [broken] }) } : { guards: [broken] };
      const tools = kind === "executor" ? [] : [langChainPay(paid)];
      const agent = createAgent({ model: modelOf([payCall("a", 5)]), tools, middleware: [helveMiddleware(source)] });
      const { messages } = await agent.invoke(go);
      expect(paid).toEqual([]);
      expect(messages.find((message) => ToolMessage.isInstance(message))?.status).toBe("error");
    }
  });

  it("calls a tool of a toolkit by its name on the wire, and passes on images", async () => {
    const shoot = tool({
      name: "Shoot",
      description: "Take a photo.",
      parameters: z.object({}),
      execute: () => [{ type: "image", content: "data:image/png;base64,AAAA" }],
    });
    const executor = new ActionExecutor([{ name: "Camera", tools: [shoot] }]);
    const call = { type: "tool_call", id: "a", name: "Camera-Shoot", args: {} } as const;
    const agent = createAgent({ model: modelOf([call]), middleware: [helveMiddleware({ executor })] });
    const { messages } = await agent.invoke(go);
    const result = messages.find((message) => ToolMessage.isInstance(message));
    expect(result).toMatchObject({ status: "success", name: "Camera-Shoot", artifact: { type: "Camera.Shoot" } });
    expect(result?.content).toEqual([{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }]);
  });

  it("continues a guarded tool that interrupts the graph itself, as one call", async () => {
    const answers: unknown[] = [];
    const confirm = langChainTool(
      () => {
        answers.push(interrupt("sure?"));
        return "confirmed";
      },
      { name: "confirm", description: "Asks.", schema: z.object({}) },
    );
    const rules = "rule @once trigger confirm check count(confirm) >= 1 enforce stop end";
    const call = { type: "tool_call", id: "a", name: "confirm", args: {} } as const;
    const agent = createAgent({
      model: modelOf([call]),
      tools: [confirm],
      middleware: [helveMiddleware({ guards: [engineOf(rules)] })],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(go, thread);
    const { messages } = await agent.invoke(new Command({ resume: "yes" }), thread);
    expect(answers).toEqual(["yes"]);
    expect(readOf({ messages })["a"]).toBe("confirmed");
  });

  it("does not continue an interrupted call as another one with its id", async () => {
    const got: unknown[] = [];
    const confirm = langChainTool(
      ({ amount }) => {
        got.push([amount, interrupt("sure?")]);
        return "confirmed";
      },
      { name: "confirm", description: "Asks.", schema: z.object({ amount: z.number() }) },
    );
    const call = (amount: number) => ({ type: "tool_call", id: "a", name: "confirm", args: { amount } }) as const;
    const agent = createAgent({
      model: modelOf([call(1)]),
      tools: [confirm],
      middleware: [
        helveMiddleware({ guards: [engineOf("rule @small trigger confirm check args.amount > 1 enforce stop end")] }),
      ],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(go, thread);
    const messages = [new HumanMessage("go"), new AIMessage({ content: "", tool_calls: [call(2)] })];
    await agent.graph.updateState(thread, { messages }, "model_request");
    await agent.invoke(null as never, thread);
    expect(got).toEqual([]);
  });

  it("does not use the answer to an earlier turn for a call with the same id", async () => {
    const { agent, model, paid } = setup({ turns: [[payCall("a", 80)]] });
    await agent.invoke(go, thread);
    await agent.invoke(resume({ type: "reject" }), thread);
    model.respond(new AIMessage({ content: "", tool_calls: [payCall("a", 5)] })).respond(new AIMessage("done"));
    await agent.invoke(go, thread);
    expect(paid).toEqual(["5 to Ann"]);
  });

  it("asks about the calls of a sub-agent, and continues it", async () => {
    const paid: string[] = [];
    const guard = engineOf(`${askAbove50} ${once}`);
    const middleware = helveMiddleware({ guards: [guard] });
    const inner = createAgent({
      model: modelOf([payCall("b", 80)]),
      tools: [langChainPay(paid)],
      middleware: [middleware],
    });
    const research = langChainTool(async () => (await inner.invoke(go)).messages.at(-1)?.text, {
      name: "research",
      description: "A sub-agent.",
      schema: z.object({}),
    });
    const turns = [[{ type: "tool_call", id: "a", name: "research", args: {} } as const], [payCall("c", 5)]];
    const agent = createAgent({
      model: modelOf(...turns),
      tools: [research, langChainPay(paid)],
      middleware: [middleware],
      checkpointer: new MemorySaver(),
    });
    expect(questionOf(await agent.invoke(go, thread)).actionRequests).toMatchObject([{ id: "b" }]);
    expect(paid).toEqual([]);
    const ended = await agent.invoke(resume({ type: "approve" }), thread);
    expect(paid).toEqual(["80 to Ann"]);
    expect(readOf(ended)["c"]).toContain("one payment only");
  });

  it("passes on the commands of tools, also those to a parent graph", async () => {
    const handOff = langChainTool(
      () =>
        new Command({
          graph: Command.PARENT,
          goto: "other",
          update: { messages: [new ToolMessage({ content: "handed off", tool_call_id: "a" })] },
        }),
      { name: "hand_off", description: "Hands off.", schema: z.object({}) },
    );
    const agent = createAgent({
      model: modelOf([{ type: "tool_call", id: "a", name: "hand_off", args: {} }]),
      tools: [handOff],
      middleware: [helveMiddleware({ guards: [engineOf(once)] })],
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("agent", agent.graph as never, { ends: ["other"] })
      .addNode("other", () => ({ messages: [new AIMessage("other agent")] }))
      .addEdge(START, "agent")
      .compile({ checkpointer: new MemorySaver() });
    const { messages } = await graph.invoke(go, thread);
    expect(messages.map(({ text }) => text)).toEqual(expect.arrayContaining(["handed off", "other agent"]));
  });

  it.each([[null], [undefined], ["a text"], [10n]])("ends a call whose tool throws %s", async (thrown) => {
    const broken = langChainTool(
      () => {
        throw thrown;
      },
      { name: "broken", description: "Fails.", schema: z.object({}) },
    );
    const rules = 'rule @one trigger broken check count(broken) >= 1 enforce stop("one only") end';
    const agent = createAgent({
      model: modelOf(...["a", "b"].map((id) => [{ type: "tool_call" as const, id, name: "broken", args: {} }])),
      tools: [broken],
      middleware: [helveMiddleware({ guards: [engineOf(rules)] })],
    });
    const read = readOf(await agent.invoke(go));
    expect([read["a"], read["b"]]).toEqual([String(thrown), String(thrown)]); // the first is not in flight any more
  });

  it("leaves structured responses to the agent", async () => {
    const { pay } = bank();
    const responseFormat = toolStrategy(z.object({ total: z.number() }));
    const executor = new ActionExecutor([pay], { guards: [engineOf(askAbove50)] });
    const model = fakeModel();
    const agent = createAgent({ model, middleware: [helveMiddleware({ executor })], responseFormat });
    model.respondWithTools([{ name: responseFormat[0]?.name ?? "", args: { total: 3 }, id: "s" }]);
    expect((await agent.invoke(go)).structuredResponse).toEqual({ total: 3 });
  });
});

interface SetupOptions {
  readonly rules?: string;
  readonly turns: readonly (readonly ReturnType<typeof payCall>[])[];
  readonly saver?: MemorySaver;
  readonly approvals?: ApprovalStore;
  readonly version?: "v1" | "v2";
  readonly engine?: Parameters<typeof engineOf>[1];
}

function setup({
  rules = askAbove50,
  turns,
  saver = new MemorySaver(),
  version = "v2",
  engine,
  ...options
}: SetupOptions) {
  const { pay, paid } = bank();
  const executor = new ActionExecutor([pay], { guards: [engineOf(rules, engine)] });
  const model = modelOf(...turns);
  const middleware = [helveMiddleware({ executor, ...options })];
  return { agent: createAgent({ model, middleware, checkpointer: saver, version }), model, paid };
}

function langChainPay(paid: string[]) {
  return langChainTool(({ amount, to }) => `paid ${paid.push(`${amount} to ${to}`)}`, {
    name: "pay",
    description: "Pay.",
    schema: z.object({ amount: z.number(), to: z.string() }),
  });
}
