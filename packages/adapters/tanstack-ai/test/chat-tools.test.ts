import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { chatTools, guardChat } from "@helve/tanstack-ai";
import { tool } from "@helve/tool";
import { type AnyTextAdapter, chat, type StreamChunk, toolDefinition } from "@tanstack/ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("chatTools", () => {
  it("gives tools of toolkits names that providers accept, and still finds them", async () => {
    const list = tool({ name: "List", description: "List.", parameters: { type: "object" }, execute: () => "a file" });
    const helve = chatTools(new ActionExecutor([{ name: "Files", tools: [list] }]));
    expect(helve.tools.map(({ name }) => name as string)).toEqual(["Files-List"]);
    expect(await results(helve, "Files-List", "{}")).toEqual(["a file"]);
  });

  it("gives images to the model as parts", async () => {
    const draw = tool({
      name: "draw",
      description: "Draw.",
      parameters: { type: "object" },
      execute: () => [{ type: "image", content: "data:image/png;base64,AAAA" }] as const,
    });
    const [content] = await results(chatTools(new ActionExecutor([draw])), "draw", "{}");
    expect(content).toContain('"type":"image"');
    expect(content).toContain('"value":"AAAA"');
  });

  it("decodes arguments that a provider has lost: its parsed input is empty, although the text was not", async () => {
    const add = tool({
      name: "add",
      description: "Add.",
      parameters: { type: "object", properties: { x: { type: "number", description: "x" } }, required: ["x"] },
      execute: ({ x }) => `x is ${String(x)}`,
    });
    const helve = chatTools(new ActionExecutor([add]));
    expect(await results(helve, "add", "{x: 5", { input: {} })).not.toEqual(["x is undefined"]);
    expect(await results(helve, "add", "{x: 5,}", { input: {} })).toEqual(["x is 5"]);
    expect(await results(helve, "add", "[5]")).toEqual([expect.stringContaining("error")]);
  });

  it("decodes and asks about a call whose id was used in an earlier turn", async () => {
    const ran: unknown[] = [];
    const ping = tool({
      name: "ping",
      description: "Ping.",
      parameters: { type: "object" },
      execute: () => ran.push("ping"),
    });
    const turns = ["{}", '"not an object"'];
    const adapter = {
      kind: "text",
      name: "scripted",
      model: "script",
      async *chatStream({ messages }: { messages: { role: string }[] }) {
        const delta = turns[messages.filter(({ role }) => role === "assistant").length];
        const base = { runId: "run", threadId: "thread", toolCallId: "call_0", timestamp: 0 };
        if (delta !== undefined) {
          yield { type: "TOOL_CALL_START", toolCallName: "ping", ...base };
          yield { type: "TOOL_CALL_ARGS", delta, ...base };
          yield { type: "TOOL_CALL_END", ...base };
        }
        yield { type: "RUN_FINISHED", finishReason: delta === undefined ? "stop" : "tool_calls", ...base };
      },
    } as unknown as AnyTextAdapter;
    const messages = [{ role: "user" as const, content: "Go." }];
    const texts: unknown[] = [];
    for await (const chunk of chat({ adapter, messages, ...chatTools(new ActionExecutor([ping])) })) {
      if (chunk.type === "TOOL_CALL_RESULT") texts.push(chunk.content);
    }
    expect(ran).toEqual(["ping"]);
    expect(texts[1]).toContain("must be one JSON object");
  });

  it("does not mix the sessions of two runs", async () => {
    const ping = tool({ name: "ping", description: "Ping.", parameters: { type: "object" }, execute: () => "pong" });
    const once = parseProgram('rule @once trigger ping check count(ping) >= 1 enforce stop("one ping only") end');
    const executor = new ActionExecutor([ping], { guards: [new Engine(once, { predicates: [] })] });
    const [first, other] = [chatTools(executor), chatTools(executor)];
    expect(await results(first, "ping", "{}")).toEqual(["pong"]);
    expect(await results(other, "ping", "{}")).toEqual(["pong"]);
    expect(await results(first, "ping", "{}")).toEqual([expect.stringContaining("one ping only")]);
  });

  it("refuses options that it does not have", () => {
    expect(() => chatTools(new ActionExecutor([]), { promt: "x" } as object)).toThrow("promt");
    expect(() => guardChat({ guards: [], approval: 1 } as never)).toThrow("approval");
    expect(() => guardChat({} as never)).toThrow("guards");
  });
});

describe("guardChat", () => {
  it("refuses a chat with a tool that the client executes", async () => {
    const client = toolDefinition({ name: "locate", description: "Locate." }).client();
    const chunks = await run({ tools: [client], ...guardChat({ guards: [] }) }, "locate", "{}").catch(String);
    expect(JSON.stringify(chunks)).toContain("runs in the client");
  });

  it("validates arguments by the schema of the tool, and passes its transformed output on", async () => {
    const inputSchema = z.object({ day: z.string().transform((day) => day.toUpperCase()) });
    const plan = toolDefinition({ name: "plan", description: "Plan.", inputSchema }).server(({ day }) => `on ${day}`);
    const guarded = { tools: [plan], ...guardChat({ guards: [] }) };
    expect(await results(guarded, "plan", '{"day": "monday"}')).toEqual(["on MONDAY"]);
    expect(await results(guarded, "plan", '{"day": [1]}')).toEqual([expect.stringContaining("error")]);
  });

  it("calls a tool as its method", async () => {
    const counter = toolDefinition({ name: "counter", description: "Counts." }).server(() => 0);
    const tool = {
      ...counter,
      step: 3,
      execute(this: { readonly step: number }): number {
        return this.step;
      },
    };
    expect(await results({ tools: [tool], ...guardChat({ guards: [] }) }, "counter", "{}")).toEqual(["3"]);
  });

  it("gives the error of a tool to the model", async () => {
    const broken = toolDefinition({ name: "broken", description: "Fails." }).server(() => {
      throw new Error("out of paper");
    });
    expect(await results({ tools: [broken], ...guardChat({ guards: [] }) }, "broken", "{}")).toEqual([
      '{"error":"out of paper"}',
    ]);
  });
});

/** The contents of the results that a chat with one call gives to the model. */
async function results(options: object, name: string, args: string, end: object = {}): Promise<readonly string[]> {
  const chunks = await run(options, name, args, end);
  return chunks.flatMap((chunk) => (chunk.type === "TOOL_CALL_RESULT" ? [chunk.content as string] : []));
}

let ids = 0;

async function run(options: object, name: string, args: string, end: object = {}): Promise<readonly StreamChunk[]> {
  const toolCallId = `call_${++ids}`;
  const adapter = {
    kind: "text",
    name: "scripted",
    model: "script",
    async *chatStream({ messages }: { messages: { role: string }[] }) {
      const hasCalled = messages.some(({ role }) => role === "assistant");
      const base = { runId: "run", threadId: "thread", toolCallId, timestamp: 0 };
      if (!hasCalled) {
        yield { type: "TOOL_CALL_START", toolCallName: name, ...base };
        yield { type: "TOOL_CALL_ARGS", delta: args, ...base };
        yield { type: "TOOL_CALL_END", ...base, ...end };
      }
      yield { type: "RUN_FINISHED", finishReason: hasCalled ? "stop" : "tool_calls", ...base };
    },
  } as unknown as AnyTextAdapter;
  const chunks: StreamChunk[] = [];
  const stream = chat({ adapter, messages: [{ role: "user", content: "Go." }], ...options } as never);
  for await (const chunk of stream as unknown as AsyncIterable<StreamChunk>) chunks.push(chunk);
  return chunks;
}
