import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "./bundle.ts";
import { folderWith, helve } from "./helve.ts";

const rules = 'rule @no_secrets trigger greet check args.name contains "secret" enforce stop("no secrets") end\n';

/** A module with a tool; it can't import packages from where it is. */
const module = `
  export const tools = [{
    name: "greet",
    description: "Greet someone.",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"], additionalProperties: false },
    function: {
      name: "greet",
      description: "Greet someone.",
      parameters: [{ name: "name", schema: { type: "string" }, required: true }],
    },
    losses: [],
    diagnostics: [],
    execute: ({ name }) => "Hello, " + name + "!\\u001b[2J",
  }];
  export const executor = { guards: [], actionsInfo() {}, execute() {} };
`;
const folder = () => folderWith({ "tools.js": module, "rules.agentspec": rules, "package.json": '{"type": "module"}' });

/** Runs `helve serve` until it is interrupted, and returns the address that it prints. */
async function serve(args: readonly string[], cwd: string, environment = {}) {
  const interrupt = new AbortController();
  const printed = Promise.withResolvers<void>();
  const out: string[] = [];
  const options = {
    environment,
    signal: interrupt.signal,
    onOut: (piece: string) => printed.resolve(void out.push(piece)),
  };
  const ended = helve(["serve", ...args, "--port", "0"], cwd, "", options);
  onTestFinished(async () => {
    interrupt.abort();
    await ended;
  });
  await Promise.race([printed.promise, ended.then(({ err }) => Promise.reject(new Error(err)))]);
  return { url: /http:\S+opentool/.exec(out.join(""))?.[0] ?? "", ended, interrupt: () => interrupt.abort() };
}

describe("helve serve, call and inspect", () => {
  it("serve the tools of a module under rules, and call them", async () => {
    const cwd = folder();
    const { url, ended, interrupt } = await serve(["./tools.js#tools", "--rules", "rules.agentspec"], cwd);
    const greeted = await helve(["call", url, "greet", '{"name": "Ann"}'], cwd);
    expect(greeted).toMatchObject({ code: 0, out: '{"result":"Hello, Ann!\\u001b[2J"}\n', err: "" });
    const stopped = await helve(["call", url, "greet", "-"], cwd, '{"name": "the secret"}');
    expect(stopped).toMatchObject({ code: 1, out: "", err: expect.stringContaining("no secrets") });
    expect((await helve(["call", url, "gone"], cwd)).err).toMatch(/^Function Not Supported.*\nhelve inspect lists /);
    interrupt();
    const { code, out, err } = await ended;
    expect([code, out]).toEqual([0, `1 tool at ${url}, 1 guard\n`]);
    expect(err).toMatch(
      /^POST \/opentool\/call 200 [\d.]+ ms greet success\nPOST .* greet stopped\nPOST .* unknown_tool\n$/,
    );
    expect(err).not.toContain("Ann");
  });

  it("list the tools, stream, and let a person try them", async () => {
    const cwd = folder();
    const { url } = await serve(["./tools.js#tools", "--rules", "rules.agentspec", "--quiet"], cwd);
    expect((await helve(["inspect", url], cwd)).out).toBe("Tools 1.0.0\ngreet(name: string)\n  Greet someone.\n");
    expect(JSON.parse((await helve(["inspect", url, "--json"], cwd)).out)).toMatchObject({ opentool: "1.0.0" });
    expect((await helve(["call", url, "greet", '{"name": "Ann"}', "--stream"], cwd)).out).toContain("Hello, Ann!");
    const tried = await helve(["inspect", url, "--try"], cwd, "", { answers: ["gone", 'greet {"name": "Bo"}', ""] });
    expect(tried).toMatchObject({
      code: 0,
      out: expect.stringContaining("Hello, Bo!"),
      err: "there is no function gone\n",
    });
    const unanswered = await helve(["inspect", url, "--try"], cwd, 'greet {"name": "Bo"}\n');
    expect(unanswered).toMatchObject({ code: 2, err: expect.stringContaining("--try needs a terminal") });
  });

  it("use keys, from the command line and the environment", async () => {
    const cwd = folder();
    const { url } = await serve(["./tools.js#tools", "--key", "one"], cwd, { HELVE_TOOL_KEY: "two three" });
    const needed = "helve: the server needs a key: use --key, or set HELVE_TOOL_KEY\n";
    expect(await helve(["inspect", url], cwd)).toMatchObject({ code: 2, err: needed });
    const environment = { HELVE_TOOL_KEY: "" };
    expect(await helve(["call", url, "greet"], cwd, "", { environment })).toMatchObject({ code: 2, err: needed });
    const refused = { code: 2, err: "helve: the server refuses the key: check --key, or HELVE_TOOL_KEY\n" };
    expect(await helve(["call", url, "greet", "--key", "four"], cwd)).toMatchObject(refused);
    expect(await helve(["inspect", url, "--key", "four"], cwd)).toMatchObject(refused);
    for (const key of ["one", "two", "three"]) expect((await helve(["inspect", url, "--key", key], cwd)).code).toBe(0);
    expect((await helve(["inspect", url], cwd, "", { environment: { HELVE_TOOL_KEY: "three" } })).code).toBe(0);
  });

  it("serve the operations of an HTTP API", async () => {
    const api = createServer((request, response) => void response.end(JSON.stringify({ path: request.url })));
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void api.close());
    const document = {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      servers: [{ url: `http://127.0.0.1:${(api.address() as AddressInfo).port}` }],
      paths: {
        "/pets/{id}": {
          get: {
            operationId: "pet",
            summary: "Get a pet.",
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            responses: {},
          },
        },
      },
    };
    const cwd = folderWith({ "api.json": JSON.stringify(document), "rules.agentspec": rules });
    const { url } = await serve(["api.json", "--rules", "rules.agentspec"], cwd);
    expect((await helve(["call", url, "pet", '{"id": "a b"}'], cwd)).out).toBe('{"path":"/pets/a%20b"}\n');
  });

  it("print what changes in a document, until interrupted", async () => {
    const versions = ["Greet.", "Greet politely."];
    const functions = () => [{ name: "greet", description: versions.shift() ?? "Greet politely.", parameters: [] }];
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ opentool: "1.0.0", info: { title: "t", version: "1" }, functions: functions() }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const interrupt = new AbortController();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/opentool`;
    const onOut = (piece: string) => {
      if (piece.includes("politely")) interrupt.abort();
    };
    const { code, out } = await helve(["inspect", url, "--watch"], folderWith(), "", {
      signal: interrupt.signal,
      onOut,
    });
    expect(code).toBe(130);
    expect(out).toMatch(/greet.*description/);
  });

  it.each([
    [["serve", "./tools.js#gone"], 'the module has no export "gone"; it has: '],
    [["serve", "./gone.js#tools"], ": there is no file /"],
    [["serve", "./broken.js#tools"], "can't be loaded: not today"],
    [["serve", "tools.js#gone"], 'the module has no export "gone"; it has: '],
    [["serve", "nope.js"], "nope.js: there is no file /"],
    [["serve", "nope"], "Cannot find module 'nope'\n"],
    [["serve", "./tools.js"], 'name an export after "#", as in ./tools.js#tools; it has: '],
    [["serve", "./tools.js#tools", "--origin", "app.example"], "--origin must be a list of origins such as"],
    [["serve", "./tools.js#tools", "--port", "web"], "--port must be a number (got web)"],
    [["serve", "./tools.js#tools", "--port", "99999"], "--port must be a number from 0 to 65535"],
    [["serve", "./tools.js#tools", "--key", "a b"], "--key must be a text of visible ASCII characters"],
    [
      ["serve", "./tools.js#tools", "--address", "0.0.0.0"],
      "--address must be this machine's, such as 127.0.0.1, unless there is a --key",
    ],
    [["serve", "plain.json"], "nothing runs greet"],
    [["serve", "./tools.js#executor", "--preset", "strict"], "is an executor with its own guards"],
    [["call", "localhost", "greet"], "helve: URL must be an address"],
    [["call", "http://127.0.0.1:1/opentool", "greet", "--key", ""], "helve: --key must be a text"],
    [["call", "http://127.0.0.1:1/opentool", "greet", "[]"], "ARGS must be a JSON object"],
    [["call", "http://127.0.0.1:1/opentool", "greet"], "can't be reached"],
  ])("refuse %j", async (args, message) => {
    const functions = [{ name: "greet", description: "Greet.", parameters: [] }];
    const plain = { opentool: "1.0.0", info: { title: "t", version: "1" }, functions };
    const cwd = folderWith({
      "tools.js": module,
      "package.json": '{"type": "module"}',
      "broken.js": 'throw new Error("not today");',
      "plain.json": JSON.stringify(plain),
    });
    expect(await helve(args, cwd)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it("say what to do if the port is in use", async () => {
    const cwd = folder();
    const { url } = await serve(["./tools.js#tools"], cwd);
    const args = ["serve", "./tools.js#tools", "--port", new URL(url).port];
    expect(await helve(args, cwd)).toMatchObject({ code: 2, err: expect.stringContaining("the port is in use") });
  });

  it("let a web page call that is named", async () => {
    const { url } = await serve(["./tools.js#tools", "--origin", "https://app.example"], folder());
    const response = await fetch(`${url}/load`, { headers: { origin: "https://app.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });
});

it("the installed program says which packages to install", async () => {
  const cwd = folderWith();
  cpSync(join(bundledProgram(), "dist"), join(cwd, "dist"), { recursive: true });
  cpSync(join(bundledProgram(), "package.json"), join(cwd, "package.json"));
  const child = spawn(process.execPath, ["dist/main.js", "call", "http://localhost:9627/opentool", "add"], { cwd });
  const [err] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([child.exitCode, err]).toEqual([2, expect.stringContaining("npm install @helve/client")]);
});
