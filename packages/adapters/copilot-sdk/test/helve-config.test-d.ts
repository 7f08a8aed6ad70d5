import type { SessionConfig, Tool } from "@github/copilot-sdk";
import { helveConfig, toCopilotTools } from "@helve/copilot-sdk";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";

const pay = tool({
  name: "pay",
  description: "Pay.",
  parameters: z.object({ amount: z.number().describe("in euros") }),
  execute: ({ amount }) => {
    expectTypeOf(amount).toBeNumber();
    return amount;
  },
});

test("a configuration keeps its type, so that it fits createSession and resumeSession", () => {
  const config = helveConfig({ model: "gpt-5", onPermissionRequest: () => ({ kind: "approve-once" }) } as const, {
    guards: [],
  });
  expectTypeOf(config.model).toEqualTypeOf<"gpt-5">();
  expectTypeOf(config).toExtend<SessionConfig>();
  // @ts-expect-error: guards are required, so that none are forgotten
  helveConfig({}, {});
  // @ts-expect-error: a misspelled option
  helveConfig({}, { guards: [], onask: () => undefined });
  // @ts-expect-error: no such decision
  helveConfig({}, { guards: [], onAsk: () => ({ decision: "allow" }) });
});

test("a question has the call and its rules", () => {
  helveConfig(
    {},
    {
      guards: [],
      describedTools: { pay: { description: "Pay.", parameters: pay.parameters } },
      onAsk: ({ call, request, text }) => {
        expectTypeOf(call.name).toBeString();
        expectTypeOf(request.rules[0]?.rule).toEqualTypeOf<string | undefined>();
        return { decision: "reject", reason: text };
      },
    },
  );
});

test("tools are custom tools of a session", () => {
  const tools = toCopilotTools(new ActionExecutor([pay]));
  expectTypeOf(tools).toEqualTypeOf<Tool[]>();
  helveConfig({ tools }, { guards: [] });
  // @ts-expect-error: tools without an executor have no guards
  toCopilotTools([pay]);
});
