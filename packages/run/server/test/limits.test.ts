import { tool } from "@helve/tool";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { ServerOptions } from "../src/index.ts";
import { answerTo, callRequest, request, serverOf } from "./servers.ts";

/** A tool that waits until it is released. */
function gate() {
  const released = Promise.withResolvers<string>();
  let running = 0;
  const started = Promise.withResolvers<void>();
  const wait = tool({
    name: "wait",
    description: "Wait.",
    parameters: z.object({}),
    parallel: true,
    execute: () => {
      running++;
      started.resolve();
      return released.promise;
    },
  });
  return { wait, started: started.promise, release: () => released.resolve("done"), running: () => running };
}

const text = (length: number) => ({ method: "echo", params: { text: "x".repeat(length) } });

/** A request whose body arrives in pieces and without a length. */
function chunked(pieces: readonly string[], end = true): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end) controller.close();
    },
  });
  return callRequest("", { body, duplex: "half" } as RequestInit);
}

describe("the limit of bodies", () => {
  const server = serverOf({ maxBodyBytes: 1000 });

  it.each([
    ["with a length", () => callRequest(text(1000), { headers: { "content-length": "1090" } })],
    ["without a length", () => chunked(['{"method":"echo","id":"1","params":{"text":"', "x".repeat(1000), '"}}'])],
    ["that is longer than its length", () => callRequest(text(1000), { headers: { "content-length": "10" } })],
  ])("refuses a longer body %s", async (_, sent) => {
    expect(await answerTo(server, sent())).toEqual([413, { error: "The body is larger than 1000 bytes." }]);
  });

  it("doesn't trust a length that is no number", async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (++pulls === 1000) controller.close();
        else controller.enqueue(new Uint8Array(500));
      },
    });
    const headers = { "content-length": "1e2" };
    const sent = callRequest("", { body, duplex: "half", headers } as RequestInit);
    expect(await answerTo(server, sent)).toMatchObject([413, {}]);
    expect(pulls).toBeLessThan(10);
  });

  it("accepts a body in pieces, also where a piece ends within a letter", async () => {
    const bytes = new TextEncoder().encode('{"method":"echo","id":"1","params":{"text":"é"}}');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const sent = callRequest("", { body, duplex: "half" } as RequestInit);
    expect(await answerTo(server, sent)).toMatchObject([200, { result: { result: "é" } }]);
  });

  it("refuses a body that doesn't arrive in time", async () => {
    const slow = serverOf({ bodyTimeout: 20 });
    expect(await answerTo(slow, chunked(['{"method":'], false))).toEqual([
      408,
      { error: "The body took too long to arrive." },
    ]);
  });

  it("refuses a body that breaks off", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) });
    const sent = callRequest("", { body, duplex: "half" } as RequestInit);
    expect(await answerTo(server, sent)).toMatchObject([400, { error: "The body ended too early." }]);
  });
});

describe("the limit of open calls", () => {
  it("refuses more, and allows them again when a call has ended", async () => {
    const { wait, started, release } = gate();
    const server = serverOf({ maxCalls: 1 }, [wait]);
    const first = answerTo(server, callRequest({ method: "wait" }));
    await started;
    const refused = await server.fetch(callRequest({ method: "user" }));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answerTo(server, request("/opentool/version"))).toMatchObject([200, {}]);
    release();
    expect(await first).toMatchObject([200, { result: { result: "done" } }]);
    for (const body of ["{", { method: "crash" }, { method: "user" }]) await server.fetch(callRequest(body));
    const stream = await server.fetch(callRequest({ method: "user" }, { path: "/opentool/streamCall" }));
    await stream.text();
    expect(await answerTo(server, callRequest({ method: "user" }))).toMatchObject([200, {}]);
  });
});

describe("the limit of calls in a period", () => {
  it("is for each caller, and says when to try again", async () => {
    const server = serverOf({ keys: { ann: "a", bob: "b" }, rate: { calls: 2, per: 3_600_000 } });
    const call = (key: string) =>
      server.fetch(callRequest({ method: "user" }, { headers: { authorization: `Bearer ${key}` } }));
    expect((await Promise.all([call("a"), call("a"), call("b")])).map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await call("a");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1700);
    expect((await call("b")).status).toBe(200);
  });
});

describe("the limit of time", () => {
  it("ends a call, also one whose tool ignores its signal", async () => {
    const { wait } = gate();
    const [status, body] = await answerTo(serverOf({ callTimeout: 20 }, [wait]), callRequest({ method: "wait" }));
    expect([status, body]).toMatchObject([200, { error: { code: 500, message: expect.stringContaining("aborted") } }]);
  });

  it("ends a call whose session is never found, and doesn't keep the server open", async () => {
    const session = () => new Promise<never>(() => undefined);
    const server = serverOf({ callTimeout: 20, session });
    expect(await answerTo(server, callRequest({ method: "user" }))).toMatchObject([500, {}]);
    await server.close();
  });
});

describe("close", () => {
  it("refuses a call whose body arrives after it", async () => {
    let finish: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        finish = () => {
          controller.enqueue(new TextEncoder().encode('{"method":"user","id":"1"}'));
          controller.close();
        };
      },
    });
    const server = serverOf();
    const answer = answerTo(server, callRequest("", { body, duplex: "half" } as RequestInit));
    await server.close();
    finish();
    expect(await answer).toMatchObject([503, {}]);
  });

  it("waits for calls that run, and refuses others", async () => {
    const { wait, started, release } = gate();
    const server = serverOf({}, [wait]);
    const running = answerTo(server, callRequest({ method: "wait" }));
    await started;
    const closing = server.close();
    expect(await answerTo(server, callRequest({ method: "user" }))).toMatchObject([503, {}]);
    release();
    expect(await running).toMatchObject([200, { result: { result: "done" } }]);
    await closing;
  });

  it("ends when the calls have ended, also if it is called twice", async () => {
    const { wait, started, release } = gate();
    const server = serverOf({}, [wait]);
    const running = answerTo(server, callRequest({ method: "wait" }));
    await started;
    const closing = Promise.all([server.close({ timeout: 3_600_000 }), server.close({ timeout: 3_600_000 })]);
    release();
    await Promise.all([running, closing]);
  });

  it("aborts calls that don't end in time", async () => {
    const { wait, started } = gate();
    const server = serverOf({}, [wait]);
    const running = answerTo(server, callRequest({ method: "wait" }));
    await started;
    await server.close({ timeout: 1 });
    expect(await running).toMatchObject([200, { error: { code: 500 } }]);
  });
});

describe("2,000 concurrent calls", () => {
  it("are all answered, each with its own result", async () => {
    const { wait, release, running } = gate();
    const server = serverOf({}, [wait]);
    const waiting = Array.from({ length: 1000 }, (_, n) =>
      answerTo(server, callRequest({ method: "wait", id: `wait_${n}` })),
    );
    const adding = Array.from({ length: 1000 }, (_, n) => {
      return answerTo(server, callRequest({ method: "add", params: { x: n, y: n }, id: `add_${n}` }));
    });
    for (const [n, answer] of (await Promise.all(adding)).entries()) {
      expect(answer).toEqual([200, { jsonrpc: "2.0", result: { result: 2 * n }, id: `add_${n}` }]);
    }
    expect(running()).toBe(1000);
    release();
    for (const [n, answer] of (await Promise.all(waiting)).entries()) {
      expect(answer).toEqual([200, { jsonrpc: "2.0", result: { result: "done" }, id: `wait_${n}` }]);
    }
  });
});

/** Ends when a timer of a few milliseconds has ended. */
const slow = tool({
  name: "slow",
  description: "Take a moment.",
  parameters: z.object({}),
  execute: () => new Promise((resolve) => setTimeout(() => resolve("done"), 20)),
});

describe("a log", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("disk full");
      },
    ],
  ])("that %s breaks nothing", async (_, log) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    expect(await answerTo(serverOf({ log }), callRequest({ method: "user" }))).toMatchObject([200, {}]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });
});

describe("options", () => {
  it("are refused with every problem", () => {
    const options = {
      maxCalls: 0,
      bodyTimeout: Number.NaN,
      prefix: "opentool/",
      rate: { calls: -1, per: 0 },
      keys: [],
      maxcalls: 1,
    };
    expect(() => serverOf(options)).toThrow(
      /"maxcalls" is no option.*"bodyTimeout".*"maxCalls".*"rate.calls".*"rate.per".*"keys" must not be empty.*"prefix"/s,
    );
  });

  it.each([
    ["keys", "secret-key", /"keys" must be a list/],
    ["keys", null, /"keys" must be a list/],
    ["keys", { ann: "secret-key", bob: "secret-key" }, /"keys" must not have the same key twice/],
    ["hosts", "localhost", /"hosts" must be a list/],
    ["hosts", ["tools.example.com:8080"], /"hosts" .*without ports/],
    ["origins", "https://app.example.com", /"origins" must be a list/],
    ["origins", ["https://app.example.com/"], /"origins" must be a list/],
    ["rate", 5, /"rate" must be an object/],
    ["rate", { calls: 5 }, /"rate.per" is missing/],
    ["session", 5, /"session" must be options of a session, or a function/],
    ["log", "log.txt", /"log" must be a function/],
    ["info", "Echo", /"info" must be an object/],
    ["document", {}, /"document" is invalid: .*functions/],
    ["document", null, /"document" is invalid/],
  ])("refuse %s: %j", (name, value, problem) => {
    const create = () => serverOf({ [name]: value } as ServerOptions);
    expect(create).toThrow(problem);
    expect(create).not.toThrow("secret-key");
  });

  it("accept names, addresses and origins of every form", () => {
    const hosts = ["tools.example.com", "127.0.0.1", "[::1]", "192.168.0.5"];
    const origins = ["https://app.example.com", "http://localhost:3000", "http://[::1]:80", "null", "app-scheme://id"];
    expect(serverOf({ hosts, origins })).toBeDefined();
  });

  it("allow any time for a call and its body with `Infinity`", async () => {
    const server = serverOf({ callTimeout: Number.POSITIVE_INFINITY, bodyTimeout: Number.POSITIVE_INFINITY }, [slow]);
    expect(await answerTo(server, callRequest({ method: "slow" }))).toMatchObject([
      200,
      { result: { result: "done" } },
    ]);
  });

  it("refuse a document with a function that the executor doesn't have", () => {
    const document = {
      opentool: "1.0.0",
      info: { title: "t", version: "1" },
      functions: [{ name: "gone", description: "", parameters: [] }],
    };
    expect(() => serverOf({ document })).toThrow(
      '"document" has the function "gone", which is no tool of the executor',
    );
  });
});
