import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { createAgent, fakeModel } from "langchain";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";
import { type ApprovalRequest, helveMiddleware, type LangChainTool, toLangChainTools } from "../src/index.ts";

const pay = tool({
  name: "pay",
  description: "Pay.",
  parameters: z.object({ amount: z.number() }),
  execute: ({ amount }) => `paid ${amount}`,
});
const executor = new ActionExecutor({ tools: [pay] }.tools);

it("keeps the names and arguments of tools", () => {
  const tools = toLangChainTools(executor);
  expectTypeOf(tools).toEqualTypeOf<LangChainTool<"pay", { amount: number }>[]>();
  expectTypeOf(tools[0]?.name).toEqualTypeOf<"pay" | undefined>();
});

it("is a middleware and a list of tools for createAgent", () => {
  const model = fakeModel();
  createAgent({ model, tools: toLangChainTools(executor), middleware: [helveMiddleware({ executor })] });
});

it("takes an executor or guards", () => {
  // @ts-expect-error one of them is needed
  expectTypeOf(helveMiddleware).toBeCallableWith({});
  // @ts-expect-error not both
  expectTypeOf(helveMiddleware).toBeCallableWith({ executor, guards: [] });
  expectTypeOf<ApprovalRequest["actionRequests"][number]["id"]>().toEqualTypeOf<string>();
});
