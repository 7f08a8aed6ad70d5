import { helveMiddleware, toLangChainTools } from "@helve/langchain";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware, fakeModel, tool } from "langchain";
import { z } from "zod/v4";
import { type AdapterBench, addition, argumentsOf, guardedExecutor } from "./adapter-bench.ts";

const config = { recursionLimit: 1000 };

/** Builds the benchmark of LangChain's agent, with a middleware that guards its tools. */
export function langChainBench(): AdapterBench {
  const executor = guardedExecutor();
  return {
    name: "@helve/langchain (createAgent)",
    bare: (calls) => createAgent({ model: scriptOf(calls), tools: [bareTool()] }).invoke(input(), config),
    guarded: (calls) =>
      createAgent({ model: scriptOf(calls), middleware: [helveMiddleware({ executor })] }).invoke(input(), config),
    empty(calls) {
      const agent = createAgent({ model: scriptOf(calls), tools: [bareTool()], middleware: [emptyMiddleware()] });
      return agent.invoke(input(), config);
    },
  };
}

/** The tools alone, as a `ToolNode` calls them. */
export function langGraphBench(): AdapterBench {
  const executor = guardedExecutor();
  const bare = bareTool();
  return {
    name: "@helve/langchain (tools)",
    async bare(calls) {
      for (let index = 0; index < calls; index++) await bare.invoke(callOf(index));
    },
    async guarded(calls) {
      const [guarded] = toLangChainTools(executor);
      for (let index = 0; index < calls; index++) await guarded?.invoke(callOf(index) as never);
    },
  };
}

/** A middleware with the state and the functions of `helveMiddleware`. */
function emptyMiddleware() {
  const unknown = z.any().optional();
  return createMiddleware({
    name: "Empty",
    stateSchema: z.object({ _answers: unknown, _history: unknown, _run: z.string().optional() }),
    beforeAgent: () => undefined,
    wrapModelCall: (request, handler) => handler(request),
    afterModel: () => undefined,
    wrapToolCall: (request, handler) => handler(request),
  });
}

function bareTool() {
  const { name, description, parameters: schema, execute } = addition;
  return tool(execute, { name, description, schema });
}

/** Builds the tool call with this number that the scripted model answers. */
function callOf(index: number) {
  return { type: "tool_call", id: `call_${index}`, name: "add", args: JSON.parse(argumentsOf(index)) } as const;
}

/** Builds a model that answers with this many tool calls, then with `done`. */
function scriptOf(calls: number) {
  const model = fakeModel();
  for (let index = 0; index < calls; index++) model.respondWithTools([callOf(index)]);
  return model.respond(new AIMessage("done"));
}

/** Returns the input of the agent. */
function input() {
  return { messages: [new HumanMessage("add")] };
}
