import {
  estimateTokens,
  generateLoop,
  type Message,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  outcomeOf,
  scriptedModel,
  summarizeMessages,
  trimMessages,
  userMessage,
} from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calls, eventsOf } from "./agents.ts";

describe("compaction", () => {
  const turn = (id: string, size: number): readonly Message[] => [
    { role: "assistant", parts: [{ type: "call", id, name: "read", arguments: "{}" }] },
    { role: "tool", callId: id, name: "read", parts: [{ type: "text", content: "x".repeat(size) }] },
  ];
  const messages: readonly Message[] = [
    { role: "system", content: "Be brief." },
    userMessage("Read."),
    ...turn("a", 400),
    ...turn("b", 400),
    ...turn("c", 400),
  ];

  it("leaves out the oldest turns, and never a result without its call", () => {
    const trimmed = trimMessages(messages, { tokens: 150 });
    expect(trimmed).toEqual([...messages.slice(0, 2), ...turn("c", 400)]);
    expect(estimateTokens(trimmed)).toBeLessThanOrEqual(150);
    expect(trimMessages(messages, { tokens: 10_000 })).toBe(messages);

    const sizes = fc.array(fc.nat({ max: 500 }), { maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 600 }), (list, tokens) => {
        const all = [userMessage("Read."), ...list.flatMap((size, index) => turn(`${index}`, size))];
        const kept = trimMessages(all, { tokens });
        const called = kept.flatMap((message) => (message.role === "assistant" ? message.parts : []));
        const results = kept.filter(({ role }) => role === "tool");
        expect(called).toHaveLength(results.length);
        expect(kept.slice(-2)).toEqual(all.slice(-2));
      }),
    );
  });

  it("shortens a conversation that becomes too long, and one that the model refuses", async () => {
    const read = tool({
      name: "read",
      description: "Read.",
      parameters: { type: "object", properties: {} },
      execute: () => "x".repeat(400),
    });
    const lengths: number[] = [];
    const next = (turn: ReturnType<typeof calls> | string | Error) => (request: { messages: readonly Message[] }) => {
      lengths.push(request.messages.length);
      return turn;
    };
    const model = scriptedModel([
      ...[1, 2, 3].map(() => next(calls(["read", {}]))),
      next(new ModelError("context_length", "too long")),
      next("ok"),
    ]);
    const executor = new ActionExecutor([read]);
    const events = await eventsOf(generateLoop("Read.", { model, executor, compaction: { tokens: 250 } }));
    expect(lengths).toEqual([1, 3, 5, 5, 3]);
    expect(events.filter(({ type }) => type === "compaction")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ outcome: { status: "finished", answer: "ok" } });
  });

  it("fails if the model refuses a conversation that can't be shortened", async () => {
    const error = new ModelError("context_length", "too long");
    for (const compaction of [undefined, { tokens: 5 }]) {
      const run = generateLoop("Read.", {
        model: scriptedModel([error]),
        executor: new ActionExecutor([]),
        compaction,
      });
      expect(await outcomeOf(run)).toMatchObject({ status: "failed", error: { code: "context_length" } });
    }
  });

  it("summarizes what it leaves out, and counts what that costs", async () => {
    const asked: string[] = [];
    const model = scriptedModel([
      ({ messages: sent }) => {
        asked.push(JSON.stringify(sent));
        return { content: "It read three files.", usage: { inputTokens: 7, outputTokens: 3 } };
      },
      { content: "ok", usage: { inputTokens: 1, outputTokens: 1 } },
    ]);
    const compaction = { tokens: 200, compact: summarizeMessages({ locale: "zh" }) };
    const outcome = await outcomeOf(generateLoop(messages, { model, executor: new ActionExecutor([]), compaction }));
    expect(asked[0]).toContain("call of read: {}");
    expect(outcome.messages).toHaveLength(6);
    expect(JSON.stringify(outcome.messages[2])).toContain("It read three files.");
    expect(outcome.usage).toEqual({ inputTokens: 8, outputTokens: 4 });
  });

  it("never leaves more than its budget, however long a run becomes", async () => {
    const echo = tool({
      name: "echo",
      description: "Echo.",
      parameters: { type: "object" },
      execute: () => "x".repeat(500),
    });
    let steps = 0;
    const model = {
      name: "long",
      async *generate({ tools }: ModelRequest): AsyncGenerator<ModelEvent> {
        const parts =
          tools === undefined
            ? [{ type: "text" as const, content: "S".repeat(4000) }]
            : [{ type: "call" as const, id: `c${++steps}`, name: "echo", arguments: "{}" }];
        const stopReason = tools === undefined ? "stop" : "calls";
        yield { type: "end", response: { message: { role: "assistant", parts }, stopReason } };
      },
    };
    const compaction = { tokens: 1500, compact: summarizeMessages() };
    const options = { model, executor: new ActionExecutor([echo]), compaction, limits: { steps: 80 } };
    const sizes: number[] = [];
    for await (const event of generateLoop("Go on.", options)) if (event.type === "compaction") sizes.push(event.after);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1500);
  });

  it("cuts a result that alone is too long, and keeps its start and its end", () => {
    const result = [{ type: "text" as const, content: `begin${"x".repeat(40_000)}end` }];
    const long: Message = { role: "tool", callId: "a", name: "read", parts: result };
    const shortened = trimMessages([...messages.slice(0, 3), long], { tokens: 500 });
    expect(estimateTokens(shortened)).toBeLessThanOrEqual(500);
    const [part] = shortened.at(-1)?.role === "tool" ? (shortened.at(-1) as typeof long).parts : [];
    expect(String(part?.content)).toMatch(/^beginx+\n\[… [\d]+ characters left out …\]\nx+end$/);
  });
});
