import { connect } from "node:net";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serve } from "../src/node.ts";
import { callRequest, executorOf, request, serverOf } from "./servers.ts";

const methods = fc.oneof(
  { arbitrary: fc.constant("POST"), weight: 3 },
  fc.constantFrom("GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH", "QUERY"),
);
const paths = fc.oneof(
  fc.constantFrom("/opentool/call", "/opentool/streamCall", "/opentool/load", "/opentool/version", "/opentool/stop"),
  fc.webPath(),
  fc.string({ unit: "grapheme" }).map((text) => `/opentool/${encodeURIComponent(text)}`),
);
const headers = fc.oneof(
  { arbitrary: fc.constant<Record<string, string>>({}), weight: 2 },
  fc.dictionary(
    fc.constantFrom(
      "content-type",
      "authorization",
      "origin",
      "host",
      "sec-fetch-site",
      "content-length",
      "accept",
      "traceparent",
      "x-a",
    ),
    fc.oneof(
      fc.constantFrom(
        "application/json",
        "text/plain",
        "Bearer k",
        "Bearer",
        "http://localhost:9627",
        "null",
        "localhost",
        "cross-site",
        "-1",
        "1e9",
        "5",
      ),
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
    ),
  ),
);
const names = fc.oneof(
  fc.constantFrom("add", "echo", "user", "crash", "refuse", "count", "report", "__proto__", "constructor"),
  fc.string(),
);
const calls = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant("2.0"), fc.jsonValue()),
    method: fc.oneof(names, fc.jsonValue()),
    params: fc.oneof(
      fc.record({ x: fc.jsonValue(), y: fc.jsonValue(), text: fc.jsonValue(), to: fc.nat(50) }, { requiredKeys: [] }),
      fc.jsonValue(),
    ),
    id: fc.oneof(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
/** The text of a call with a piece removed, doubled or replaced. */
const damaged = fc.tuple(calls, fc.nat(), fc.nat(20), fc.string()).map(([call, at, length, piece]) => {
  const text = JSON.stringify(call);
  const start = at % (text.length + 1);
  return `${text.slice(0, start)}${piece}${text.slice(start + length)}`;
});
const bodies = fc.oneof(
  calls.map((call) => JSON.stringify(call)),
  damaged,
  fc.string(),
  fc.nat(20_000).map((depth) => "[".repeat(depth)),
  fc.nat(20_000).map((depth) => `{"method":"add","id":"1","params":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`),
);

const statuses = [200, 400, 403, 404, 405, 413];

describe("hostile requests", () => {
  it("are answered, each with a known status and JSON or events, and keep nothing open", {
    timeout: 3_600_000,
  }, async () => {
    // With one call at a time, a call that never ended would refuse all later ones.
    let ended = Promise.withResolvers<void>();
    const server = serverOf({ maxCalls: 1, log: () => ended.resolve() });
    await fc.assert(
      fc.asyncProperty(methods, paths, headers, bodies, fc.nat(5), async (method, path, sent, body, readable) => {
        ended = Promise.withResolvers();
        const hasBody = method !== "GET" && method !== "HEAD";
        const json = sent["content-type"] === undefined && { "content-type": "application/json" };
        const init = { method, headers: { ...json, ...sent }, ...(hasBody && { body }) };
        const response = await server.fetch(request(path, init));
        expect(statuses).toContain(response.status);
        if (response.headers.get("content-type") !== "text/event-stream") {
          const text = await response.text();
          expect(typeof JSON.parse(text)).toBe("object");
          expect(text).not.toContain("hunter2");
        } else {
          // The stream is cut after some of its events.
          const reader = response.body?.getReader();
          for (let n = 0; n < readable; n++) if ((await reader?.read())?.done === true) break;
          await reader?.cancel();
        }
        await ended.promise;
      }),
      { numRuns: runs(2_000, 100_000) },
    );
    expect((await server.fetch(callRequest({ method: "user" }))).status).toBe(200);
  });

  it("don't stop a server on Node, whatever bytes they are", { timeout: 3_600_000 }, async () => {
    const server = await serve(executorOf(), { port: 0 });
    const valid =
      'POST /opentool/streamCall HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 48\r\n\r\n{"method":"count","id":"1","params":{"to":1000}}';
    await fc.assert(
      fc.asyncProperty(
        fc.nat(valid.length),
        fc.nat(30),
        fc.oneof(fc.string(), fc.constantFrom("\r\n", "\0", "\r\n\r\n")),
        async (at, length, piece) => {
          const socket = connect(server.port, "127.0.0.1");
          socket.on("error", () => undefined);
          const closed = new Promise((resolve) => socket.once("close", resolve));
          socket.once("data", () => socket.destroy());
          socket.end(`${valid.slice(0, at)}${piece}${valid.slice(at + length)}`);
          await closed;
        },
      ),
      { numRuns: runs(300, 5_000) },
    );
    const response = await fetch(`${server.url}/version`);
    expect(response.status).toBe(200);
    await server.close({ timeout: 1_000 });
  });
});
