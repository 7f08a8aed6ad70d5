import type { ApprovalAnswer } from "@helve/adapter";
import type { ToolContext } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import {
  type ApprovalDecision,
  type ApprovalRequest,
  fromLangChainTools,
  helveMiddleware,
  runnableReply,
  toLangChainTools,
} from "@helve/langchain";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool as langChainTool } from "@langchain/core/tools";
import {
  Command,
  type CompiledStateGraph,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import type { AdapterUnderTest, AgentRun, AgentSetup, ReadResult } from "./adapter.ts";
import { ScriptedChatModel } from "./langchain-model.ts";

/** `createAgent` with `helveMiddleware({ executor })`: the tools are Helve's. */
export const langChainAdapter: AdapterUnderTest = {
  name: "@helve/langchain",
  limits: {},
  start: (setup) => startGraph(setup, executorAgent),
};

/** The same, with a model that streams. */
export const langChainStreamAdapter: AdapterUnderTest = {
  name: "@helve/langchain (stream)",
  limits: {},
  start: (setup) => startGraph(setup, (its, saver) => executorAgent(its, saver, true), true),
};

/** `createAgent` with LangChain's tools and `helveMiddleware({ guards })`. */
export const langChainGuardsAdapter: AdapterUnderTest = {
  name: "@helve/langchain (guards)",
  limits: {
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
  },
  start: (setup) => startGraph(setup, guardedAgent),
};

/** A graph with a `ToolNode`, without an agent. */
export const langGraphAdapter: AdapterUnderTest = {
  name: "@helve/langchain (ToolNode)",
  limits: {},
  start: (setup) => startGraph(setup, toolNodeGraph),
};

/** The common interface of agents and graphs. */
type Graph = Pick<CompiledStateGraph<{ messages: BaseMessage[] }, object, string>, "stream" | "getState">;
type CreateGraph = (setup: AgentSetup, saver: MemorySaver) => Graph;

function executorAgent(setup: AgentSetup, checkpointer: MemorySaver, streams = false): Graph {
  const { tools, guards, timeout, prompt, approvals } = setup;
  const [first, ...rest] = setup.turns;
  const subAgent = langChainTool(
    async () => {
      const model = new ScriptedChatModel([first ?? {}, { text: "sub-agent done" }], streams);
      const { messages } = await createAgent({ model, middleware: [middleware] }).invoke({
        messages: [new HumanMessage("go")],
      });
      return messages.at(-1)?.text;
    },
    { name: "sub_agent", description: "An agent as a tool.", schema: { type: "object", properties: {} } },
  );
  const all = setup.isSubAgent === true ? [...tools, ...fromLangChainTools([subAgent])] : tools;
  const executor = new ActionExecutor(all, { guards, timeout });
  const middleware = helveMiddleware({ executor, prompt, approvals });
  const turns = setup.isSubAgent === true ? [subAgentTurn, ...rest] : setup.turns;
  const model = new ScriptedChatModel(turns, streams);
  return createAgent({ model, middleware: [middleware], checkpointer }) as unknown as Graph;
}

function guardedAgent(setup: AgentSetup, checkpointer: MemorySaver): Graph {
  const { guards, prompt, approvals } = setup;
  const tools = setup.tools.map((tool) =>
    langChainTool(
      (args: unknown, { signal, writer }: { signal?: AbortSignal; writer?: (update: unknown) => void }) =>
        tool.execute(args, {
          signal: signal ?? new AbortController().signal,
          actionId: "",
          progress: (update: unknown) => writer?.(update),
        } as unknown as ToolContext) as Promise<string>,
      {
        name: tool.name,
        description: tool.description,
        schema: tool.parameters as { type: "object"; properties: object },
      },
    ),
  );
  const middleware = helveMiddleware({ guards, prompt, approvals });
  const [first, ...rest] = setup.turns;
  const subAgent = langChainTool(
    async () => {
      const model = new ScriptedChatModel([first ?? {}, { text: "sub-agent done" }]);
      const inner = createAgent({ model, tools, middleware: [middleware] });
      return (await inner.invoke({ messages: [new HumanMessage("go")] })).messages.at(-1)?.text;
    },
    { name: "sub_agent", description: "An agent as a tool.", schema: { type: "object", properties: {} } },
  );
  const isSub = setup.isSubAgent === true;
  const model = new ScriptedChatModel(isSub ? [subAgentTurn, ...rest] : setup.turns);
  const all = isSub ? [...tools, subAgent] : tools;
  return createAgent({ model, tools: all, middleware: [middleware], checkpointer }) as unknown as Graph;
}

function toolNodeGraph(setup: AgentSetup, checkpointer: MemorySaver): Graph {
  const { tools, guards, timeout, prompt, approvals } = setup;
  const [first, ...rest] = setup.turns;
  const isSub = setup.isSubAgent === true;
  const subAgent = langChainTool(
    async (): Promise<string | undefined> => {
      const turns = [first ?? {}, { text: "sub-agent done" }];
      const { messages } = await graphOf(turns)
        .compile()
        .invoke({ messages: [new HumanMessage("go")] });
      return messages.at(-1)?.text;
    },
    { name: "sub_agent", description: "An agent as a tool.", schema: { type: "object", properties: {} } },
  );
  const executor = new ActionExecutor([...tools, ...(isSub ? fromLangChainTools([subAgent]) : [])], {
    guards,
    timeout,
  });
  const langChainTools = toLangChainTools(executor, { prompt, approvals });
  return graphOf(isSub ? [subAgentTurn, ...rest] : setup.turns).compile({ checkpointer }) as unknown as Graph;

  function graphOf(turns: AgentSetup["turns"]) {
    const model = new ScriptedChatModel(turns);
    return new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [runnableReply(await model.invoke(messages), messages)] }))
      .addNode("tools", new ToolNode(langChainTools))
      .addEdge(START, "model")
      .addConditionalEdges("model", toolsCondition)
      .addEdge("tools", "model");
  }
}

const subAgentTurn = { calls: [{ id: "sub", name: "sub_agent", arguments: "{}" }] };

function startGraph(setup: AgentSetup, create: CreateGraph, streams = false): Promise<AgentRun> {
  const saver = new MemorySaver();
  const thread = { setup, create, streams, saver, graph: create(setup, saver), updates: [] };
  return continueGraph(thread, { messages: [new HumanMessage(setup.prompt)] });
}

/** A thread of LangGraph. */
interface Thread {
  readonly setup: AgentSetup;
  readonly create: CreateGraph;
  readonly streams: boolean;
  readonly saver: MemorySaver;
  readonly graph: Graph;
  readonly updates: readonly unknown[];
}

async function continueGraph(thread: Thread, input: { messages: BaseMessage[] } | Command): Promise<AgentRun> {
  const { graph, setup, saver, create, streams } = thread;
  const configurable = { thread_id: "thread" };
  const updates = [...thread.updates];
  let error: unknown;
  try {
    const streamMode = ["custom", "values", ...(streams ? ["messages"] : [])] as ("custom" | "values")[];
    const options = { configurable, streamMode, ...(setup.signal !== undefined && { signal: setup.signal }) };
    for await (const [mode, update] of await graph.stream(input as never, options)) {
      if (mode === "custom") updates.push(update);
    }
  } catch (thrown) {
    error = thrown;
  }
  const { values, tasks } = await graph.getState({ configurable });
  const messages: readonly BaseMessage[] = values.messages ?? [];
  const requests: readonly ApprovalRequest[] = tasks.flatMap(({ interrupts = [] }) =>
    interrupts.map(({ value }) => value),
  );
  const waiting = requests.flatMap(({ actionRequests }) => actionRequests.map(({ id }) => id));
  const last = messages.at(-1);
  return {
    read: Object.fromEntries(messages.flatMap(readResult)),
    ...(waiting.length === 0 && error === undefined && last?.getType() === "ai" && { text: last.text }),
    waiting,
    updates,
    error,
    resume: (answers, elsewhere) => {
      const decisions = Object.entries(answers).map(([id, answer]) => decisionOf(id, answer, requests));
      const resume = new Command({ resume: { decisions } });
      if (elsewhere === undefined) return continueGraph({ ...thread, updates }, resume);
      const copied = copiedSaver(saver);
      const created = { setup: elsewhere, saver: copied, graph: create(elsewhere, copied), updates: [] };
      return continueGraph({ create, streams, ...created }, resume);
    },
  };
}

function readResult(message: BaseMessage): readonly (readonly [string, ReadResult])[] {
  if (message.getType() !== "tool") return [];
  return [[(message as BaseMessage & { tool_call_id: string }).tool_call_id, { text: message.text }]];
}

function decisionOf(id: string, answer: ApprovalAnswer, requests: readonly ApprovalRequest[]): ApprovalDecision {
  switch (answer.decision) {
    case "approve":
      return { id, type: "approve" };
    case "reject":
      return { id, type: "reject", ...(answer.reason !== undefined && { message: answer.reason }) };
    case "fix":
      return { id, type: "fix", fix: answer.fix };
    case "edit": {
      const asked = requests.flatMap(({ actionRequests }) => actionRequests).find((action) => action.id === id);
      return { id, type: "edit", editedAction: { name: asked?.name ?? "", args: { ...answer.args } } };
    }
  }
}

/** The checkpoints as another process reads them: a JSON text. */
function copiedSaver({ storage, writes }: MemorySaver): MemorySaver {
  const text = JSON.stringify({ storage, writes }, (_, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value,
  );
  const copied = new MemorySaver();
  const read = JSON.parse(text, (_, value) =>
    typeof value?.base64 === "string" ? new Uint8Array(Buffer.from(value.base64, "base64")) : value,
  );
  return Object.assign(copied, read);
}
