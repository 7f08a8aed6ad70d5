import { parseProgram } from "@helve/agentspec";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { chatTools } from "@helve/tanstack-ai";
import { tool } from "@helve/tool";
import {
  type AnyTextAdapter,
  chat,
  genericInterruptContinuationFromDescriptor,
  type StreamChunk,
  wrapGenericInterruptContinuation,
} from "@tanstack/ai";
import { expect, it } from "vitest";
import { z } from "zod";

it("runs an approved call whose id an earlier turn has used", async () => {
  const ran: number[] = [];
  const parameters = z.object({ amount: z.number().describe("in euros") });
  const pay = tool({ name: "pay", description: "Pay.", parameters, execute: ({ amount }) => ran.push(amount) });
  const key = "a secret of at least thirty-two bytes";
  const rules = parseProgram("rule @ask trigger pay check true enforce user_inspection end");
  const guards = [new Engine(rules, { predicates: [], inspect: inspectLater(), lateAnswers: { key } })];
  const approvals = new Map<string, string>();
  const adapter = {
    kind: "text",
    name: "scripted",
    model: "script",
    async *chatStream({ messages, runId = "run" }: { messages: { role: string }[]; runId?: string }) {
      const base = { runId, threadId: "thread", toolCallId: "call_0", timestamp: 0 };
      const isAsked = messages.at(-1)?.role === "user";
      yield { type: "RUN_STARTED", ...base };
      if (isAsked) {
        const amount = messages.filter(({ role }) => role === "user").length;
        yield { type: "TOOL_CALL_START", toolCallName: "pay", ...base };
        yield { type: "TOOL_CALL_ARGS", delta: JSON.stringify({ amount }), ...base };
        yield { type: "TOOL_CALL_END", ...base };
      }
      yield { type: "RUN_FINISHED", finishReason: isAsked ? "tool_calls" : "stop", ...base };
    },
  } as unknown as AnyTextAdapter;

  let messages: unknown[] = [];
  /** One request of a server, which has its own tools. */
  const request = async (more: object): Promise<object | undefined> => {
    const helve = chatTools(new ActionExecutor([pay], { guards }), { approvals });
    let next: object | undefined;
    const options = { adapter, threadId: "thread", messages, ...more, ...helve } as never;
    for await (const chunk of chat(options) as unknown as AsyncIterable<StreamChunk>) {
      if (chunk.type === "MESSAGES_SNAPSHOT") messages = [...chunk.messages];
      if (chunk.type === "TOOL_CALL_RESULT") {
        const { toolCallId, content } = chunk;
        messages.push({ id: crypto.randomUUID(), role: "tool", toolCallId, content });
      }
      if (chunk.type !== "RUN_FINISHED" || chunk.outcome?.type !== "interrupt") continue;
      const resume = chunk.outcome.interrupts.map((interrupt) => {
        const continuation = genericInterruptContinuationFromDescriptor(interrupt as never);
        const metadata = wrapGenericInterruptContinuation(continuation as never);
        return { interruptId: interrupt.id, status: "resolved", payload: { decision: "approve" }, metadata };
      });
      next = { parentRunId: chunk.runId, resume };
    }
    return next;
  };
  for (const content of ["once", "and again"]) {
    messages.push({ role: "user", content });
    const question = await request({});
    expect(question).toBeDefined();
    expect(await request(question ?? {})).toBeUndefined();
  }
  expect(ran).toEqual([1, 2]);
});
