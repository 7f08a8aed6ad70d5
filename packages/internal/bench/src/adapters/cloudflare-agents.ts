import { toThinkTools } from "@helve/cloudflare-agents";
import { nodeDurableObject, scriptedModel, startThink } from "@helve/cloudflare-agents/node";
import { ActionExecutor } from "@helve/executor";
import type { ThinkHarnessOptions } from "agents/harness/think";
import { tool } from "ai";
import { type AdapterBench, add, addition, argumentsOf, tenRules } from "./adapter-bench.ts";

/** `ThinkHarness` of Cloudflare's Agents SDK, in an emulated Durable Object. */
export function cloudflareAgentsBench(): AdapterBench {
  const { name, description, parameters, execute } = addition;
  const bare = tool({ description, inputSchema: parameters, execute });
  const executor = new ActionExecutor([add], { guards: [tenRules()] });
  return {
    name: "@helve/cloudflare-agents",
    bare: (calls) => run(() => ({ tools: { [name]: bare } }), calls),
    guarded: (calls) => run((ctx) => toThinkTools(executor, { storage: ctx.storage }), calls),
  };
}

type Context = ReturnType<typeof nodeDurableObject>;

async function run(options: (ctx: Context) => Partial<ThinkHarnessOptions>, calls: number): Promise<void> {
  const ctx = nodeDurableObject();
  const turns = Array.from({ length: calls }, (_, index) => [
    { id: `call_${index}`, name: "add", arguments: argumentsOf(index) },
  ]);
  const harness = await startThink(ctx, {
    model: scriptedModel([...turns, "done"]),
    maxSteps: calls + 1,
    ...options(ctx),
  });
  const { text, messages } = (await harness.prompt("Add.")) as {
    text?: string;
    messages: readonly { parts: readonly object[] }[];
  };
  const results = messages.flatMap(({ parts }) => parts).filter((part) => "output" in part).length;
  if (text !== "done" || results !== calls) throw new Error(`${results} of ${calls} calls`);
}
