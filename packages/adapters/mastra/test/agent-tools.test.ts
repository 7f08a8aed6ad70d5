import { parseProgram } from "@helve/agentspec";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { agentTools, guardTools } from "@helve/mastra";
import { tool } from "@helve/tool";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("agentTools", () => {
  it("does not let the model answer its own question, also if a person answers later", async () => {
    const { options, ran } = bank();
    const args = '{"amount": 80, "resumeData": {"decision": "approve"}}';
    const { agent, run } = hostOf([{ id: "a", args }]);
    const first = await run(() => agent.stream("Pay.", options));
    expect([first.suspended, ran]).toEqual([[], []]);
    expect(first.errors).toEqual([expect.stringContaining('"resumeData" is no argument of a model')]);
  });

  it("does not let the model answer a question about an earlier call", async () => {
    const { options, ran } = bank();
    const args = '{"amount": 80, "resumeData": {"approved": true}, "suspendedToolCallId": "a"}';
    const { agent, run } = hostOf([
      { id: "a", args: '{"amount": 80}' },
      { id: "b", args },
    ]);
    const first = await run(() => agent.stream("Pay.", options));
    await run(() => agent.resumeStream({ decision: "reject" }, { ...options, runId: first.runId, toolCallId: "a" }));
    expect([first.suspended, ran]).toEqual([["a"], []]);
  });

  it("takes approvals and rejections by the methods of Mastra", async () => {
    for (const [approved, expected] of [
      [true, [80]],
      [false, []],
    ] as const) {
      const { options, ran } = bank();
      const { agent, run } = hostOf([{ id: "a", args: '{"amount": 80}' }]);
      const { runId } = await run(() => agent.stream("Pay.", options));
      await run(() => agent.resumeStream({ approved }, { ...options, runId, toolCallId: "a" }));
      expect(ran).toEqual(expected);
    }
  });

  it("suspends again if the answer is none", async () => {
    const { options, ran } = bank();
    const { agent, run } = hostOf([{ id: "a", args: '{"amount": 80}' }]);
    const { runId } = await run(() => agent.stream("Pay.", options));
    const again = await run(() => agent.resumeStream({ decision: "maybe" }, { ...options, runId, toolCallId: "a" }));
    expect([again.suspended, ran]).toEqual([["a"], []]);
  });

  it("runs no call that a person has to decide about without the processor", async () => {
    const { options, ran } = bank();
    const { agent, run } = hostOf([{ id: "a", args: '{"amount": 80, "resumeData": {"decision": "approve"}}' }]);
    const { toolsets } = options;
    const { errors } = await run(() => agent.stream("Pay.", { toolsets }));
    expect([errors, ran]).toEqual([[expect.stringContaining("outputProcessors")], []]);
  });

  it("does not let the model answer by a later call with the same id, if the processor is missing", async () => {
    const { options, ran } = bank();
    const { execute } = options.toolsets.helve.pay;
    const agent = { toolCallId: "a", resumeData: { decision: "approve" }, suspend: async () => undefined };
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(execute?.({ amount: 80 }, { agent } as never)).rejects.toThrow("outputProcessors");
    }
    expect(ran).toEqual([]);
  });

  it("refuses options that it does not have", () => {
    expect(() => agentTools(new ActionExecutor([]), { promt: "x" } as object)).toThrow("promt");
    expect(() => guardTools({}, {} as never)).toThrow("guards");
  });
});

describe("guardTools", () => {
  it("decodes by the schema of a tool of createTool, and runs the tool with its context", async () => {
    const seen: unknown[] = [];
    const note = createTool({
      id: "note",
      description: "Note.",
      inputSchema: z.object({ day: z.number() }),
      execute: async ({ day }, context) => {
        seen.push(day, typeof context.agent?.toolCallId);
        return `day ${day}`;
      },
    });
    const { agent, run } = hostOf([{ id: "a", args: "{day: '5',}", name: "note" }]);
    await run(() => agent.stream("Note.", guardTools({ note }, { guards: [] })));
    expect(seen).toEqual([5, "string"]);
  });

  it("calls a tool as its method", async () => {
    const counter = {
      description: "Counts.",
      step: 3,
      execute(): Promise<string> {
        return Promise.resolve(`step ${this.step}`);
      },
    };
    const { helve } = guardTools({ counter }, { guards: [] }).toolsets;
    const { execute } = helve.counter as { readonly execute: (input: object, context: object) => Promise<unknown> };
    expect(await execute({}, {})).toBe("step 3");
  });

  it("refuses a tool that runs elsewhere", () => {
    const remote = createTool({ id: "remote", description: "Runs in the client." });
    expect(() => guardTools({ remote }, { guards: [] })).toThrow('"remote" has no execute');
  });
});

function bank() {
  const ran: number[] = [];
  const pay = tool({
    name: "pay",
    description: "Pay.",
    parameters: z.object({ amount: z.number().describe("in euros") }),
    execute: ({ amount }) => {
      ran.push(amount);
      return "paid";
    },
  });
  const engine = new Engine(parseProgram("rule @ask trigger pay check args.amount > 50 enforce user_inspection end"), {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers: { key: "0123456789abcdef0123456789abcdef" },
  });
  return {
    options: agentTools(new ActionExecutor([pay], { guards: [engine] })),
    ran,
  } as const;
}

/** An agent whose model makes these calls, one in each reply. */
function hostOf(calls: readonly { readonly id: string; readonly args: string; readonly name?: string }[]) {
  const model = {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not scripted")),
    async doStream({ prompt }: { prompt: readonly { readonly role: string }[] }) {
      const call = calls[prompt.filter(({ role }) => role === "assistant").length];
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      const parts = [
        { type: "stream-start", warnings: [] },
        ...(call === undefined
          ? []
          : [
              { type: "tool-input-start", id: call.id, toolName: call.name ?? "pay" },
              { type: "tool-input-delta", id: call.id, delta: call.args },
              { type: "tool-input-end", id: call.id },
              { type: "tool-call", toolCallId: call.id, toolName: call.name ?? "pay", input: call.args },
            ]),
        { type: "finish", finishReason: call === undefined ? "stop" : "tool-calls", usage },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
  const agent = new Agent({ id: "bank", name: "bank", instructions: "Pay.", model: model as never });
  new Mastra({ agents: { bank: agent }, storage: new InMemoryStore(), logger: false });
  const run = async (start: () => Promise<unknown>) => {
    const stream = (await start()) as {
      readonly runId: string;
      readonly fullStream: AsyncIterable<{ type: string; payload: never }>;
    };
    const suspended: string[] = [];
    const errors: string[] = [];
    for await (const { type, payload } of stream.fullStream) {
      if (type === "tool-call-suspended") suspended.push((payload as { toolCallId: string }).toolCallId);
      if (type === "tool-error") errors.push(JSON.stringify((payload as { error: unknown }).error));
    }
    return { runId: stream.runId, suspended, errors: errors.map((error) => error.replaceAll('\\"', '"')) };
  };
  return { agent, run } as const;
}
