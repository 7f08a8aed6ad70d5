import { connectServer } from "@helve/mcp/node";
import { freePort } from "@helve/testing/port";
import { describe, expect, it } from "vitest";
import { script } from "./programs.ts";
import { echoing, gatewayWith, lineOf, namesOf, scripted, sessionServer } from "./scripted-server.ts";

const toolsOf = (list: string) =>
  scripted(`(m) => m.method === "initialize" ? hello : m.method === "tools/list" ? ${list} : no`);
const echo = `{ name: "echo", inputSchema: { type: "object" } }`;

describe("a server that knows nothing but initialize as the first request", () => {
  it.each([
    ["exits at another one", "process.exit(1)"],
    ["is silent at another one", "undefined"],
  ])("can be used if it %s", async (_what, first) => {
    const server = scripted(`(m) => {
      if (m.method === "initialize") { globalThis.isUp = true; return hello; }
      if (!globalThis.isUp) return ${first};
      return m.method === "tools/list" ? { tools: [${echo}] } : no;
    }`);
    const client = await connectServer(server);
    expect(await namesOf(client)).toEqual(["echo"]);
    await client.close();
  });
});

describe("a server over HTTP that has lost its sessions", () => {
  it.each([404, 400] as const)("gets a new session when it answers %s, and the call runs once", async (status) => {
    const server = await sessionServer(status);
    const { client } = await gatewayWith({ h: (signal) => connectServer({ url: server.url }, { signal }) });
    expect(lineOf(await client.callTool({ name: "count", arguments: {} }))).toBe("counted");
    server.forget();
    expect(lineOf(await client.callTool({ name: "count", arguments: {} }))).toBe("counted");
    expect(server.ran).toBe(2);
  });
});

describe("a server that is down at the start", () => {
  it("comes back by itself, and calls name it until then", async () => {
    let isUp = false;
    const late = async (signal: AbortSignal) => {
      if (!isUp) throw new Error("connect ECONNREFUSED");
      return connectServer(scripted(echoing), { signal });
    };
    const { client } = await gatewayWith({ a: scripted(echoing), b: late }, { programs: { a: "s", b: "s" } });
    expect(await namesOf(client)).toEqual(["a-echo"]);
    const refused = await client.callTool({ name: "b-echo", arguments: {} }).then(lineOf, ({ message }) => message);
    expect(refused).toContain("The server b can't be reached: connect ECONNREFUSED");
    isUp = true;
    await expect.poll(() => namesOf(client)).toEqual(["a-echo", "b-echo"]);
    expect(lineOf(await client.callTool({ name: "b-echo", arguments: {} }))).toBe("ok");
  });

  it("does not take the others with it if connecting throws at once", async () => {
    const broken = () => {
      throw new Error("no such program");
    };
    const { client } = await gatewayWith({ a: scripted(echoing), b: broken });
    expect(await namesOf(client)).toEqual(["a-echo"]);
  });
});

describe("a list of tools", () => {
  it("has the tools of the others while one server is silent", async () => {
    const { client } = await gatewayWith(
      { a: toolsOf(`{ tools: [${echo}] }`), b: toolsOf("undefined") },
      { listTimeout: 3000 },
    );
    expect(await namesOf(client)).toEqual(["a-echo"]);
    const { _meta } = await client.listTools(undefined, { cacheMode: "refresh" });
    expect(_meta).toMatchObject({ "dev.helve/unavailable": { b: expect.stringContaining("3 seconds") } });
  });

  it.each([
    ["nextCursor is null", `{ tools: [${echo}], nextCursor: null }`],
    ["a tool has no inputSchema", `{ tools: [${echo}, { name: "bare" }] }`],
  ])("is read if %s", async (_what, list) => {
    const { client } = await gatewayWith({ a: toolsOf(list) });
    expect(await namesOf(client)).toEqual(["echo"]);
  });
});

describe("a program that ends at once", () => {
  it.each([
    ["it is missing", script(""), { args: ["/no/such.mjs"] }, /the program ended with code 1: .*Cannot find module/],
    ["it ends without a word", script("process.exit(0)"), {}, /the program ended with code 0$/],
    ["it prints its usage", script("console.error('usage: x FILE'); process.exit(2)"), {}, /code 2: usage: x FILE/],
  ])("is reported with its code and its last line if %s", async (_what, program, more, message) => {
    await expect(connectServer({ ...program, ...more })).rejects.toThrow(message);
  });

  it("is reported as unknown if there is no such program", async () => {
    await expect(connectServer({ command: "helve-no-such-program" })).rejects.toThrow(
      "the program helve-no-such-program was not found",
    );
  });

  it("says that nothing listens at a URL", async () => {
    const port = await freePort();
    for (const host of ["127.0.0.1", "localhost"]) {
      await expect(connectServer({ url: `http://${host}:${port}/mcp` })).rejects.toThrow(`:${port}`);
    }
  });
});

describe("two servers of one program", () => {
  it("are both offered, each under its own name", async () => {
    const { client } = await gatewayWith(
      { docs: scripted(echoing, "/docs"), code: scripted(echoing, "/code") },
      { programs: { docs: "s", code: "s" } },
    );
    expect(await namesOf(client)).toEqual(["docs-echo", "code-echo"]);
  });
});
