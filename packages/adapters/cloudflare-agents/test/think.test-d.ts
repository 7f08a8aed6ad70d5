import { guardThink, repairedModel, toThinkTools } from "@helve/cloudflare-agents";
import { nodeDurableObject, startThink } from "@helve/cloudflare-agents/node";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { ThinkHarness } from "agents/harness/think";
import type { InferToolInput, InferToolOutput, LanguageModel } from "ai";
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
const { storage } = nodeDurableObject();

it("infers names, arguments and results", () => {
  const helve = toThinkTools(new ActionExecutor([add, kit]), { storage });
  type Tools = ReturnType<typeof helve.tools>;
  expectTypeOf<keyof Tools>().toEqualTypeOf<"add" | "Kit-go">();
  expectTypeOf<InferToolInput<Tools["add"]>>().toEqualTypeOf<{ x: number }>();
  expectTypeOf<InferToolOutput<Tools["add"]>>().toEqualTypeOf<{ sum: number }>();
  expectTypeOf(new ThinkHarness({ model: repairedModel(model), ...helve })).toEqualTypeOf<ThinkHarness<Tools>>();
  startThink(nodeDurableObject(), { model, ...helve });
});

it("fits the options of a harness with its own tools", () => {
  const helve = guardThink({ guards: [], storage });
  new ThinkHarness({ model, tools: {}, ...helve });
});
