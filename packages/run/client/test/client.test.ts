import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  ClientOptionsError,
  createClient,
  NoAccessError,
  ResponseTimeoutError,
  ServerCallError,
} from "../src/index.ts";
import { answers, json, noConnection } from "./servers.ts";

const url = "http://localhost:9627/opentool";

/** Calls a function whose answer is this response. */
function callAnswered(response: Response, options = {}): Promise<unknown> {
  return createClient(url, { ...answers(response).options, ...options }).call("add", { x: 1 }, { id: "call_1" });
}

describe("call", () => {
  it("does not round an integer that JavaScript can't hold", async () => {
    const body = '{"jsonrpc":"2.0","result":{"id":7960607143101464577,"price":1.50},"id":"call_1"}';
    const response = new Response(body, { headers: { "content-type": "application/json" } });
    expect(await callAnswered(response)).toEqual({ id: "7960607143101464577", price: 1.5 });
  });

  it("sends JSON-RPC with a text as its id, and the key", async () => {
    const { sent, options } = answers(json({ jsonrpc: "2.0", result: { sum: 3 } }));
    const client = createClient(`${url}/`, { ...options, apiKey: "secret", headers: { "x-team": "a" } });
    expect(await client.call("add", { x: 1, y: 2 })).toEqual({ sum: 3 });
    expect(sent).toMatchObject([
      {
        url: `${url}/call`,
        init: {
          method: "POST",
          headers: { authorization: "Bearer secret", "content-type": "application/json", "x-team": "a" },
          redirect: "manual",
        },
        body: { jsonrpc: "2.0", method: "add", params: { x: 1, y: 2 }, id: expect.stringMatching(/^[\da-f-]{36}$/) },
      },
    ]);
  });

  it.each([
    ["the right id", { jsonrpc: "2.0", result: { n: 1 }, id: "call_1" }, { n: 1 }],
    ["an empty id", { jsonrpc: "2.0", result: { n: 1 }, id: "" }, { n: 1 }],
    ["nulls", { jsonrpc: "2.0", result: { n: 1 }, error: null, id: null }, { n: 1 }],
    ["another version and no id", { jsonrpc: "2.0.0", result: { n: 1 } }, { n: 1 }],
    ["no version", { result: { n: 1 } }, { n: 1 }],
    ["a null as its result", { jsonrpc: "2.0", result: null, error: null, id: "call_1" }, {}],
    ["no result", { jsonrpc: "2.0", id: "call_1" }, {}],
    ["a number as its result", { jsonrpc: "2.0", result: 7, id: "call_1" }, 7],
    [
      "a result that looks like an error",
      { jsonrpc: "2.0", result: { code: 405, message: "m" } },
      { code: 405, message: "m" },
    ],
  ])("accepts an answer with %s", async (_, body, result) => {
    expect(await callAnswered(json(body))).toEqual(result);
  });

  it.each([
    [
      "in the usual form",
      200,
      { jsonrpc: "2.0", result: {}, error: { code: 500, message: "boom" }, id: "call_1" },
      500,
      "boom",
    ],
    [
      "with the status 500 and an empty id",
      500,
      { jsonrpc: "2.0", result: null, error: { code: 500, message: "boom" }, id: "" },
      500,
      "boom",
    ],
    [
      "with the status 404 of a function",
      404,
      { jsonrpc: "2.0", error: { code: 404, message: "no page" }, id: "1" },
      404,
      "no page",
    ],
    [
      "inside of its message",
      200,
      { error: { code: 1, message: '{"code":500,"message":"{\\"code\\":405,\\"message\\":\\"deep\\"}"}' } },
      405,
      "deep",
    ],
    ["whose message is other JSON", 200, { error: { code: 400, message: '{"x": 1}' } }, 400, '{"x": 1}'],
    [
      "as a text",
      400,
      { error: "Content-Type must be application/json" },
      400,
      "Content-Type must be application/json",
    ],
    ["without JSON-RPC", 200, { code: 500, message: "boom" }, 500, "boom"],
    ["without a message", 200, { error: { code: 500 } }, 500, "the server reported an error without a message"],
    ["without a code", 200, { error: { message: "boom" } }, 200, "boom"],
  ])("throws an error %s", async (_, status, body, code, message) => {
    await expect(callAnswered(json(body, status))).rejects.toMatchObject({
      name: "ServerCallError",
      code: "call_failed",
      status: code,
      message,
    });
  });

  it("detects errors in results with `detectErrorResults`", async () => {
    const response = () => json({ result: { code: 405, message: "Function Not Supported: add" } });
    const calling = callAnswered(response(), { detectErrorResults: true });
    await expect(calling).rejects.toMatchObject({ status: 405, message: "Function Not Supported: add" });
    const more = { result: { code: 405, message: "m", data: 1 } };
    expect(await callAnswered(json(more), { detectErrorResults: true })).toEqual(more.result);
  });

  it.each([
    ["an empty body", new Response(""), { code: "response_null" }],
    ["null", json(null), { code: "response_null" }],
    [
      "a failure without an error",
      json({ jsonrpc: "2.0", result: null, error: null }, 500),
      { code: "error_null", status: 500 },
    ],
    ["401", new Response("Invalid authorization token", { status: 401 }), { code: "unauthorized", status: 401 }],
    ["404", new Response("<h1>Not found</h1>", { status: 404 }), { code: "no_access", status: 404 }],
    [
      "404 with a reason",
      json({ error: "there is no tool t1" }, 404),
      { code: "no_access", message: expect.stringMatching(/; it says "there is no tool t1"$/) },
    ],
    [
      "a redirect",
      new Response(null, { status: 307, headers: { location: "https://evil.example" } }),
      { code: "no_access" },
    ],
    ["HTML", new Response("<html>hi</html>"), { code: "invalid_response" }],
    [
      "HTML with an error",
      new Response("<h1>Bad   Request</h1>", { status: 400 }),
      { code: "call_failed", message: "the server answered 400: Bad Request" },
    ],
    ["a list", json([]), { code: "invalid_response" }],
    [
      "the answer to another call",
      json({ result: {}, id: "call_2" }),
      { code: "invalid_response", message: 'the answer is for the call "call_2", not for "call_1"' },
    ],
    [
      "an answer that is too long",
      json({ result: "x".repeat(2000) }),
      { code: "invalid_response", message: "the response is larger than 1000 bytes" },
    ],
  ])("throws the specification's error for %s", async (_, response, error) => {
    await expect(callAnswered(response, { maxResponseBytes: 1000 })).rejects.toMatchObject(error);
  });

  it("says what a wrong address should be", async () => {
    const at = (address: string, response: Response | Error) =>
      createClient(address, { ...answers(response).options, retries: 0 }).version();
    const missing = json({ error: "no" }, 404);
    Object.defineProperty(missing, "clone", {
      value: () => Object.defineProperty(json({}, 404), "url", { value: "http://localhost:9627/version" }),
    });
    await expect(at("http://localhost:9627", missing)).rejects.toThrow(
      "check the address, whose path is usually /opentool,",
    );
    await expect(at("https://localhost:9627/opentool", noConnection("ERR_SSL_WRONG_VERSION_NUMBER"))).rejects.toThrow(
      "use http: instead of https:",
    );
  });

  it("writes errors as JSON with their number", async () => {
    const error = await callAnswered(new Response("", { status: 401 })).catch((thrown: unknown) => thrown);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "unauthorized",
      message: "the server refuses the key: check `apiKey`",
      status: 401,
    });
  });

  it("has no key and no password in its errors", async () => {
    const { options } = answers(noConnection("ECONNRESET"));
    const client = createClient(url, { ...options, apiKey: "hunter2" });
    const error = await client.call("add").catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error) + String(error)).not.toContain("hunter2");
    const create = () => createClient("http://ann:hunter2@localhost/opentool", { apiKey: "hunter2 " });
    expect(create).toThrow(ClientOptionsError);
    expect(create).toThrow(/^(?!.*hunter2).*must have no user and no password.*visible ASCII/s);
  });
});

describe("a hostile answer", () => {
  it("of only the beginnings of tags is an error", async () => {
    const { options } = answers(new Response("<".repeat(4_000_000), { status: 500 }));
    await expect(createClient(url, options).call("add")).rejects.toThrow(/^the server answered 500: <<</);
  });

  it("with an endless message is an error with its beginning", async () => {
    for (const error of [{ code: 500, message: "x".repeat(4_000_000) }, "x".repeat(4_000_000)]) {
      const thrown = await callAnswered(json({ error })).catch((reason: Error) => reason);
      expect((thrown as Error).message).toMatch(/^x{10000}… \(4000000 characters\)$/);
    }
  });
});

describe("a tool of a daemon", () => {
  const daemon = "http://localhost:19627/opentool-daemon/tools/abc123";

  it("gets calls in the form of the daemon", async () => {
    const { sent, options } = answers(json({ id: "1", result: { sum: 3 } }));
    const client = createClient(`${daemon}/`, options);
    expect(await client.call("add", { x: 1, y: 2 }, { id: "1" })).toEqual({ sum: 3 });
    expect(sent).toMatchObject([{ url: `${daemon}/call`, body: { id: "1", name: "add", arguments: { x: 1, y: 2 } } }]);
    expect(Object.keys(sent[0]?.body as object)).toEqual(["id", "name", "arguments"]);
  });

  it("streams what the daemon passes on", async () => {
    const { sent, options } = answers(
      new Response('event:start\ndata:{"start":"count"}\n\nevent:data\ndata:{"id":"1","result":{"n":1}}\n\n', {
        headers: { "content-type": "text/event-stream" },
      }),
    );
    const found: unknown[] = [];
    for await (const event of createClient(daemon, options).stream("count", {}, { id: "1" })) found.push(event);
    expect([found, sent[0]?.body]).toEqual([
      [{ event: "data", result: { n: 1 } }],
      { id: "1", name: "count", arguments: {} },
    ]);
  });

  it("may have no document", async () => {
    const { options } = answers(json({ code: 404, message: "Json Parser NOT implement" }, 404));
    expect(await createClient(daemon, options).load()).toBeUndefined();
    const other = answers(json({ code: 404, message: "no such page" }, 404));
    await expect(createClient(daemon, other.options).load()).rejects.toThrow(NoAccessError);
  });

  it("is not mixed with servers", () => {
    expect(() => createClient([daemon, url])).toThrow("want calls in different forms");
  });
});

describe("arguments", () => {
  const cyclic: Record<string, unknown> = { a: {} };
  (cyclic["a"] as Record<string, unknown>)["b"] = cyclic;
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };

  it.each([
    [{ a: { b: 1n } }, /the arguments of "add" can't be sent as JSON: .*\/a\/b.*a bigint/],
    [cyclic, /can't be sent as JSON: .*a circular reference/],
    [deep, /can't be sent as JSON: .*nesting deeper than 1000 levels/],
    [
      {
        toJSON: () => {
          throw new Error("no JSON of this");
        },
      },
      /can't be sent as JSON/,
    ],
    [[1], /the arguments of "add" must be an object \(got a list\)/],
    ["x", /must be an object \(got a string\)/],
    [null, /must be an object \(got null\)/],
  ])("that can't be sent are refused, and nothing is sent (%#)", async (args, message) => {
    const { sent, options } = answers(json({ result: {} }));
    const client = createClient(url, options);
    const error = { code: "invalid_arguments", message: expect.stringMatching(message) };
    await expect(client.call("add", args as Record<string, unknown>)).rejects.toMatchObject(error);
    await expect(client.stream("add", args as Record<string, unknown>).next()).rejects.toMatchObject(error);
    expect(sent).toEqual([]);
  });
});

describe("a failure", () => {
  const done = json({ result: { n: 1 } });

  it("of the connection before the call was sent leads to the next address, which stays the first", async () => {
    const { sent, options } = answers(noConnection(), done);
    const client = createClient(["http://a/opentool", "http://b/opentool"], options);
    expect(await client.call("add")).toEqual({ n: 1 });
    await client.call("add");
    expect(sent.map((request) => request.url)).toEqual([
      "http://a/opentool/call",
      "http://b/opentool/call",
      "http://b/opentool/call",
    ]);
  });

  it("of the connection is recognized in Deno, whose errors have no codes", async () => {
    const cause = new Error(
      "error sending request for url (http://a/opentool/call): client error (Connect): tcp connect error: Connection refused (os error 111)",
    );
    const { sent, options } = answers(new TypeError("fetch failed", { cause }), done);
    expect(await createClient(["http://a/opentool", "http://b/opentool"], options).call("add")).toEqual({ n: 1 });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ["a lost connection", noConnection("ECONNRESET")],
    [
      "a lost connection in Deno",
      new TypeError("fetch failed", {
        cause: new Error(
          "error sending request for url (http://a/opentool/call): client error (SendRequest): connection closed before message completed",
        ),
      }),
    ],
    ["a busy server", json({ error: "busy" }, 503)],
    ["a proxy without an answer", json({}, 504)],
  ])("after which the function may have run isn't repeated: %s", async (_, failure) => {
    const { sent, options } = answers(failure, done);
    await expect(createClient(["http://a/opentool", "http://b/opentool"], options).call("add")).rejects.toThrow(
      NoAccessError,
    );
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["a lost connection", noConnection("ECONNRESET")],
    ["no connection", noConnection()],
    ["a busy server", json({ error: "busy" }, 503, { "retry-after": "0" })],
    ["too many calls", json({ error: "slow down" }, 429)],
  ])("of an idempotent call is repeated: %s", async (_, failure) => {
    const { sent, options } = answers(failure, failure, done);
    expect(await createClient(url, options).call("add", {}, { idempotent: true })).toEqual({ n: 1 });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
  });

  it.each([
    ["in seconds", { "retry-after": "7" }, 7_000],
    ["in milliseconds", { "retry-after-ms": "1500" }, 1_500],
    ["as a date", { "retry-after": new Date(1_000_000_000_000 + 5_000).toUTCString() }, 5_000],
    ["for longer than half a minute", { "retry-after": "86400" }, 30_000],
    ["that can't be read", { "retry-after": "soon" }, 0],
  ])("of a busy server is repeated after the time that it asks for, %s", async (_, headers, wait) => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { sent, options } = answers(json({ error: "busy" }, 503, headers), done);
    const calling = createClient(url, { ...options, timeout: Number.POSITIVE_INFINITY }).version();
    calling.catch(() => undefined);
    if (wait > 0) await vi.advanceTimersByTimeAsync(wait - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
  });

  it("is thrown in the end", async () => {
    const { sent, options } = answers(noConnection());
    await expect(createClient(url, { ...options, retries: 1 }).version()).rejects.toThrow(
      "http://localhost:9627/opentool can't be reached: check that the OpenTool server is running (ECONNREFUSED)",
    );
    expect(sent).toHaveLength(2);
  });

  it("of the function is never repeated", async () => {
    const { sent, options } = answers(json({ error: { code: 500, message: "boom" } }, 500), done);
    await expect(createClient(url, options).call("add", {}, { idempotent: true })).rejects.toThrow(ServerCallError);
    expect(sent).toHaveLength(1);
  });
});

describe("time", () => {
  const never = (init: RequestInit) =>
    new Promise<Response>((_, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)));

  it("limits a response", async () => {
    const { options } = answers(never);
    await expect(createClient(url, { ...options, timeout: 5 }).call("add")).rejects.toThrow(ResponseTimeoutError);
  });

  it("limits a body that doesn't end", async () => {
    const { options } = answers(({ signal }) => {
      const body = new ReadableStream({
        start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
      });
      return new Response(body);
    });
    await expect(createClient(url, { ...options, timeout: 5 }).call("add")).rejects.toThrow(ResponseTimeoutError);
  });

  it("ends when the caller aborts, with the reason", async () => {
    const { sent, options } = answers(never);
    const cancel = new AbortController();
    const calling = createClient(url, options).call("add", {}, { signal: cancel.signal, idempotent: true });
    cancel.abort(new Error("changed my mind"));
    await expect(calling).rejects.toThrow("changed my mind");
    expect(sent.length).toBeLessThan(2);
  });

  it("ends while it waits for a repetition", async () => {
    const { options } = answers(noConnection());
    const cancel = new AbortController();
    const calling = createClient(url, { ...options, retryDelay: 3_600_000 }).call(
      "add",
      {},
      { signal: cancel.signal, idempotent: true },
    );
    setTimeout(() => cancel.abort(new Error("changed my mind")), 5);
    await expect(calling).rejects.toThrow("changed my mind");
  });
});

describe("version, load and stop", () => {
  it.each([{ version: "1.2.3" }, { versionNumber: "1.2.3" }])("reads the version in %j", async (body) => {
    expect(await createClient(url, answers(json(body)).options).version()).toBe("1.2.3");
  });

  it("refuses another answer", async () => {
    await expect(createClient(url, answers(json({})).options).version()).rejects.toMatchObject({
      code: "invalid_response",
    });
  });

  it("stops a server, or throws if the server has no /stop", async () => {
    await createClient(url, answers(json({ status: "stopped" })).options).stop();
    await expect(createClient(url, answers(json({ error: "no" }, 404)).options).stop()).rejects.toThrow(NoAccessError);
  });
});

describe("options", () => {
  it("are refused with every problem", () => {
    expect(() => createClient(["localhost", "ftp://x", "http://x?a=1"], { timeout: 0, retries: -1 })).toThrow(
      /"url" must be an address.*"url" must begin with http.*"url" must have no \?.*"timeout".*"retries"/s,
    );
    expect(() => createClient([])).toThrow('"url" must not be empty');
  });

  it.each([
    [undefined, {}, /"url" must be an address/],
    [9627, {}, /"url" must be an address/],
    [url, { apiKey: 5 }, /"apiKey" must be a text/],
    [url, { fetch: 5 }, /"fetch" must be a function/],
    [url, { headers: "hunter2" }, /"headers" must be an object/],
    [url, { headers: { "x-api-key": "hunter2\nx" } }, /"headers.x-api-key" must be a header/],
    [url, { headers: { "x api": "hunter2" } }, /"headers.x api" must be a header/],
  ])("are refused of the wrong type, without their secrets: %j %j", (address, options, problem) => {
    const create = () => createClient(address as string, options as object);
    expect(create).toThrow(problem);
    expect(create).not.toThrow("hunter2");
  });

  it.each([
    [{ apikey: "hunter2" }, '"apikey" is no option of a client (did you mean "apiKey"?)'],
    [{ retry: 3 }, '"retry" is no option of a client'],
    [null, "the options of a client must be an object"],
  ])("are refused if they don't exist: %j", (options, problem) => {
    expect(() => createClient(url, options as object)).toThrow(problem);
    expect(() => createClient(url, options as object)).not.toThrow("hunter2");
  });

  it.each([
    [{ timeout: 0 }, '"timeout" must be a number of at least 1 (got 0)'],
    [{ timeout: "5s" }, '"timeout" must be a number of at least 1 (got 5s)'],
    [{ retries: Number.NaN }, '"retries" must be a number of at least 0 (got NaN)'],
    [{ signal: new AbortController() }, '"signal" must be an AbortSignal'],
    [{ timeOut: 5 }, '"timeOut" is no option of a call (did you mean "timeout"?)'],
    [{ id: 5 }, '"id" must be a text'],
    [null, "the options of a call must be an object"],
  ])("of one call are refused, and nothing is sent: %j", async (callOptions, problem) => {
    const { sent, options } = answers(json({ result: {} }));
    const client = createClient(url, options);
    await expect(client.call("add", {}, callOptions as object)).rejects.toThrow(problem);
    await expect(client.stream("add", {}, callOptions as object).next()).rejects.toThrow(problem);
    expect(sent).toEqual([]);
  });

  it("of one request are refused", async () => {
    const client = createClient(url, answers(json({})).options);
    const options = { idempotent: true };
    for (const request of [
      client.version(options as object),
      client.load(options as object),
      client.stop(options as object),
    ])
      await expect(request).rejects.toThrow('"idempotent" is no option of a request');
  });
});
