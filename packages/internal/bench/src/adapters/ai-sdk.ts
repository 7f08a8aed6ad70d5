import { toAiTools } from "@helve/ai-sdk";
import { scriptedModel } from "@helve/ai-sdk/testing";
import { ActionExecutor } from "@helve/executor";
import { generateText, isStepCount, tool } from "ai";
import { type AdapterBench, add, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/** `generateText` of the AI SDK with a tool of its own, and with `toAiTools`. */
export function aiSdkBench(): AdapterBench {
  const { description, parameters, execute } = addition;
  const tools = { add: tool({ description, inputSchema: parameters, execute }) };
  const executor = new ActionExecutor([add], { guards: [tenRules()] });
  const options = (calls: number) => ({
    model: scriptedModel([
      ...Array.from({ length: calls }, (_, index) => [
        { id: `call_${index}`, name: "add", arguments: argumentsOf(index) },
      ]),
      "done",
    ]),
    prompt: "Add.",
    stopWhen: isStepCount(calls + 1),
  });
  return {
    name: "@helve/ai-sdk",
    bare: (calls) => generateText({ ...options(calls), tools }),
    guarded: (calls) => generateText({ ...options(calls), ...toAiTools(executor) }),
  };
}
