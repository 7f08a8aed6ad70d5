import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Guard } from "@helve/core";
import { ActionExecutor, memoryRunLedger } from "@helve/executor";
import { tool } from "@helve/tool";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { type AccessEntry, createServer } from "../src/index.ts";
import { type ListeningServer, type ServeOptions, serve } from "../src/node.ts";
import { answerTo, callRequest, executorOf, request, serverOf } from "./servers.ts";

const key = "k3y-of-the-caller";

const open: ListeningServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ timeout: 0 });
});

async function listen(options: ServeOptions = {}): Promise<ListeningServer> {
  const server = await serve(executorOf(), { port: 0, ...options });
  open.push(server);
  return server;
}

/** Sends bytes over a connection, and returns what comes back until it is closed. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return await text(socket);
}

describe("keys", () => {
  const server = serverOf({ keys: { ann: key, bob: "another-key" } });

  it.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"])("are needed for %s on every path", async (method) => {
    for (const path of [
      "/opentool/version",
      "/opentool/load",
      "/opentool/call",
      "/opentool/stop",
      "/opentool/./version",
      "/",
      "/favicon.ico",
      "/opentool%2fversion",
    ]) {
      const response = await server.fetch(request(path, { method }));
      expect([path, response.status, response.headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"]);
    }
  });

  it.each([
    ["none", undefined],
    ["a wrong one", `Bearer ${key}x`],
    ["the beginning of one", `Bearer ${key.slice(0, -1)}`],
    ["an empty one", "Bearer "],
    ["one without its scheme", key],
    ["another scheme", `Basic ${key}`],
    ["two at once", `Bearer ${key}, Bearer ${key}`],
    ["one in the wrong case", `Bearer ${key.toUpperCase()}`],
  ])("are refused: %s", async (_, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    expect(await answerTo(server, request("/opentool/version", { headers }))).toMatchObject([
      401,
      { error: expect.any(String) },
    ]);
  });

  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`])("are accepted: %s", async (authorization) => {
    expect(await answerTo(server, request("/opentool/version", { headers: { authorization } }))).toMatchObject([
      200,
      {},
    ]);
  });

  it("are in no log, no answer and no error", async () => {
    const entries: AccessEntry[] = [];
    const logging = serverOf({ keys: { ann: key }, log: (entry) => entries.push(entry) });
    const bodies = [
      await logging.fetch(request(`/opentool/version?key=${key}`, { headers: { authorization: `Bearer ${key}` } })),
      await logging.fetch(request(`/${key}`, { headers: { authorization: `Bearer ${key}` } })),
      await logging.fetch(request("/opentool/version", { headers: { authorization: key } })),
    ];
    const seen = JSON.stringify([entries, await Promise.all(bodies.map((response) => response.text()))]);
    expect(entries).toMatchObject([
      { method: "GET", path: "/opentool/version", status: 200, key: "ann" },
      { path: "unknown", status: 404 },
      { status: 401 },
    ]);
    expect(seen).not.toContain(key);
    expect(() => serverOf({ keys: [`${key} `] })).toThrow(/^(?!.*k3y).*keys\.0/);
  });

  it("keep the ids of callers apart", async () => {
    const ids: string[] = [];
    const executor = executorOf();
    executor.on("action:start", ({ call }) => ids.push(call.id));
    const both = createServer(executor, { keys: { ann: key, bob: "other" } });
    for (const sent of [key, "other"]) {
      await both.fetch(callRequest({ method: "user" }, { headers: { authorization: `Bearer ${sent}` } }));
    }
    expect(ids).toEqual(["ann/call_1", "bob/call_1"]);
    // Otherwise "b/1" of "a" would be "1" of "a/b".
    expect(() => serverOf({ keys: { "a/b": key } })).toThrow(
      'must have names of letters, digits, _, ., @ and - (got "a/b")',
    );
  });
});

describe("an address that others can reach", () => {
  it.each(["0.0.0.0", "::", "192.0.2.1", "example.com"])("is refused without keys: %s", async (address) => {
    await expect(serve(executorOf(), { port: 0, address })).rejects.toThrow(/"address" must be this machine's/);
  });

  it("is any but this machine's, which has many", async () => {
    const { url } = await listen({ address: "127.0.0.2" });
    expect((await fetch(`${url}/version`)).status).toBe(200);
  });

  it("is allowed with keys", async () => {
    const { port } = await listen({ address: "0.0.0.0", keys: [key] });
    const response = await fetch(`http://127.0.0.1:${port}/opentool/version`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
  });
});

describe("web pages", () => {
  const server = serverOf();

  it.each([
    ["a page whose name resolves to this machine", { host: "evil.example:9627" }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a page on another port", { origin: "http://localhost:3000" }],
    ["a page without an origin, such as a file", { origin: "null" }],
    ["a page of another site that loads it as an image", { "sec-fetch-site": "cross-site" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a name that only begins like this machine's", { host: "localhost.evil.example" }],
    ["a name with this machine's as a user", { host: "localhost@evil.example" }],
    ["an empty name", { host: "" }],
  ])("can't call: %s", async (_, headers) => {
    for (const sent of [request("/opentool/load", { headers }), callRequest({ method: "user" }, { headers })]) {
      const response = await server.fetch(sent);
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    }
  });

  it.each([
    ["no browser", {}],
    ["the server's own page", { origin: "http://localhost:9627", "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["this machine by its address", { host: "127.0.0.1:9627" }],
    ["this machine by its address of version 6", { host: "[::1]:9627" }],
    ["this machine in upper case", { host: "LOCALHOST" }],
  ])("are not in the way of %s", async (_, headers) => {
    expect(await answerTo(server, callRequest({ method: "user" }, { headers }))).toMatchObject([200, {}]);
  });

  it("may call if the options say so", async () => {
    const listed = serverOf({ origins: ["https://app.example"], hosts: ["tools.example"] });
    const headers = { host: "tools.example", origin: "https://app.example", "sec-fetch-site": "cross-site" };
    const sent = new Request("https://tools.example/opentool/version", { headers });
    expect(await answerTo(listed, sent)).toMatchObject([200, {}]);
    expect(await answerTo(listed, request("/opentool/version"))).toMatchObject([403, {}]);
  });

  it("can't hide their name in a request line with a whole address", async () => {
    const { port } = await listen();
    const lines = (target: string, host: string) =>
      `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    expect(await raw(port, lines(`http://localhost:${port}/opentool/version`, "evil.example"))).toMatch(
      /^HTTP\/1.1 403/,
    );
    expect(await raw(port, lines(`http://evil.example/opentool/version`, "localhost"))).toMatch(/^HTTP\/1.1 403/);
    expect(await raw(port, lines("/opentool/version", `localhost:${port}`))).toMatch(/^HTTP\/1.1 200/);
  });
});

describe("CORS", () => {
  const page = { origin: "https://app.example", "sec-fetch-site": "cross-site" };
  const preflight = (headers: Record<string, string> = {}, path = "/opentool/call") =>
    request(path, { method: "OPTIONS", headers: { ...page, "access-control-request-method": "POST", ...headers } });
  const server = serverOf({ origins: ["https://app.example"], keys: { ann: key } });
  const corsHeaders = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith("access-control"));

  it("lets an allowed page ask first, without a key, on every path alike", async () => {
    for (const path of ["/opentool/call", "/nothing"]) {
      const response = await server.fetch(preflight({}, path));
      expect([response.status, Object.fromEntries(response.headers)]).toEqual([
        204,
        {
          "access-control-allow-origin": "https://app.example",
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": "Authorization, Content-Type",
          "access-control-expose-headers": "Retry-After, WWW-Authenticate",
          "access-control-max-age": "600",
          vary: "Origin",
        },
      ]);
    }
    const local = await server.fetch(preflight({ "access-control-request-private-network": "true" }));
    expect(local.headers.get("access-control-allow-private-network")).toBe("true");
  });

  it.each([
    ["call", 200],
    ["streamCall", 200],
    ["gone", 404],
  ])("lets an allowed page read the answer of /%s", async (path, status) => {
    const headers = { ...page, authorization: `Bearer ${key}` };
    const response = await server.fetch(callRequest({ method: "user" }, { path: `/opentool/${path}`, headers }));
    await response.text();
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, page.origin]);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("lets an allowed page read why it is refused", async () => {
    const response = await server.fetch(callRequest({ method: "user" }, { headers: page }));
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([401, page.origin]);
  });

  it.each(["https://evil.example", "https://app.example.evil.example", "http://app.example", "null"])(
    "doesn't let another page ask or read: %s",
    async (origin) => {
      for (const sent of [preflight({ origin }), callRequest({ method: "user" }, { headers: { ...page, origin } })]) {
        const response = await server.fetch(sent);
        expect([response.status, corsHeaders(response), response.headers.get("vary")]).toEqual([403, [], "Origin"]);
      }
    },
  );

  it("doesn't answer a preflight to a name that the server doesn't have", async () => {
    const local = serverOf({ origins: ["https://app.example"] });
    expect((await local.fetch(preflight({ host: "evil.example" }))).status).toBe(403);
    expect((await local.fetch(preflight())).status).toBe(204);
  });

  it("allows every page if the options say so, with keys or for named hosts only", async () => {
    const open = serverOf({ anyOrigin: true, keys: [key] });
    const response = await open.fetch(preflight({ origin: "https://any.example" }));
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect((await open.fetch(callRequest({ method: "user" }, { headers: page }))).status).toBe(401);
    expect(serverOf({ anyOrigin: true, hosts: ["tools.example"] })).toBeDefined();
    expect(() => serverOf({ anyOrigin: true })).toThrow('"anyOrigin" needs `keys`, or `hosts`');
    expect(() => serverOf({ anyOrigin: true, keys: [key], origins: [] })).toThrow("leave `origins` out");
    expect(() => serverOf({ origins: ["*"] })).toThrow("`anyOrigin: true` allows every web page");
  });
});

describe("names of prototypes", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"];

  it.each(names)("are no functions: %s", async (method) => {
    expect(await answerTo(serverOf(), callRequest({ method }))).toMatchObject([200, { error: { code: 405 } }]);
  });

  it.each(names)("are no arguments: %s", async (name) => {
    const body = `{"method":"add","id":"1","params":{"x":1,"y":2,"${name}":{"polluted":true}}}`;
    expect(await answerTo(serverOf(), callRequest(body))).toMatchObject([200, { error: { code: 400 } }]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("don't count as members of the request", async () => {
    const body = '{"__proto__":{"method":"user","id":"1"}}';
    expect(await answerTo(serverOf(), callRequest(body))).toMatchObject([400, { error: { code: -32600 } }]);
  });
});

describe("special actions of agents", () => {
  it.each(["FinishAction", "NoAction"])("can't be called from outside: %s", async (method) => {
    expect(await answerTo(serverOf(), callRequest({ method, params: { response: "x" } }))).toMatchObject([
      200,
      { error: { code: 405 } },
    ]);
  });
});

describe("requests that are built to confuse", () => {
  const body = '{"method":"user","id":"1"}';
  const head = (headers: string) =>
    `POST /opentool/call HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n${headers}\r\n`;

  it.each([
    ["two lengths", `${head(`content-length: ${body.length}\r\ncontent-length: 3\r\n`)}${body}`],
    [
      "a length and chunks",
      `${head(`content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n`)}0\r\n\r\n${body}`,
    ],
    ["an unknown encoding", `${head("transfer-encoding: xchunked\r\n")}${body}`],
    ["two hosts", `POST /opentool/call HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n`],
    [
      "a host with a path",
      `${head(`content-length: ${body.length}\r\n`)}${body}`
        .replace("/opentool", "")
        .replace("host: localhost", "host: localhost/opentool"),
    ],
    ["no host", `GET /opentool/version HTTP/1.1\r\nconnection: close\r\n\r\n`],
    ["headers of 20 kB", head(`x-large: ${"x".repeat(20_000)}\r\n`)],
    ["a header with a bare line end", `GET /opentool/version HTTP/1.1\r\nhost: localhost\nx: y\r\n\r\n`],
  ])("are refused: %s", async (_, bytes) => {
    const { port } = await listen();
    expect(await raw(port, bytes)).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  it.each([
    "/opentool/version/../call",
    "/opentool/./call",
    "/opentool/%2e%2e/opentool/call",
    "/opentool/call#x",
    "http://localhost/opentool/version/../call",
  ])("are refused: the path %s, which a proxy may take for another", async (path) => {
    const { port } = await listen();
    const sent = `${head(`content-length: ${body.length}\r\n`)}${body}`.replace("/opentool/call", path);
    expect(await raw(port, sent)).toMatch(/^HTTP\/1.1 400 .*The path must be normalized/s);
  });

  it.each(["/opentool/call?x=../y", "http://localhost/opentool/call"])(
    "are answered if they are fine: %s",
    async (path) => {
      const { port } = await listen();
      const sent = `${head(`content-length: ${body.length}\r\n`)}${body}`.replace("/opentool/call", path);
      expect(await raw(port, sent)).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  it.each(["PUT", "GET", "QUERY"])("can't turn %s into POST with a header", async (method) => {
    const headers = { "x-http-method-override": "POST", "x-http-method": "POST", "x-method-override": "POST" };
    expect(await answerTo(serverOf(), request("/opentool/call?_method=POST", { method, headers }))).toMatchObject([
      405,
      {},
    ]);
  });

  it.each(["add\u200b", "\uff41dd", "ADD", " add", "add\0", "add ", "a\u00addd", "executor.add"])(
    "can't name a function otherwise: %j",
    async (method) => {
      expect(await answerTo(serverOf(), callRequest({ method, params: { x: 1, y: 2 } }))).toMatchObject([
        200,
        { error: { code: 405 } },
      ]);
    },
  );

  it("with a member twice are one call to rules, log and tool", async () => {
    const seen: unknown[] = [];
    const guard: Guard = {
      before: async (action) => {
        seen.push([action.name, action.args]);
        return { kind: "allow", action, decision: { passes: [] } };
      },
    };
    const server = serverOf({ log: (entry) => seen.push(entry.function) }, [], [guard]);
    const twice = '{"method":"user","params":{},"id":"1","method":"echo","params":{"text":"a","text":"b"},"id":"2"}';
    expect(await answerTo(server, callRequest(twice))).toEqual([
      200,
      { jsonrpc: "2.0", result: { result: "b" }, id: "2" },
    ]);
    expect(seen).toEqual([["echo", { text: "b" }], "echo"]);
  });

  it("end with the length that was declared", async () => {
    const { port } = await listen();
    const answers = await raw(
      port,
      `${head(`content-length: ${body.length}\r\n`).replace("connection: close\r\n", "")}${body}GET /opentool/stop HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404"]);
  });
});

describe("callers at the same time", () => {
  const keys = { ann: key, bob: "key-of-bob" };
  const as = (name: keyof typeof keys) => ({ authorization: `Bearer ${keys[name]}` });

  /** A tool that reports what it got when it may. */
  function repeating() {
    const may = Promise.withResolvers<void>();
    const aborted: string[] = [];
    const say = tool({
      name: "say",
      description: "Say a text.",
      parameters: z.object({ text: z.string().describe("the text") }),
      parallel: true,
      execute: async ({ text }, { progress, signal }) => {
        signal.addEventListener("abort", () => aborted.push(text));
        progress(text);
        await may.promise;
        return { text };
      },
    });
    return { say, aborted, release: may.resolve };
  }

  it("each get their own events, also with the same id", async () => {
    const { say, release } = repeating();
    const server = serverOf({ keys }, [say]);
    const responses = await Promise.all(
      (["ann", "bob", "ann"] as const).map((name, index) =>
        server.fetch(
          callRequest(
            { method: "say", params: { text: `${name}${index}` } },
            { path: "/opentool/streamCall", headers: as(name) },
          ),
        ),
      ),
    );
    release();
    const texts = await Promise.all(responses.map((response) => response.text()));
    for (const [index, own] of ["ann0", "bob1", "ann2"].entries()) {
      expect(texts[index]?.match(/ann\d|bob\d/g)).toEqual([own, own]);
    }
  });

  it("don't end each other's calls, also with the same id, arguments and ledger", async () => {
    const { say, aborted, release } = repeating();
    const executor = new ActionExecutor([say], { ledger: memoryRunLedger() });
    const server = createServer(executor, { keys });
    const gone = new AbortController();
    const send = (name: "ann" | "bob", signal?: AbortSignal) =>
      server.fetch(
        callRequest({ method: "say", params: { text: "same" } }, { headers: as(name), ...(signal && { signal }) }),
      );
    const started = Promise.withResolvers<void>();
    let starts = 0;
    executor.on("action:progress", () => {
      if (++starts === 2) started.resolve();
    });
    const [anns, bobs] = [send("ann", gone.signal), send("bob")];
    await started.promise;
    gone.abort();
    release();
    expect([(await anns).status, await (await bobs).json()]).toEqual([
      200,
      { jsonrpc: "2.0", result: { text: "same" }, id: "call_1" },
    ]);
    expect(aborted).toEqual(["same"]);
  });

  it("are judged by their own earlier calls only", async () => {
    const executor = executorOf(
      [],
      [
        {
          before: async (action, { trajectory }) =>
            trajectory.length > 0
              ? { kind: "stop", action, reason: "once", decision: { passes: [] } }
              : { kind: "allow", action, decision: { passes: [] } },
        } as Guard,
      ],
    );
    const sessions = new Map(Object.keys(keys).map((name) => [name, executor.session()]));
    const server = createServer(executor, {
      keys,
      session: ({ key: name = "" }) => sessions.get(name) ?? executor.session(),
    });
    const call = (name: "ann" | "bob") => answerTo(server, callRequest({ method: "user" }, { headers: as(name) }));
    const first = await Promise.all([call("ann"), call("bob")]);
    const second = await Promise.all([call("bob"), call("ann")]);
    expect(first).toMatchObject([
      [200, { result: { name: "ann" } }],
      [200, { result: { name: "ann" } }],
    ]);
    expect(second).toMatchObject([
      [200, { error: { code: 403 } }],
      [200, { error: { code: 403 } }],
    ]);
  });
});

describe("a caller that reads nothing", () => {
  it("ends its stream and its tool after a time, and counts as an open call until then", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = serverOf({ maxCalls: 1, readTimeout: 1_000 });
    const sent = () => callRequest({ method: "user" }, { path: "/opentool/streamCall" });
    const unread = await server.fetch(sent());
    await vi.advanceTimersByTimeAsync(999);
    expect((await server.fetch(sent())).status).toBe(503);
    await vi.advanceTimersByTimeAsync(1);
    await expect(unread.text()).rejects.toThrow("too slow");
    expect((await server.fetch(sent())).status).toBe(200);
  });

  it("is given time as long as it reads", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const response = await serverOf({ readTimeout: 1_000 }).fetch(
      callRequest({ method: "count", params: { to: 5 } }, { path: "/opentool/streamCall" }),
    );
    let chunks = 0;
    for await (const _ of response.body ?? []) {
      chunks++;
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(chunks).toBe(7);
  });

  it("loses its connection", async () => {
    const large = tool({
      name: "large",
      description: "Return much.",
      parameters: z.object({}),
      execute: () => ({ text: "x".repeat(1_000_000) }),
    });
    const server = await serve(executorOf([large]), { port: 0, callTimeout: 200, readTimeout: 200 });
    open.push(server);
    const socket = connect(server.port, "127.0.0.1");
    socket.pause();
    const body = '{"method":"large","id":"1"}';
    const sent = `POST /opentool/call HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const lost = new Promise<void>((resolve) => void socket.once("error", () => resolve()));
    socket.write(sent.repeat(40));
    const timer = setInterval(() => socket.write("\r\n"), 20);
    onTestFinished(() => clearInterval(timer));
    await lost;
  });
});

describe("a caller that is gone", () => {
  const waiting = () => {
    let abort: () => void = () => undefined;
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const wait = tool({
      name: "wait",
      description: "Wait.",
      parameters: z.object({}),
      execute: (_, { signal, progress }) => {
        signal.addEventListener("abort", abort, { once: true });
        progress("waiting");
        start();
        return new Promise(() => undefined);
      },
    });
    return { wait, started, aborted };
  };

  it.each(["call", "streamCall"])("ends the tool of %s, over HTTP", async (path) => {
    const { wait, started, aborted } = waiting();
    const server = await serve(executorOf([wait]), { port: 0 });
    open.push(server);
    const gone = new AbortController();
    const sent = fetch(`${server.url}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"method":"wait","id":"1"}',
      signal: gone.signal,
    }).then((response) => response.text());
    await started;
    gone.abort();
    await expect(sent).rejects.toThrow();
    await aborted;
  });

  it("ends the tool when the stream is cancelled", async () => {
    const { wait, started, aborted } = waiting();
    const response = await serverOf({}, [wait]).fetch(
      callRequest({ method: "wait" }, { path: "/opentool/streamCall" }),
    );
    await started;
    await response.body?.cancel();
    await aborted;
  });
});
