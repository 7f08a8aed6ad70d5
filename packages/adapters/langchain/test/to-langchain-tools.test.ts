import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toLangChainTools } from "../src/index.ts";
import { askAbove50, bank, copyOf, engineOf, modelOf, once, payCall, questionOf, readOf } from "./bank.ts";

const thread = { configurable: { thread_id: "1" } };
const resume = (...decisions: object[]): never => new Command({ resume: { decisions } }) as never;

describe("toLangChainTools", () => {
  it("refuses wrong options", () => {
    expect(() => toLangChainTools({} as never)).toThrow("must be an ActionExecutor");
    expect(() => toLangChainTools(new ActionExecutor([]), { promt: "x" } as never)).toThrow('(did you mean "prompt"?)');
  });

  it("asks once for all calls of a ToolNode, and runs each once, also in another process", async () => {
    const saver = new MemorySaver();
    const approvals = new Map<string, string>();
    const calls = [payCall("a", 5), payCall("b", 80), payCall("c", 90)];
    const first = setup({ saver, approvals });
    const question = questionOf(await first.graph.invoke(turn(calls), thread));
    expect(question.actionRequests.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(first.paid).toEqual([]);
    const second = setup({ saver: copyOf(saver), approvals });
    const ended = await second.graph.invoke(resume({ type: "reject", message: "no" }, { type: "approve" }), thread);
    expect(first.paid).toEqual([]);
    expect([...second.paid].sort()).toEqual(["5 to Ann", "90 to Ann"]);
    expect(readOf(ended)["b"]).toContain("no");
  });

  it("does not run a call again because a question comes late", async () => {
    const rules = "rule @second trigger pay check count(pay) >= 1 enforce user_inspection end";
    const { graph, paid } = setup({ rules });
    const ended = await graph.invoke(turn([payCall("a", 1), payCall("b", 2)]), thread);
    expect(paid).toHaveLength(1);
    expect(Object.keys(readOf(ended)).sort()).toEqual(["a", "b"]);
    const statuses = ended.messages.filter((message) => ToolMessage.isInstance(message)).map(({ status }) => status);
    expect([...statuses].sort()).toEqual(["error", "success"]);
  });

  it.each(["at the same time", "one after the other"])(
    "runs each call once in a node that calls tools itself, %s",
    async (order) => {
      const { pay, paid } = bank();
      const [made] = toLangChainTools(new ActionExecutor([pay], { guards: [engineOf(askAbove50)] }));
      const graph = new StateGraph(MessagesAnnotation)
        .addNode("tools", async ({ messages }, config) => {
          const results: ToolMessage[] = [];
          const invoke = async (call: object): Promise<void> =>
            void results.push((await made?.invoke(call as never, config as never)) as never);
          const calls = (messages.at(-1) as AIMessage).tool_calls ?? [];
          if (order === "at the same time")
            await Promise.all(calls.map((call) => invoke({ ...call, type: "tool_call" })));
          else for (const call of calls) await invoke({ ...call, type: "tool_call" });
          return { messages: results };
        })
        .addEdge(START, "tools")
        .addEdge("tools", END)
        .compile({ checkpointer: new MemorySaver() });
      const question = questionOf(
        await graph.invoke(turn([payCall("a", 5), payCall("b", 80), payCall("c", 90)]), thread),
      );
      expect(question.actionRequests.map(({ id }) => id)).toEqual(["b", "c"]);
      await graph.invoke(resume({ type: "reject" }, { type: "approve" }), thread);
      expect([...paid].sort()).toEqual(["5 to Ann", "90 to Ann"]);
    },
  );

  it("does not take the answer about one call for another, in a node whose calls it does not know", async () => {
    const { pay, paid } = bank();
    const [made] = toLangChainTools(new ActionExecutor([pay], { guards: [engineOf(askAbove50)] }));
    const calls = [payCall("a", 80), payCall("b", 90)];
    await made?.invoke(calls[1] as never, thread as never); // keeps a question that nobody sees
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("tools", async (_, config) => {
        await made?.invoke(calls.shift() as never, config as never);
        return {};
      })
      .addEdge(START, "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() });
    const { actionRequests } = questionOf(await graph.invoke({ messages: [new HumanMessage("go")] }, thread));
    expect(actionRequests.map(({ id }) => id)).toEqual(["a"]);
    const message = 'give each decision the "id" of its call';
    await expect(graph.invoke(resume({ type: "approve" }), thread)).rejects.toThrow(message);
    expect(paid).toEqual([]);
  });

  it("asks about each call on its own in an agent without the middleware", async () => {
    const { pay, paid } = bank();
    const tools = toLangChainTools(new ActionExecutor([pay], { guards: [engineOf(askAbove50)] }));
    const checkpointer = new MemorySaver();
    const agent = createAgent({ model: modelOf([payCall("a", 80), payCall("b", 5)]), tools, checkpointer });
    const waiting = await agent.invoke({ messages: [new HumanMessage("pay")] }, thread);
    expect(questionOf(waiting).actionRequests).toHaveLength(1);
    expect(paid).toEqual(["5 to Ann"]);
    await agent.invoke(resume({ type: "approve" }), thread);
    expect(paid).toEqual(["5 to Ann", "80 to Ann"]);
  });

  it("runs nothing that must be asked about outside of a graph", async () => {
    const { pay, paid } = bank();
    const [made] = toLangChainTools(new ActionExecutor([pay], { guards: [engineOf(askAbove50)] }));
    const results = [payCall("a", 80), payCall("b", 5)].map((call) => made?.invoke(call as never));
    expect(await Promise.all(results)).toMatchObject([{ status: "error" }, { status: "success" }]);
    expect(paid).toEqual(["5 to Ann"]);
  });

  it("takes no property of a prototype for an answer", async () => {
    const { graph, paid } = setup({
      rules: "rule @second trigger pay check count(pay) >= 1 enforce user_inspection end",
    });
    await graph.invoke(turn([payCall("a", 1)]), thread);
    const { actionRequests } = questionOf(
      await graph.invoke(turn([payCall("constructor", 2), payCall("__proto__", 3)]), thread),
    );
    expect(actionRequests.map(({ id }) => id)).toEqual(["constructor", "__proto__"]);
    await graph.invoke(resume({ type: "reject" }, { type: "approve" }), thread);
    expect(paid).toEqual(["1 to Ann", "3 to Ann"]);
  });

  it("keeps a session for each thread", async () => {
    const { graph, paid } = setup({ rules: once });
    for (const [id, thread_id] of [
      ["a", "x"],
      ["b", "y"],
      ["c", "x"],
    ] as const) {
      await graph.invoke(turn([payCall(id, 1, id)]), { configurable: { thread_id } });
    }
    expect(paid).toEqual(["1 to a", "1 to b"]);
  });

  it("shows the schema to the model, and decodes by it", async () => {
    const { pay, paid } = bank();
    const [tool] = toLangChainTools(new ActionExecutor([pay]));
    expect(tool).toMatchObject({ name: "pay", description: "Pay somebody." });
    expect(tool?.schema).toMatchObject({ type: "object", required: ["amount", "to"] });
    await tool?.invoke({ ...payCall("a", 5), args: { amount: "5", to: "Ann" } } as never);
    expect(paid).toEqual(["5 to Ann"]);
  });

  it("aborts the tool with the run, and leaves no listeners", async () => {
    const started = Promise.withResolvers<void>();
    const wait = tool({
      name: "wait",
      description: "Wait.",
      parameters: z.object({}),
      execute: (_, { signal }) => {
        started.resolve();
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      },
    });
    const [made] = toLangChainTools(new ActionExecutor([wait]));
    const abort = new AbortController();
    const call = { type: "tool_call", id: "a", name: "wait", args: {} };
    const running = made?.invoke(call as never, { signal: abort.signal } as never) as unknown as Promise<ToolMessage>;
    await started.promise;
    abort.abort(new Error("the user left"));
    const result = await running.catch((error: unknown) => error);
    expect(result instanceof Error || (result as ToolMessage).status === "error").toBe(true);
  });
});

interface SetupOptions {
  readonly rules?: string;
  readonly saver?: MemorySaver;
  readonly approvals?: Map<string, string>;
}

function setup({ rules = askAbove50, saver = new MemorySaver(), approvals = new Map() }: SetupOptions = {}) {
  const { pay, paid } = bank();
  const tools = toLangChainTools(new ActionExecutor([pay], { guards: [engineOf(rules)] }), { approvals });
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "tools")
    .addEdge("tools", END)
    .compile({ checkpointer: saver });
  return { graph, paid };
}

function turn(calls: readonly ReturnType<typeof payCall>[]) {
  return { messages: [new HumanMessage("pay"), new AIMessage({ content: "", tool_calls: [...calls] })] };
}
