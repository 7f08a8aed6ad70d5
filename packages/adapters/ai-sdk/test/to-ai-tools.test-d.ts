import { guardAiTools, toAiTools } from "@helve/ai-sdk";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import {
  generateText,
  type InferToolInput,
  type InferToolOutput,
  type LanguageModel,
  tool as sdkTool,
  streamText,
  ToolLoopAgent,
} from "ai";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add.",
  parameters: z.object({ x: z.number().describe("first") }),
  execute: ({ x }) => ({ sum: x }),
});
const kit = {
  name: "Kit",
  tools: [tool({ name: "go", description: "Go.", parameters: z.object({}), execute: () => 1 })],
} as const;
declare const model: LanguageModel;

it("infers names, arguments and results", async () => {
  const helve = toAiTools(new ActionExecutor([add, kit]));
  expectTypeOf<keyof typeof helve.tools>().toEqualTypeOf<"add" | "Kit-go">();
  expectTypeOf<InferToolInput<typeof helve.tools.add>>().toEqualTypeOf<{ x: number }>();
  expectTypeOf<InferToolOutput<typeof helve.tools.add>>().toEqualTypeOf<{ sum: number }>();
  const { staticToolCalls } = await generateText({ model, prompt: "Add.", ...helve });
  const [call] = staticToolCalls;
  if (call?.toolName === "add") expectTypeOf(call.input).toEqualTypeOf<{ x: number }>();
  streamText({ model, prompt: "Add.", ...helve });
  const agent = new ToolLoopAgent({ model, ...helve });
  expectTypeOf(agent.tools).toEqualTypeOf<typeof helve.tools>();
});

it("keeps the types of guarded tools", async () => {
  const pay = sdkTool({ inputSchema: z.object({ amount: z.number() }), execute: () => "paid" });
  const helve = guardAiTools({ pay }, { guards: [] });
  expectTypeOf(helve.tools).toEqualTypeOf<{ readonly pay: typeof pay }>();
  await generateText({ model, prompt: "Pay.", ...helve });
});
