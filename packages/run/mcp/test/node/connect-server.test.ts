import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint, mcpTools, openGateway } from "@helve/mcp";
import { connectServer, type ServerConfig, serveHttp } from "@helve/mcp/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitedFetch } from "../../src/node/limited-fetch.ts";
import { createLimitedLog } from "../../src/node/limited-log.ts";
import { createLineLog } from "../../src/node/line-log.ts";
import { connectStdio } from "../connect.ts";
import { everything, script } from "./programs.ts";

async function connect(config: ServerConfig, options?: Parameters<typeof connectServer>[1]) {
  const client = await connectServer(config, options);
  onTestFinished(() => client.close());
  return client;
}

describe("connectServer", () => {
  it("uses the tools of the official test server", async () => {
    const client = await connect(everything);
    const executor = new ActionExecutor([await mcpTools(client, { name: "everything" })]);
    const run = async (name: string, args: object = {}) => {
      const { result, errmsg } = await executor.execute({ id: name, name: `everything.${name}`, arguments: args });
      return errmsg ?? result;
    };
    expect(await run("echo", { message: "hello" })).toEqual([{ type: "text", content: "Echo: hello" }]);
    expect(await run("get-sum", { a: "1", b: 2 })).toEqual([{ type: "text", content: "The sum of 1 and 2 is 3." }]);
    expect(await run("get-sum", { a: 1 })).toContain('"b" is required');
    expect(await run("get-structured-content", { location: "Chicago" })).toEqual([
      { type: "json", content: { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 } },
    ]);
    expect(await run("get-tiny-image")).toMatchObject([
      { type: "text" },
      { type: "image", content: expect.stringMatching(/^data:image\/png;base64,/) },
      { type: "text" },
    ]);
    expect(await run("get-resource-links", { count: 2 })).toMatchObject([
      { type: "text" },
      { type: "file" },
      { type: "file" },
    ]);
  });

  it("uses the newest version that a server speaks", async () => {
    const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor([])));
    onTestFinished(close);
    expect((await connect({ url })).getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect((await connect({ url, protocol: "2025-11-25" })).getNegotiatedProtocolVersion()).toBe("2025-11-25");
    const { protocol: _, ...unknown } = everything;
    expect((await connect(unknown)).getNegotiatedProtocolVersion()).toBe("2025-11-25");
  });

  it("gives a program no environment variable but those of its configuration", async () => {
    process.env["HELVE_TEST_SECRET"] = "secret";
    onTestFinished(() => void delete process.env["HELVE_TEST_SECRET"]);
    const client = await connect({ ...everything, env: { GIVEN: "given" } });
    const { content } = await client.callTool({ name: "get-env", arguments: {} });
    const text = JSON.stringify(content);
    expect(text).toContain("GIVEN");
    expect(text).not.toContain("HELVE_TEST_SECRET");
  });

  it("says that nothing listens at an address", async () => {
    const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor([])));
    await close();
    await expect(connectServer({ url })).rejects.toThrow(`nothing listens at ${new URL(url).host}`);
  });

  it("fails if the server hangs, ends or does not exist", async () => {
    const hanging = script("setInterval(() => {}, 1000)");
    await expect(connectServer(hanging, { timeout: 300 })).rejects.toThrow("did not answer within 0.3 seconds");
    await expect(connectServer(script("process.exit(1)"))).rejects.toThrow();
    await expect(connectServer({ command: "no-such-program" })).rejects.toThrow(
      "the program no-such-program was not found",
    );
    await expect(connectServer({ url: "http://127.0.0.1:1/mcp" })).rejects.toThrow();
    const controller = new AbortController();
    const connecting = connectServer(hanging, { signal: controller.signal });
    controller.abort(new Error("closed"));
    await expect(connecting).rejects.toThrow("closed");
  });
});

describe("a gateway in front of a program", () => {
  it("survives answers that are too large, are no JSON, or never come because the program dies", async () => {
    const code = `
      const tools = ["huge", "garbage", "dies", "fine"].map((name) => ({ name, inputSchema: { type: "object" } }));
      const results = { initialize: ${JSON.stringify(initialized())}, "tools/list": { tools } };
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        if (id === undefined) return;
        if (params?.name === "dies") process.exit(1);
        if (params?.name === "garbage") console.log("\\u0000}{");
        const text = params?.name === "huge" ? "x".repeat(20_000_000) : "fine";
        console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? { content: [{ type: "text", text }] } }));
      });
    `;
    const gateway = await openGateway({ server: () => connectServer({ ...script(code), protocol: "2025-11-25" }) });
    onTestFinished(() => gateway.close());
    const client = await connectStdio(gateway.endpoint);
    const failed = { isError: true, content: [{ text: expect.stringContaining("nobody knows whether it has run") }] };
    const fine = { content: [{ type: "text", text: "fine" }] };
    expect(await client.callTool({ name: "huge" })).toMatchObject(failed);
    expect(await client.callTool({ name: "garbage" })).toMatchObject(fine);
    expect(await client.callTool({ name: "dies" })).toMatchObject(failed);
    expect(await client.callTool({ name: "fine" })).toMatchObject(fine);
  });
});

describe("a server that does not keep to the protocol", () => {
  /** A program that answers each call by a statement. */
  const server = (onCall: string) => ({
    ...script(`
      const results = { initialize: ${JSON.stringify(initialized())}, "tools/list": { tools: [{ name: "go", inputSchema: { type: "object" } }] } };
      const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        const done = () => send({ id, result: { content: [{ type: "text", text: "done" }] } });
        if (method === "tools/call") { ${onCall} }
        else if (id !== undefined) send({ id, result: results[method] ?? {} });
      });
    `),
    protocol: "2025-11-25",
  });

  async function callOf(onCall: string, idleTimeout: number) {
    const lines: string[] = [];
    const config = server(onCall);
    const connecting = () => connectServer(config, { log: (line) => lines.push(line) });
    const gateway = await openGateway({ server: connecting }, { idleTimeout });
    onTestFinished(() => gateway.close());
    const client = await connectStdio(gateway.endpoint);
    return { result: await client.callTool({ name: "go" }), lines };
  }

  it("ends a call that it answers with another id, and is reported", async () => {
    const { result, lines } = await callOf('send({ id: 4711, result: { text: "\\u001b[2J" } })', 2000);
    const text = "its server did not answer within 2 seconds, so nobody knows whether it has run";
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(text) }] });
    await expect.poll(() => lines).toEqual([expect.stringContaining("unknown message ID")]);
    expect(lines[0]).not.toContain("\u001b");
  });

  it("may take long if it reports progress", async () => {
    const { result } = await callOf(
      `let count = 0;
       const { progressToken } = params._meta;
       const timer = setInterval(() => {
         if (++count === 35) { clearInterval(timer); done(); }
         else send({ method: "notifications/progress", params: { progressToken, progress: count } });
       }, 100);`,
      3000,
    );
    expect(result).toMatchObject({ content: [{ text: "done" }] });
  });

  it("is reported for lines that are no message, but not for each of very many", async () => {
    const { result, lines } = await callOf(
      `console.log("Listening on 3000\\u001b[2J"); console.log('{"a":1}'); for (let i = 0; i < 1000; i++) console.log("x".repeat(9999)); done();`,
      60_000,
    );
    expect(result).toMatchObject({ content: [{ text: "done" }] });
    expect(lines).toContain("it sent JSON that is no message");
    expect(lines).toContain("a line on standard output is no message: Listening on 3000\\u{1b}[2J");
    expect(lines.length).toBeLessThan(20);
    expect(lines.at(-1)).toMatch(/ \(512 of this kind so far\)$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
  });
});

describe("a server of the transport of 2024-11-05", () => {
  /** Answers requests in a stream of events, and no POST at its address. */
  async function oldServer(): Promise<string> {
    let stream: ServerResponse | undefined;
    const http = createServer((request, response) => {
      if (request.url === "/sse" && request.method === "GET") {
        stream = response.writeHead(200, { "content-type": "text/event-stream" });
        stream.write("event: endpoint\ndata: /message\n\n");
      } else if (request.url === "/message") {
        void text(request).then((body) => {
          response.writeHead(202).end();
          const { id, method } = JSON.parse(body);
          const error = { code: -32601, message: "Method not found" };
          const answer = method === "initialize" ? { result: initialized() } : { error };
          if (id !== undefined) stream?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n\n`);
        });
      } else response.writeHead(405).end();
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`;
  }

  it("is reached unless its type is another one", async () => {
    const url = await oldServer();
    const protocol = "2025-11-25";
    for (const config of [{ url }, { url, protocol }, { url, protocol, type: "sse" as const }])
      expect((await connect(config)).getServerVersion()).toMatchObject({ name: "s" });
    await expect(connectServer({ url, type: "http", protocol })).rejects.toThrow();
  });
});

describe("a server that requires authorization", () => {
  async function locked() {
    const seen: (string | undefined)[] = [];
    const http = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401, { "www-authenticate": 'Bearer resource_metadata="http://evil"' }).end("\u001b[2J");
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    return { seen, url: `http://127.0.0.1:${port}/mcp` };
  }

  it.each(["http", "sse"] as const)("is an error that says what to do, over %s", async (type) => {
    const { url } = await locked();
    await expect(connectServer({ url, type })).rejects.toThrow(
      /^it requires authorization \(HTTP 401\): sign in with helve mcp login, or give it a header such as "Authorization: Bearer \$\{TOKEN\}"/,
    );
  });

  it("gets the headers, and is an error if it refuses them", async () => {
    const { url, seen } = await locked();
    const headers = { Authorization: "Bearer secret-1" };
    const refused = connectServer({ url, headers });
    await expect(refused).rejects.toThrow("it refuses the credentials in its headers (HTTP 401)");
    await expect(refused).rejects.not.toThrow("secret-1");
    expect(seen[0]).toBe("Bearer secret-1");
  });
});

function initialized() {
  return {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "s", version: "1" },
  };
}

describe("a line log", () => {
  it("escapes control characters, and cuts long lines", () => {
    const lines: string[] = [];
    const log = createLineLog((line) => lines.push(line));
    log("a\u001b[2J");
    log("b\r\nc\n");
    log(`${"x".repeat(5000)}\n`);
    log("unfinished");
    expect(lines).toEqual(["a\\u{1b}[2Jb", "c", "x".repeat(2000)]);
  });
});

describe("logs of what a server writes", () => {
  it("hide a secret before a line is cut, because half of it has no longer its look", () => {
    const hide = (line: string) => line.replaceAll("secret-token-1", "[redacted]");
    const lines: string[] = [];
    createLineLog((line) => lines.push(line), hide)(`${"x".repeat(1994)}secret-token-1\n`);
    createLimitedLog((line) => lines.push(line), hide)(`${"x".repeat(294)}secret-token-1`);
    expect(lines).toEqual([`${"x".repeat(1994)}[redac`, `${"x".repeat(294)}[redac`]);
  });
});

describe("limitedFetch", () => {
  it("fails for an answer that is too large", async () => {
    const answer = (type: string) => async () => new Response("x".repeat(100), { headers: { "content-type": type } });
    const small = await limitedFetch(answer("application/json"), 100)("http://x");
    expect(await small.text()).toHaveLength(100);
    const large = await limitedFetch(answer("application/json"), 99)("http://x");
    await expect(large.text()).rejects.toThrow("larger than 99 bytes");
  });

  it.each(["\n", "\r\n", "\r"])(
    "fails for an event that is too large, in a stream that may have any number: %j",
    async (eol) => {
      const answer = (text: string) => async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) controller.enqueue(new TextEncoder().encode(piece));
              controller.close();
            },
          }),
          { headers: { "content-type": "text/event-stream" } },
        );
      const event = `event: a${eol}data: ${"x".repeat(70)}${eol}${eol}`;
      const many = event.repeat(20);
      expect(await (await limitedFetch(answer(many), 100)("http://x")).text()).toBe(many);
      const endless = `${many}${`data: xxxx${eol}`.repeat(20)}`;
      await expect((await limitedFetch(answer(endless), 100)("http://x")).text()).rejects.toThrow(
        "the event is larger than 100 bytes",
      );
    },
  );
});
