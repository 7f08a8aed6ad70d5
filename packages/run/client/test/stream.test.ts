import { HelveError } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient, type StreamEvent } from "../src/index.ts";
import { answers, events, json } from "./servers.ts";

async function streamed(response: Response, options = {}): Promise<readonly StreamEvent[]> {
  const client = createClient("http://localhost/opentool", { ...answers(response).options, ...options });
  const found: StreamEvent[] = [];
  for await (const event of client.stream("count", { to: 2 }, { id: "1" })) found.push(event);
  return found;
}

const data = (n: number) => `event:data\ndata:{"jsonrpc":"2.0","result":{"n":${n}},"id":"1"}\n\n`;
const start = 'event:start\ndata:{"start":"count"}\n\n';
const done = 'event:done\ndata:{"done":"count"}\n\n';
const two = [
  { event: "data", result: { n: 1 } },
  { event: "data", result: { n: 2 } },
];

describe("stream", () => {
  it("yields the results until `done`, and nothing after it", async () => {
    expect(await streamed(events(start, data(1), data(2), done, data(3)))).toEqual(two);
  });

  it.each([
    [
      "names in upper case",
      [start, data(1), data(2), done].map((text) =>
        text.replace(/event:\w+/, (name) => name.toUpperCase().replace("EVENT", "event")),
      ),
    ],
    [
      "spaces, CRLF and comments",
      [start, ": ping\n\n", data(1).replaceAll(":{", ": {").replaceAll("\n", "\r\n"), data(2), done],
    ],
    ["no `done`", [start, data(1), data(2)]],
    ["an end within the last event", [start, data(1), data(2).trimEnd()]],
    ["events of a daemon", ["event:tool.ready\ndata:{}\n\n", start, data(1), data(2), done]],
    ["events without names", [data(1).replace("event:data\n", ""), data(2), done]],
    ["results without JSON-RPC", ['event:data\ndata:{"n":1}\n\n', data(2), done]],
  ])("accepts %s", async (_, chunks) => {
    expect(await streamed(events(...chunks))).toEqual(two);
  });

  it("says that an event is nested too deeply", async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    await expect(streamed(events(start, `event:data\ndata:{"result":${deep}}\n\n`))).rejects.toThrow(
      "the data of an event is nested too deeply",
    );
  });

  it("yields events of other names", async () => {
    expect(await streamed(events('event:tick\ndata:{"jsonrpc":"2.0","result":{"at":1}}\n\n', done))).toEqual([
      { event: "tick", result: { at: 1 } },
    ]);
  });

  it.each([
    [
      "of JSON-RPC",
      'event:error\ndata:{"jsonrpc":"2.0","result":{},"error":{"code":405,"message":"boom"},"id":"1"}\n\n',
      405,
    ],
    ["without JSON-RPC", 'event:error\ndata:{"code":500,"message":"boom","id":"1"}\n\n', 500],
    ["in upper case", 'event:ERROR\ndata:{"code":500,"message":"boom"}\n\n', 500],
    ["within data", 'event:data\ndata:{"jsonrpc":"2.0","result":{},"error":{"code":400,"message":"boom"}}\n\n', 400],
  ])("throws an error %s", async (_, text, status) => {
    await expect(streamed(events(start, text))).rejects.toMatchObject({ code: "call_failed", status, message: "boom" });
  });

  it.each([
    ["an empty stream", [""], "the stream ended before its first event"],
    ["only heartbeats", [": ping\n\n", ": ping\n\n"], "the stream ended before its first event"],
    ["data that is not JSON", ["event:data\ndata:hello\n\n"], 'the data of an event must be JSON (got "hello")'],
    ["an event that is too large", [`event:data\ndata:"${"x".repeat(2000)}`], "an event is larger than 1000 bytes"],
    ["many lines of one event", Array(50).fill(`data:${"x".repeat(50)}\n`), "an event is larger than 1000 bytes"],
  ])("refuses %s", async (_, chunks, message) => {
    await expect(streamed(events(...chunks), { maxResponseBytes: 1000 })).rejects.toMatchObject({
      code: "invalid_response",
      message,
    });
  });

  it("accepts one answer in place of a stream, and errors", async () => {
    expect(await streamed(json({ jsonrpc: "2.0", result: { n: 1 } }))).toEqual([two[0]]);
    await expect(streamed(new Response("Cannot POST", { status: 404 }))).rejects.toMatchObject({ code: "no_access" });
  });

  it("is the same wherever the network cuts it", async () => {
    const bytes = new TextEncoder().encode([start, data(1).replace('"n"', '"é"'), data(2), done].join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.slice(at[index], end));
        expect(await streamed(events(...chunks))).toEqual([{ event: "data", result: { é: 1 } }, two[1]]);
      }),
      { numRuns: runs(200) },
    );
  });

  it("ends in results or an error of Helve, whatever the server sends", async () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(start, data(1), done, "event:", "data:", "\n", "\r", "\n\n", ": ", "{", '"', "\0"),
        fc.string(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        const outcome = await streamed(events(...chunks)).catch((error: unknown) => error);
        expect(Array.isArray(outcome) || HelveError.is(outcome)).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("ends the request when the caller leaves its loop", async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(data(1))),
      cancel: () => cancelled.resolve(),
    });
    const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
    const { sent, options } = answers(() => response);
    for await (const _ of createClient("http://localhost/opentool", options).stream("count", {}, { id: "1" })) break;
    await cancelled.promise;
    expect(sent[0]?.init.signal?.aborted).toBe(true);
  });

  it("throws if the server is silent for too long", async () => {
    const { options } = answers(({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(start));
          signal?.addEventListener("abort", () => controller.error(signal.reason));
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    const stream = createClient("http://localhost/opentool", { ...options, timeout: 5 }).stream("count");
    await expect(stream.next()).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("any answer", () => {
  it("ends in a value or an error of Helve", async () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.nat(20_000).map((depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`),
      fc.nat(20_000).map((depth) => `${'{"functions":['.repeat(depth)}${"]}".repeat(depth)}`),
    );
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom(200, 204, 301, 400, 401, 404, 415, 429, 500, 503),
        async (text, status) => {
          const { options } = answers(new Response(status === 204 ? null : text, { status }));
          const client = createClient("http://localhost/opentool", {
            ...options,
            retries: 0,
            detectErrorResults: true,
          });
          for (const outcome of [client.version(), client.load(), client.call("add"), client.stop()]) {
            const error = await outcome.then(
              () => undefined,
              (thrown: unknown) => thrown,
            );
            expect(error === undefined || HelveError.is(error)).toBe(true);
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});
