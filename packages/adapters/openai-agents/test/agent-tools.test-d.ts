import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { Agent } from "@openai/agents";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { toAgentTools } from "../src/index.ts";

const pay = tool({
  name: "pay",
  description: "Pay.",
  parameters: z.object({ amount: z.number().describe("in euros") }),
  execute: ({ amount }) => amount,
});

test("tools have the names of the executor's tools, and are tools of an agent", () => {
  const { tools } = toAgentTools(new ActionExecutor([pay]));
  expectTypeOf(tools[0]?.name).toEqualTypeOf<"pay" | undefined>();
  new Agent({ name: "Bank", tools });
  // @ts-expect-error: a misspelled option
  toAgentTools(new ActionExecutor([pay]), { promt: "" });
});
