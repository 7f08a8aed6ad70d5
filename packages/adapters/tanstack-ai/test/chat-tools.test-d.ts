import { ActionExecutor } from "@helve/executor";
import { chatTools } from "@helve/tanstack-ai";
import { tool } from "@helve/tool";
import { type AnyTextAdapter, chat, type InferToolInput, type InferToolName, type InferToolOutput } from "@tanstack/ai";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  execute: ({ x, y }) => x + y,
});
const say = tool({
  name: "say",
  description: "Say.",
  parameters: z.object({ text: z.string().describe("what") }),
  execute: ({ text }) => text,
});

it("keeps the names, arguments and results of tools", () => {
  const { tools } = chatTools(new ActionExecutor([add, say]));
  type ChatTool = (typeof tools)[number];
  expectTypeOf<InferToolName<ChatTool>>().toEqualTypeOf<"add" | "say">();
  type Add = Extract<ChatTool, { readonly name: "add" }>;
  expectTypeOf<InferToolInput<Add>>().toEqualTypeOf<{ x: number; y: number }>();
  expectTypeOf<InferToolOutput<Add>>().toEqualTypeOf<number>();
});

it("is accepted by chat", () => {
  const start = (adapter: AnyTextAdapter) =>
    chat({ adapter, messages: [], ...chatTools(new ActionExecutor([add, say])) });
  expectTypeOf(start).returns.toHaveProperty(Symbol.asyncIterator);
});
