import { ActionExecutor } from "@helve/executor";
import { chatTools } from "@helve/tanstack-ai";
import { type AnyTextAdapter, chat, maxIterations, toolDefinition } from "@tanstack/ai";
import { type AdapterBench, add, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/** `chat` of TanStack AI. */
export function tanstackBench(): AdapterBench {
  const { name, description, parameters, execute } = addition;
  const bare = toolDefinition({ name, description, inputSchema: parameters }).server(execute);
  const executor = new ActionExecutor([add], { guards: [tenRules()] });
  return {
    name: "@helve/tanstack-ai",
    bare: (calls) => run({ tools: [bare] }, calls),
    guarded: (calls) => run(chatTools(executor), calls),
  };
}

async function run(options: object, calls: number): Promise<void> {
  const stream = chat({
    adapter: scripted(calls),
    messages: [{ role: "user", content: "Add." }],
    agentLoopStrategy: maxIterations(calls + 1),
    ...options,
  } as never) as unknown as AsyncIterable<{ readonly type: string }>;
  let results = 0;
  for await (const { type } of stream) if (type === "TOOL_CALL_RESULT") results++;
  if (results !== calls) throw new Error(`${results} of ${calls} calls`);
}

function scripted(calls: number): AnyTextAdapter {
  let turn = 0;
  const adapter = {
    kind: "text",
    name: "scripted",
    model: "script",
    async *chatStream() {
      const index = turn++;
      const ids = { runId: "run", threadId: "thread", timestamp: 0, toolCallId: `call_${index}` };
      yield { type: "RUN_STARTED", ...ids };
      if (index < calls) {
        yield { type: "TOOL_CALL_START", toolCallName: "add", ...ids };
        yield { type: "TOOL_CALL_ARGS", delta: argumentsOf(index), ...ids };
        yield { type: "TOOL_CALL_END", ...ids };
      }
      yield { type: "RUN_FINISHED", finishReason: index < calls ? "tool_calls" : "stop", ...ids };
    },
  };
  return adapter as unknown as AnyTextAdapter;
}
