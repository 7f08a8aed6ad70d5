import { ActionExecutor } from "@helve/executor";
import { agentTools } from "@helve/mastra";
import { tool } from "@helve/tool";
import type { Agent } from "@mastra/core/agent";
import type { Tool } from "@mastra/core/tools";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add.",
  parameters: z.object({ x: z.number().describe("first") }),
  execute: ({ x }) => x + 1,
});

it("keeps the names, arguments and results of tools", () => {
  const { helve } = agentTools(new ActionExecutor([add])).toolsets;
  expectTypeOf<keyof typeof helve>().toEqualTypeOf<"add">();
  type Types = typeof helve.add extends Tool<infer In, infer Out> ? [In, Out] : never;
  expectTypeOf<Types>().toEqualTypeOf<[{ x: number }, number]>();
});

it("is accepted by an agent", () => {
  const start = (agent: Agent) => agent.stream("Add.", agentTools(new ActionExecutor([add])));
  expectTypeOf(start).returns.resolves.toHaveProperty("fullStream");
});
