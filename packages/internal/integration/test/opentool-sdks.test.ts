import { createClient, ServerCallError, toolkitFrom, UnauthorizedError } from "@helve/client";
import { ActionExecutor } from "@helve/executor";
import { afterEach, describe, expect, it } from "vitest";
import { csharp } from "./opentool-sdks/csharp.ts";
import { dart } from "./opentool-sdks/dart.ts";
import { helve } from "./opentool-sdks/helve.ts";
import { java } from "./opentool-sdks/java.ts";
import { document, type RunningServer, type Sdk } from "./opentool-sdks/sdk.ts";
import { typescript } from "./opentool-sdks/typescript.ts";

const sdks: Readonly<Record<string, Sdk>> = { helve, dart, typescript, java, csharp };
const others = Object.entries(sdks).filter(([name]) => name !== "helve");
const pairs = Object.keys(sdks).flatMap((server) => Object.keys(sdks).map((client) => [client, server] as const));

const open: RunningServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(name: string, key?: string): Promise<RunningServer> {
  const server = await sdks[name]?.serve({ ...(key !== undefined && { key }) });
  if (server === undefined) throw new Error(`there is no SDK ${name}`);
  open.push(server);
  return server;
}

function connect(name: string, { url }: RunningServer, key?: string) {
  const client = sdks[name]?.connect(url, { ...(key !== undefined && { key }) });
  if (client === undefined) throw new Error(`there is no SDK ${name}`);
  return client;
}

describe.each(pairs)("the %s client with the %s server", (clientName, serverName) => {
  it("calls a function, with a key", async () => {
    const server = await start(serverName, "secret");
    expect(await connect(clientName, server, "secret").call("add", { x: 1, y: 2 })).toEqual({ sum: 3 });
  });

  it("reads the version", async () => {
    const version = await connect(clientName, await start(serverName)).version();
    // Clients of Dart, TypeScript and Java don't know the name that C# servers use.
    const isKnown = serverName !== "csharp" || ["helve", "csharp"].includes(clientName);
    expect(version).toBe(isKnown ? "1.2.3" : undefined);
  });
});

describe.each(Object.keys(sdks))("the %s client with Helve's server", (name) => {
  it("reads the document", async () => {
    const loaded = (await connect(name, await start("helve")).load()) as typeof document;
    expect(loaded.functions.map((fn) => fn.name)).toEqual(["add", "fail", "give_up", "count"]);
    expect(loaded.functions[0]).toEqual(document.functions[0]);
  });

  it.each([
    ["fail", "boom"],
    ["give_up", "Fatal error"],
    ["nothing", "Function Not Supported"],
  ])("gets the error of %s, with its message", async (method, message) => {
    await expect(connect(name, await start("helve")).call(method, {})).rejects.toThrow(message);
  });

  it("is refused with a wrong key", async () => {
    await expect(connect(name, await start("helve", "secret"), "wrong").call("add", { x: 1, y: 2 })).rejects.toThrow();
  });
});

describe.each(others)("Helve's client with the %s server", (name) => {
  it("gets the errors of functions, without the wrapping of other languages", async () => {
    const { url } = await start(name);
    const client = createClient(url, { detectErrorResults: true });
    await expect(client.call("fail")).rejects.toThrow(/boom/);
    const fatal = await client.call("give_up").catch((error: unknown) => error);
    expect(fatal).toBeInstanceOf(ServerCallError);
    expect(fatal).toMatchObject({ status: 500, message: expect.stringContaining("Fatal error") });
    expect(String(fatal)).not.toContain("{");
  });

  it("notices an unknown function, unless the server answers as if it were one", async () => {
    const { url } = await start(name);
    const calling = createClient(url, { detectErrorResults: true }).call("nothing");
    if (name === "java") expect(await calling).toEqual({});
    else await expect(calling).rejects.toThrow("Function Not Supported: nothing");
  });

  it("is refused without a key", async () => {
    const { url } = await start(name, "secret");
    await expect(createClient(url).call("add", { x: 1, y: 2 })).rejects.toThrow(UnauthorizedError);
  });

  it("makes a toolkit of the document, its own or the server's", async () => {
    const { url } = await start(name);
    const toolkit = await toolkitFrom(url, { document });
    const executor = new ActionExecutor([toolkit]);
    const { result } = await executor.execute({ id: "1", name: "Calculator.add", arguments: '{"x": 1, "y": "2"}' });
    expect(result).toEqual([{ type: "json", content: 3 }]);
    const failed = await executor.execute({ id: "2", name: "Calculator.fail", arguments: {} });
    expect(failed).toMatchObject({ status: "failed", recoverable: "model", errmsg: expect.stringContaining("boom") });
  });

  it("reads the document, or that there is none", async () => {
    const loaded = await createClient((await start(name)).url).load();
    if (name === "dart" || name === "csharp") return expect(loaded).toBeUndefined();
    expect(loaded?.functions.map((fn) => fn.name)).toEqual(["add", "fail", "give_up"]);
    expect(loaded?.functions[0]).toEqual(document.functions[0]);
    expect(loaded?.schemas ?? {}).toEqual({});
  });
});

describe.each([
  ["helve", "helve"],
  ["helve", "dart"],
  ["dart", "helve"],
  ["dart", "dart"],
])("a stream of the %s client from the %s server", (clientName, serverName) => {
  it("has all results", async () => {
    const client = connect(clientName, await start(serverName, "secret"), "secret");
    expect(await client.stream?.("count", { to: 3 })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it.each([
    ["give_up", "Fatal error"],
    ["nothing", "Function Not Supported"],
  ])("ends with the error of %s", async (method, message) => {
    const client = connect(clientName, await start(serverName));
    await expect(client.stream?.(method, {})).rejects.toThrow(message);
  });
});
