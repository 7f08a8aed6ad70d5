import type { McpSdkServerConfigWithInstance, Options } from "@anthropic-ai/claude-agent-sdk";
import type { ApprovalAnswer } from "@helve/adapter";
import { helveHooks, helveOptions, toClaudeServer } from "@helve/claude-agent";
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

test("options are those of query, and hooks a value of its options", () => {
  expectTypeOf(helveOptions({ model: "m" }, { guards: [] })).toEqualTypeOf<Options>();
  expectTypeOf(helveHooks({ guards: [] })).toExtend<NonNullable<Options["hooks"]>>();
  // @ts-expect-error: guards are required, so that none are forgotten
  helveHooks({});
  // @ts-expect-error: a misspelled option
  helveHooks({ guards: [], onask: () => null });
  // @ts-expect-error: hooks alone can't end the run to be resumed
  helveHooks({ guards: [], defer: true });
  // @ts-expect-error: a misspelled option of query
  helveOptions({ modell: "m" }, { guards: [] });
});

test("a question has the call and its rules, and the answer is one of four", () => {
  helveOptions(
    {},
    {
      guards: [],
      describedTools: { mcp__bank__pay: { name: pay.name, parameters: pay.parameters } },
      answers: { toolu_1: { decision: "approve" } },
      onAsk: ({ call, request, text }) => {
        expectTypeOf(call.name).toBeString();
        expectTypeOf(request.rules[0]?.rule).toEqualTypeOf<string | undefined>();
        return { decision: "reject", reason: text };
      },
    },
  );
  expectTypeOf<{ decision: "edit"; args: { amount: number } }>().toExtend<ApprovalAnswer>();
  // @ts-expect-error: no such decision
  helveHooks({ guards: [], onAsk: () => ({ decision: "allow" }) });
});

test("a server is a value of mcpServers", () => {
  const bank = toClaudeServer(new ActionExecutor([pay]), { name: "bank" });
  expectTypeOf(bank).toEqualTypeOf<McpSdkServerConfigWithInstance>();
  helveOptions({ mcpServers: { bank } }, { guards: [] });
  // @ts-expect-error: tools without an executor have no guards
  toClaudeServer([pay]);
});
