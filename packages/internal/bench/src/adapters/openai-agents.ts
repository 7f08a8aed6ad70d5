import { ActionExecutor } from "@helve/executor";
import { toAgentTools } from "@helve/openai-agents";
import { Agent, Runner, setTracingDisabled, type Tool, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { type AdapterBench, add, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/** `run` of OpenAI's Agents SDK. */
export function openaiAgentsBench(): AdapterBench {
  setTracingDisabled(true);
  const bare = tool({ ...addition });
  const executor = new ActionExecutor([add], { guards: [tenRules()] });
  return {
    name: "@helve/openai-agents",
    bare: (calls) => run(bare, calls),
    guarded: (calls) => run(toAgentTools(executor).tools[0] as Tool, calls),
  };
}

const runner = new Runner({ tracingDisabled: true });

async function run(one: Tool, calls: number): Promise<void> {
  const script = Array.from({ length: calls }, (_, index) => [
    functionCall("add", argumentsOf(index), { callId: `call_${index}` }),
  ]);
  const model = new ScriptedModel([...script, [assistantMessage("done")]]);
  const result = await runner.run(new Agent({ name: "Adder", tools: [one], model }), "Add.", { maxTurns: calls + 1 });
  if (result.finalOutput !== "done") throw new Error(`the agent ended with ${String(result.finalOutput)}`);
}
