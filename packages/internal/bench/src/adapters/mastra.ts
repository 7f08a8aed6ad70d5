import { ReadableStream } from "node:stream/web";
import { agentTools } from "@helve/mastra";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { type AdapterBench, addition, argumentsOf, guardedExecutor } from "./adapter-bench.ts";

/** Builds the benchmark of `agent.stream` of Mastra. */
export function mastraBench(): AdapterBench {
  const { name, description, parameters, execute } = addition;
  const bare = {
    toolsets: { bench: { add: createTool({ id: name, description, inputSchema: parameters, execute }) } },
  };
  const executor = guardedExecutor();
  return {
    name: "@helve/mastra",
    bare: (calls) => run(bare, calls),
    guarded: (calls) => run(agentTools(executor), calls),
    empty: (calls) => run({ ...bare, outputProcessors: [emptyProcessor] }, calls),
  };
}

/** Mastra runs a processor for each chunk of the stream, as a workflow. */
const emptyProcessor = { id: "empty", processOutputStream: async ({ part }: { readonly part: unknown }) => part };

/** Runs an agent that makes the given number of calls. */
async function run(options: object, calls: number): Promise<void> {
  const agent = new Agent({ id: "bench", name: "bench", instructions: "Add.", model: scripted(calls) as never });
  const stream = await agent.stream("Add.", { ...options, maxSteps: calls + 1 });
  let results = 0;
  for await (const { type } of stream.fullStream) if (type === "tool-result") results++;
  if (results !== calls) throw new Error(`${results} of ${calls} calls`);
}

/** Creates a model that makes the given number of calls and then ends. */
function scripted(calls: number): object {
  let turn = 0;
  return {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    async doStream() {
      const index = turn++;
      const id = `call_${index}`;
      const input = argumentsOf(index);
      const call = [
        { type: "tool-input-start", id, toolName: "add" },
        { type: "tool-input-delta", id, delta: input },
        { type: "tool-input-end", id },
        { type: "tool-call", toolCallId: id, toolName: "add", input },
      ];
      const finishReason = index < calls ? "tool-calls" : "stop";
      const finish = { type: "finish", finishReason, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } };
      return { stream: ReadableStream.from([...(index < calls ? call : []), finish]) };
    },
  };
}
