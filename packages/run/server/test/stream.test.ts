import type { Guard } from "@helve/core";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AccessEntry } from "../src/index.ts";
import { callRequest, serverOf } from "./servers.ts";

const stream = (body: object) => callRequest(body, { path: "/opentool/streamCall" });

/** The chunks of a stream, each as a text. */
async function chunksOf(response: Response): Promise<readonly string[]> {
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) chunks.push(new TextDecoder().decode(chunk));
  return chunks;
}

const data = (result: object) => `event:data\ndata:${JSON.stringify({ jsonrpc: "2.0", result, id: "call_1" })}\n\n`;

describe("POST /streamCall", () => {
  it("sends each event as one chunk in exactly these bytes, because clients search for events in single chunks", async () => {
    const response = await serverOf().fetch(stream({ method: "count", params: { to: 2 } }));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await chunksOf(response)).toEqual([
      'event:start\ndata:{"start":"count"}\n\n',
      'event:data\ndata:{"jsonrpc":"2.0","result":{"result":1},"id":"call_1"}\n\n',
      'event:data\ndata:{"jsonrpc":"2.0","result":{"result":2},"id":"call_1"}\n\n',
      'event:done\ndata:{"done":"count"}\n\n',
    ]);
  });

  it("sends the result after progress that is another value", async () => {
    const [, ...events] = await chunksOf(await serverOf().fetch(stream({ method: "report" })));
    expect(events).toEqual([
      data({ result: "half" }),
      data({ text: "whole" }),
      'event:done\ndata:{"done":"report"}\n\n',
    ]);
  });

  it("doesn't repeat a text whose pieces were sent", async () => {
    const [, ...events] = await chunksOf(await serverOf().fetch(stream({ method: "pieces" })));
    expect(events).toEqual([data({ result: "one two" }), expect.stringContaining("event:done")]);
  });

  it("keeps an event on one line, whatever is in it", async () => {
    const text = "a\nb\r\nevent:done\ndata:{}\n\n\u2028";
    const chunks = await chunksOf(await serverOf().fetch(stream({ method: "echo", params: { text } })));
    expect(chunks).toHaveLength(3);
    expect(chunks[1]?.match(/\n/g)).toHaveLength(3);
    expect(JSON.parse(chunks[1]?.slice("event:data\ndata:".length) ?? "").result).toEqual({ result: text });
  });

  it.each([
    ["refuse", 500, "No such page.", true],
    ["add", 400, expect.stringContaining("is required"), true],
    ["nowhere", 405, expect.stringContaining("Function Not Supported"), false],
  ])("ends with the error of %s and without `done`", async (method, code, message, isStarted) => {
    const chunks = await chunksOf(await serverOf().fetch(stream({ method })));
    expect(chunks).toHaveLength(isStarted ? 2 : 1);
    expect(chunks.at(-1)).toMatch(/^event:error\ndata:\{.*\}\n\n$/);
    const sent = JSON.parse(chunks.at(-1)?.split("data:")[1] ?? "");
    expect(sent).toEqual({ jsonrpc: "2.0", result: {}, error: { code, message }, id: "call_1" });
  });

  it("refuses a malformed request before the stream begins", async () => {
    expect((await serverOf().fetch(callRequest("{", { path: "/opentool/streamCall" }))).status).toBe(400);
  });

  it("wraps events by the name in the function's `stream`, and calls the document OpenTool 2.0", async () => {
    const ticks = tool({
      function: {
        name: "ticks",
        description: "Tick.",
        parameters: [],
        stream: { data: { name: "tick", schema: { type: "number" } } },
      },
      execute: (_, { progress }) => {
        progress(1);
        return { last: 2 };
      },
    });
    const server = serverOf({}, [ticks]);
    const [, first] = await chunksOf(await server.fetch(stream({ method: "ticks" })));
    expect(first).toBe(data({ tick: 1 }));
    const response = await server.fetch(new Request("http://localhost/opentool/load"));
    expect(await response.json()).toMatchObject({ opentool: "2.0.0" });
  });

  it.each(["send", "hold"])("ends a call whose events are too many: %s", async (how) => {
    const aborted = Promise.withResolvers<unknown>();
    const flood = tool({
      name: "flood",
      description: "Never stop.",
      parameters: z.object({}),
      execute: async (_, { signal, progress }) => {
        while (!signal.aborted) {
          progress("x".repeat(1000));
          await new Promise((resolve) => setImmediate(resolve));
        }
        aborted.resolve(signal.reason);
      },
    });
    const ended = Promise.withResolvers<AccessEntry>();
    const guard: Guard = {
      before: async (action) => ({ kind: "allow", action, decision: { passes: [] } }),
      after: async (step) => ({ kind: "allow", action: step.action, decision: { passes: [] } }),
    };
    const options = { maxQueuedBytes: 10_000, log: ended.resolve };
    const server = serverOf(options, [flood], how === "hold" ? [guard] : []);
    const response = await server.fetch(stream({ method: "flood" }));
    expect(await ended.promise).toMatchObject({ function: "flood", outcome: "failed" });
    expect(String(await aborted.promise)).toContain("overflow");
    await expect(response.text()).rejects.toThrow("too slow");
  });
});
