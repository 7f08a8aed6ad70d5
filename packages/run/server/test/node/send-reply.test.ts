import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { tool } from "@helve/tool";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { AccessEntry } from "../../src/index.ts";
import { createServer } from "../../src/index.ts";
import { type ListeningServer, type ServeOptions, serve } from "../../src/node.ts";
import { executorOf } from "../servers.ts";

const open: ListeningServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const server of open.splice(0)) await server.close({ timeout: 0 });
});

async function listen(options: ServeOptions = {}, executor = executorOf()): Promise<ListeningServer> {
  const server = await serve(executor, { port: 0, ...options });
  open.push(server);
  return server;
}

const json = { "content-type": "application/json" };

/** The text of a request that calls a function. */
function callText(body: object, last = false): string {
  const text = JSON.stringify(body);
  const end = last ? "connection: close\r\n" : "";
  return `POST /opentool/call HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${end}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Everything that a server writes to a connection until it ends. */
async function all(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

describe("an answer that serve writes directly", () => {
  const origin = "https://page.example";
  const post = (body: object | string, headers: object = {}) => ({
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...json, ...headers },
  });
  it.each<[string, string, RequestInit, number]>([
    ["a version", "/version", {}, 200],
    ["a document", "/load", {}, 200],
    ["a call", "/call", post({ method: "user", id: "1" }), 200],
    ["a call of a page", "/call", post({ method: "user", id: "1" }, { origin }), 200],
    ["a call of another page", "/call", post({ method: "user", id: "1" }, { origin: "https://other.example" }), 403],
    ["a call of no function", "/call", post({ method: "none", id: "1" }, { origin }), 200],
    ["text that is not JSON", "/call", post("{", { origin }), 400],
    ["another content type", "/call", post("{}", { "content-type": "text/plain" }), 400],
    ["a content encoding", "/call", post("{}", { "content-encoding": "gzip" }), 415],
    ["a body over the limit", "/call", post({ method: "x".repeat(2_000) }), 413],
    ["an unknown path", "/none", { headers: { origin } }, 404],
    ["an unknown path of the prefix", "/none/at/all", {}, 404],
    ["another method", "/version", { method: "DELETE", headers: { origin } }, 405],
    ["HEAD", "/version", { method: "HEAD" }, 405],
    ["a preflight", "/call", { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } }, 204],
  ])("has the status, headers and body of a response: %s", async (_, path, init, status) => {
    const options = { origins: [origin], maxBodyBytes: 1_000 };
    const { url } = await listen(options);
    const written = await fetch(`${url}${path}`, init);
    const expected = await createServer(executorOf(), options).fetch(
      new Request(`${url}${path}`, { ...init, headers: { host: new URL(url).host, ...init.headers } }),
    );
    expect(written.status).toBe(status);
    expect(written.status).toBe(expected.status);
    const text = await expected.text();
    expect(await written.text()).toBe(init.method === "HEAD" ? "" : text);
    expect(Object.fromEntries(written.headers)).toMatchObject(Object.fromEntries(expected.headers));
    const more = [...written.headers.keys()].filter((name) => !expected.headers.has(name));
    // Headers that HTTP/1.1 itself adds.
    for (const name of more) expect(["connection", "keep-alive", "date", "content-length"]).toContain(name);
    if (text !== "") expect(written.headers.get("content-length")).toBe(`${Buffer.byteLength(text)}`);
  });

  it("needs a key, with the headers by which a page can read that", async () => {
    const { url } = await listen({ keys: ["k".repeat(32)], origins: [origin] });
    const response = await fetch(`${url}/call`, post({ method: "user", id: "1" }, { origin }));
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      401,
      {
        "www-authenticate": "Bearer",
        vary: "Origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "Retry-After, WWW-Authenticate",
      },
    ]);
  });

  it.each(["é", "日本語", "🎉🎉", "a\u2028b", "\ud83d", "\u0000"])("has as many bytes as it says: %j", async (text) => {
    const { port } = await listen();
    const socket = connect(port, "127.0.0.1");
    socket.write(callText({ method: "echo", params: { text }, id: "ü" }, true));
    const [head = "", body = ""] = (await all(socket)).split("\r\n\r\n");
    expect(Number(/^content-length: (\d+)$/im.exec(head)?.[1])).toBe(Buffer.byteLength(body));
    // A half of a surrogate pair can't be sent in UTF-8, but can be escaped.
    expect(JSON.parse(body)).toEqual({ jsonrpc: "2.0", result: { result: text }, id: "ü" });
  });

  it("has no body after HEAD, and the connection stays in step", async () => {
    const { port } = await listen();
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `HEAD /opentool/version HTTP/1.1\r\nhost: localhost\r\n\r\n${callText({ method: "user", id: "1" }, true)}`,
    );
    const received = await all(socket);
    expect(received).toMatch(/^HTTP\/1\.1 405 .*?\r\n\r\nHTTP\/1\.1 200 OK\r\n/s);
    expect(received.match(/\{.*\}/g)).toEqual(['{"jsonrpc":"2.0","result":{"name":"ann"},"id":"1"}']);
  });

  it("comes in the order of the requests, for many on one connection", async () => {
    const { port } = await listen();
    const socket = connect(port, "127.0.0.1");
    const ids = Array.from({ length: 500 }, (_, n) => `${n}`);
    // Half of them at once, without waiting for an answer.
    socket.write(
      ids
        .slice(0, 250)
        .map((id) => callText({ method: "add", params: { x: 1, y: 2 }, id }))
        .join(""),
    );
    let received = "";
    for await (const chunk of socket.setEncoding("utf8")) {
      received += chunk;
      const answered = received.split("HTTP/1.1 200 OK").length - 1;
      if (answered >= 250 && answered < 500 && received.endsWith("}")) {
        const id = ids[answered] as string;
        socket.write(callText({ method: "add", params: { x: 1, y: 2 }, id }, answered === 499));
      }
    }
    expect([...received.matchAll(/"result":3\},"id":"(\d+)"\}/g)].map(([, id]) => id)).toEqual(ids);
  });

  it("is dropped quietly if the caller has disconnected", async () => {
    const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "info")];
    const entries: AccessEntry[] = [];
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const wait = tool({
      name: "wait",
      description: "Wait until the caller is gone.",
      parameters: z.object({}),
      execute: (_, { signal }) => {
        started.resolve();
        return new Promise<string>((resolve) => {
          signal.addEventListener("abort", () => {
            aborted.resolve();
            resolve("late");
          });
        });
      },
    });
    const log = (entry: AccessEntry) => {
      entries.push(entry);
      recorded.resolve();
    };
    const { port, url } = await listen({ log }, executorOf([wait]));
    const socket = connect(port, "127.0.0.1");
    socket.write(callText({ method: "wait", id: "1" }));
    await started.promise;
    socket.destroy();
    await aborted.promise;
    await recorded.promise;
    const response = await fetch(`${url}/call`, post({ method: "user", id: "2" }));
    expect(await response.json()).toMatchObject({ id: "2", result: { name: "ann" } });
    expect(entries.map(({ method, status }) => [method, status])).toEqual([
      ["POST", 200],
      ["POST", 200],
    ]);
    for (const print of printed) expect(print).not.toHaveBeenCalled();
  });

  it.each([10, 100_000, 8_000_000])(
    "is complete if the server closes while it is written: %d bytes",
    async (length) => {
      const { port, close } = await listen({ maxBodyBytes: 10_000_000 });
      const socket = connect({ port, host: "127.0.0.1", highWaterMark: 1024 } as never);
      const text = "é".repeat(length / 2);
      socket.write(callText({ method: "echo", params: { text }, id: "1" }));
      await once(socket, "readable");
      const closing = close();
      const received = await all(socket);
      await closing;
      const body = received.slice(received.indexOf("\r\n\r\n") + 4);
      expect(body.length).toBe(`{"jsonrpc":"2.0","result":{"result":""},"id":"1"}`.length + text.length);
      expect(JSON.parse(body).result.result === text).toBe(true);
    },
  );
});
