import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledProgram, programEnvironment } from "./bundle.ts";
import { folderWith, helve } from "./helve.ts";
import { installedProgram } from "./installed-program.ts";
import { connectTo, serverProgram } from "./mcp-client.ts";

const deleteFile = { name: "delete_file", description: "Delete a file.", parameters: ["path"], did: "deleted" };
const server = serverProgram(deleteFile);

/** Starts the program in a folder, and sends requests to it as a client does. */
async function connect(args: readonly string[], folder: string) {
  const main = join(await installedProgram(), "dist/main.js");
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { HOME: folder, ...programEnvironment },
  });
  onTestFinished(() => void child.kill());
  const logged = text(child.stderr);
  const request = await connectTo(child);
  const end = async () => {
    child.stdin.end();
    const [code] = await once(child, "exit");
    return { code, err: await logged };
  };
  return { request, end };
}

const deletion = (path: string) => ({ name: "delete_file", arguments: { path } });

describe("helve mcp guard", () => {
  it("guards a command by the preset, and keeps pins and an audit log", async () => {
    const folder = folderWith();
    const { request, end } = await connect(["mcp", "guard", "--", process.execPath, "-e", server], folder);
    expect(await request("tools/list")).toMatchObject({ tools: [{ name: "delete_file" }] });
    // Nobody can be asked, and the rules know what the tool does from its description.
    const stopped = await request("tools/call", deletion("/etc/hosts"));
    expect(stopped).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("@inspect_deletion") }] });
    expect(await end()).toEqual({ code: 0, err: "" });
    const state = join(folder, ".local/state/helve/mcp");
    expect(readFileSync(join(state, "pins.json"), "utf8")).toContain('"delete_file": "sha256:');
    const [log = ""] = readdirSync(join(state, "audit"));
    expect(
      readFileSync(join(state, "audit", log), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(2);
  });

  it("serves the other servers of a file if one of them can't be used, and says why", async () => {
    const ok = { command: process.execPath, args: ["-e", server] };
    const db = { command: "npx", args: ["-y", "db-server"], env: { DB_KEY: "${DB_KEY}" } };
    const folder = folderWith({ "f.json": JSON.stringify({ mcpServers: { ok, db } }) });
    const { request, end } = await connect(["mcp", "guard", "--servers", "f.json"], folder);
    const list = await request("tools/list");
    expect(list).toMatchObject({
      tools: [{ name: "ok-delete_file" }],
      _meta: { "dev.helve/unavailable": { db: expect.stringContaining("DB_KEY") } },
    });
    const { code, err } = await end();
    expect([code, err]).toEqual([0, expect.stringContaining('"DB_KEY", which is not set')]);
  });

  it("keeps what guards the agent out of reach for every server under any rules", async () => {
    const folder = folderWith({ "r.agentspec": "rule @r trigger no_tool check enforce stop end\n" });
    for (const name of ["write_file", "save"]) {
      const tool = serverProgram({ ...deleteFile, name });
      const args = ["mcp", "guard", "--rules", "r.agentspec", "--", process.execPath, "-e", tool];
      const { request, end } = await connect(args, folder);
      const call = (path: string) => request("tools/call", { name, arguments: { path } });
      for (const path of [
        ".config/helve/rules.agentspec",
        ".local/state/helve/mcp/pins.json",
        ".claude/settings.json",
      ]) {
        const answer = {
          isError: true,
          content: [expect.objectContaining({ text: expect.stringContaining("@keep_helve") })],
        };
        expect([path, await call(join(folder, path))]).toEqual([path, expect.objectContaining(answer)]);
      }
      expect(await call("notes.txt")).toMatchObject({ content: [{ text: "deleted notes.txt" }] });
      await end();
    }
  });

  it("refuses an invalid URL and an invalid port, and says that a file has no servers", async () => {
    const folder = folderWith({ "none.json": '{"mcpServers":{}}' });
    expect((await helve(["mcp", "guard", "--url", "secret"], folder)).err).toBe(
      "helve: --url must be an http or https URL\n",
    );
    expect((await helve(["mcp", "guard", "--port", "65536", "--", "x"], folder)).err).toBe(
      "helve: --port must be the number of a port: 0 to 65535\n",
    );
    const { err } = await helve(["mcp", "guard", "--servers", "none.json", "--accept"], folder, "", { home: folder });
    expect(err).toBe("helve: none.json has no servers, so there are no tools\n");
  });

  it("guards the servers of a file by rules and a policy", async () => {
    const config = { command: process.execPath, args: ["-e", server], protocol: "2025-11-25" };
    const other = serverProgram({ ...deleteFile, description: "Delete another file." });
    const second = { ...config, args: ["-e", other] };
    const folder = folderWith({
      "servers.json": JSON.stringify({ mcpServers: { "first-one": config, second } }),
      "r.agentspec": 'rule @a trigger first_one.any check args.path == "x" enforce stop end\n',
      "policy.json": "{}",
    });
    const args = [
      "--servers",
      "servers.json",
      "--rules",
      "r.agentspec",
      "--policy",
      "policy.json",
      "--audit",
      "log.jsonl",
    ];
    const { request, end } = await connect(["mcp", "guard", ...args], folder);
    // The second server shadows the first one.
    expect(await request("tools/list")).toMatchObject({ tools: [{ name: "first_one-delete_file" }] });
    const call = (path: string) => request("tools/call", { ...deletion(path), name: "first_one-delete_file" });
    expect(await call("x")).toMatchObject({ isError: true });
    expect(await call("y")).toMatchObject({ content: [{ text: "deleted y" }] });
    expect((await end()).err).toContain(
      'second: the tool "delete_file" is withheld, because it looks like a tool of first_one',
    );
    expect(readFileSync(join(folder, "log.jsonl"), "utf8").trim().split("\n")).toHaveLength(3);
    const accept = ["mcp", "guard", "--servers", "servers.json", "--accept"];
    expect((await helve([...accept, "--yes"], folder, "", { home: folder })).err).toContain("--unattended");
    const { code, terminal } = await helve(accept, folder, "", { home: folder, confirms: true });
    expect([code, terminal]).toEqual([
      0,
      expect.stringMatching(/"Delete another file\."(?:.|\n)*Accept "delete_file" as it is\?/),
    ]);
    expect((await helve(accept, folder, "", { home: folder, confirms: false })).terminal).toBe("");
  });

  it("names the tools of a file after their servers, also if others are disabled, so that rules go on to apply", async () => {
    const config = { command: process.execPath, args: ["-e", server], protocol: "2025-11-25" };
    const folder = folderWith({
      "servers.json": JSON.stringify({ mcpServers: { files: config, other: { ...config, disabled: true } } }),
      "r.agentspec": "rule @no trigger files.delete_file check enforce stop end\n",
    });
    const { request, end } = await connect(
      ["mcp", "guard", "--servers", "servers.json", "--rules", "r.agentspec"],
      folder,
    );
    expect(await request("tools/list")).toEqual({ tools: [] });
    const call = { ...deletion("x"), name: "files-delete_file" };
    expect(await request("tools/call", call)).toMatchObject({
      content: [{ text: expect.stringContaining("@no") }],
      isError: true,
    });
    expect((await end()).code).toBe(0);
  });

  it.each([
    [["mcp", "guard"], "name the servers by one of"],
    [["mcp", "guard", "--url", "https://x", "--", "npx"], "name the servers by one of"],
    [["mcp", "guard", "--servers", "none.json"], "none.json can't be read"],
    [["mcp", "guard", "--servers", "broken.json"], '"a" must have a command or a url'],
    [["mcp", "guard", "--rules", "broken.json", "--", "npx"], "broken.json:1:1"],
    [["mcp", "guard", "--timeout", "0", "--", "npx"], "--timeout must be a number of seconds"],
    [["mcp", "guard", "--header", "A: b", "--", "npx"], "--header needs --url"],
    [["mcp", "guard", "--header", "secret", "--url", "https://x"], 'the 1. --header must have the form "Name: value"'],
    [["mcp", "guard", "--header", "A: ${MISSING}", "--url", "https://x"], 'names the environment variable "MISSING"'],
    [["mcp", "guard", "--port", "x", "--", "npx"], "--port must be the number of a port"],
    [["mcp", "serve", "none.js"], "SOURCE none.js: there is no file"],
    [["mcp", "serve", "broken.json#tools"], "SOURCE broken.json#tools: "],
    [["mcp", "uninstall", "emacs"], "there is no client emacs: expected one of claude-code, codex"],
    [["mcp", "install", "emacs"], "there is no client emacs: expected one of claude-code, codex"],
  ])("reports a wrong use: %j", async (args, message) => {
    const folder = folderWith({ "broken.json": '{"mcpServers":{"a":{}}}' });
    const { code, err } = await helve(args, folder, "", { home: folder });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

it("sends the headers of --header to a server with a URL, with environment variables", async () => {
  const authorizations: unknown[] = [];
  const http = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const args = ["mcp", "guard", "--url", `http://127.0.0.1:${port}`, "--header", "Authorization: Bearer ${PATH}"];
  const { request, end } = await connect(args, folderWith());
  expect(await request("tools/list")).toMatchObject({ message: expect.stringContaining("it refuses the credentials") });
  expect(authorizations[0]).toBe(`Bearer ${process.env["PATH"]}`);
  await end();
});

describe("helve mcp serve", () => {
  it("serves the tools of a module, guarded by rules", async () => {
    const tools = `
      const parameters = { type: "object", properties: { path: { type: "string" } } };
      const read = (name) => ({ name, description: "Read.", parameters, function: { name, description: "Read.", parameters: [] }, losses: [], diagnostics: [], execute: ({ path }) => "read " + path });
      export default () => [{ name: "Files", tools: [read("read"), read("peek")] }];
    `;
    const rules = "rule @no_peek trigger Files.peek check enforce stop end\n";
    const folder = folderWith({ "tools.mjs": tools, "r.agentspec": rules });
    const { request, end } = await connect(["mcp", "serve", "tools.mjs", "--rules", "r.agentspec"], folder);
    expect(await request("tools/list")).toMatchObject({ tools: [{ name: "Files-read" }] });
    const call = (name: string) => request("tools/call", { name, arguments: { path: "a" } });
    expect(await call("Files-read")).toMatchObject({ content: [{ text: "read a" }] });
    expect(await call("Files-peek")).toMatchObject({ isError: true });
    expect((await end()).code).toBe(0);
  });
});

describe("helve mcp login", () => {
  const store = (state: object) => ({
    ".local/state/helve/mcp/sign-ins.json": JSON.stringify({ version: 1, ...state }),
  });

  it("names the servers that there are", async () => {
    const servers = { "my-files": { command: "npx", args: ["x"] }, web: { url: "http://127.0.0.1:1/mcp" } };
    const folder = folderWith({ "mcp.json": JSON.stringify({ mcpServers: servers }) });
    const login = (...args: readonly string[]) => helve(["mcp", "login", ...args], folder, "", { home: folder });
    expect(await login("github")).toMatchObject({
      code: 2,
      err: expect.stringContaining("give the URL of the server"),
    });
    const unknown = await login("github", "--servers", "mcp.json");
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("it has my_files, web") });
    const program = await login("my-files", "--servers", "mcp.json");
    expect(program).toMatchObject({ code: 2, err: expect.stringContaining("is a program, which needs no sign-in") });
    const down = await login("web", "--servers", "mcp.json", "--no-open");
    expect(down.code).not.toBe(0);
    expect(down.err).toContain("the server can't be reached");
  });

  it("forgets a sign-in", async () => {
    const url = "https://mcp.example/mcp";
    const tokens = { access_token: "secret", token_type: "Bearer" };
    const folder = folderWith(store({ servers: { [url]: { tokens } } }));
    chmodSync(join(folder, ".local/state/helve"), 0o700);
    const logout = () => helve(["mcp", "logout", url], folder, "", { home: folder });
    expect(await logout()).toMatchObject({ code: 0, out: `the sign-in to ${url} is forgotten\n` });
    expect(await logout()).toMatchObject({ code: 0, out: `there is no sign-in to ${url}\n` });
  });
});

describe("helve mcp install", () => {
  it("makes the gateway the only server of a client", async () => {
    const folder = folderWith({ ".cursor/mcp.json": '{"mcpServers": {"files": {"command": "npx", "args": ["x"]}}}' });
    const declined = await helve(["mcp", "install", "cursor"], folder, "", { home: folder, answers: ["n"] });
    expect([declined.code, declined.out]).toEqual([1, expect.stringContaining("nothing more was changed")]);
    const { code, out } = await helve(["mcp", "install", "cursor", "--yes"], folder, "", { home: folder });
    expect([code, out]).toEqual([0, expect.stringContaining("+++ ")]);
    const servers = join(folder, ".config/helve/mcp.json");
    expect(JSON.parse(readFileSync(join(folder, ".cursor/mcp.json"), "utf8")).mcpServers).toEqual({
      helve: { command: "node", args: ["helve.js", "mcp", "guard", "--servers", servers] },
    });
    expect(statSync(servers).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(servers, "utf8")).mcpServers).toEqual({ files: { command: "npx", args: ["x"] } });
    const again = await helve(["mcp", "install", "cursor"], folder, "", { home: folder });
    expect(again).toMatchObject({ code: 0, out: "the client calls Helve already\n", err: "" });
  });

  it("leaves a server where it is that requires a sign-in, and says so", async () => {
    const signIn = createServer((_request, response) => response.writeHead(401).end()).listen(0, "127.0.0.1");
    await once(signIn, "listening");
    onTestFinished(() => void signIn.close());
    const url = `http://127.0.0.1:${(signIn.address() as AddressInfo).port}/mcp`;
    const linear = { type: "http", url };
    const servers = { linear, files: { command: "npx", args: ["x"] } };
    const folder = folderWith({ ".mcp.json": JSON.stringify({ mcpServers: servers }) });
    const { out } = await helve(["mcp", "install", "claude-code", "--project", "--yes"], folder, "", { home: folder });
    expect(out).toContain("linear is not guarded: it requires a sign-in (HTTP 401)");
    const settings = JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8"));
    expect(settings.mcpServers).toMatchObject({ linear, helve: { command: "helve" } });
    expect(JSON.parse(readFileSync(join(folder, "helve/mcp.json"), "utf8")).mcpServers).toEqual({
      files: servers.files,
    });
  });

  it("names a file that it can't read, and the line", async () => {
    const folder = folderWith({ ".cursor/mcp.json": '{\n  "mcpServers": {,}\n}' });
    const { code, err } = await helve(["mcp", "install", "cursor", "--yes"], folder, "", { home: folder });
    expect([code, err]).toEqual([2, expect.stringMatching(/\.cursor\/mcp\.json: there is a syntax error in line 2/)]);
  });
});

it("asks a person before helve mcp install replaces the entry of Helve, and before uninstall, even with --yes", async () => {
  const folder = folderWith({ ".cursor/mcp.json": '{"mcpServers": {"files": {"command": "npx", "args": ["x"]}}}' });
  const settings = (): string => readFileSync(join(folder, ".cursor/mcp.json"), "utf8");
  const run = (words: string, confirms?: boolean) =>
    helve(["mcp", ...words.split(" ")], folder, "", { home: folder, ...(confirms !== undefined && { confirms }) });
  await run("install cursor --yes");
  const installed = settings();
  for (const words of ["install cursor --yes --program true", "uninstall cursor --yes"]) {
    expect((await run(words)).err).toContain("--yes does not stand for a person here");
    expect(settings()).toBe(installed);
  }
  expect(await run("install cursor --program true", false)).toMatchObject({ code: 1 });
  expect(settings()).toBe(installed);
  const { terminal } = await run("install cursor --program true", true);
  expect(terminal).toMatch(/"true"(?:.|\n)*Change this file\?/);
  expect(settings()).toContain('"command": "true"');
});

describe("helve mcp uninstall", () => {
  it("gives a client its servers back, with a byte order mark if there was one", async () => {
    const text = '\uFEFF{"mcpServers": {"files": {"command": "npx", "args": ["x"]}}}';
    const folder = folderWith({ ".cursor/mcp.json": text });
    const run = (words: string, confirms = true) =>
      helve(["mcp", ...words.split(" ")], folder, "", { home: folder, confirms });
    expect(await run("uninstall cursor")).toMatchObject({ code: 0, out: "the client does not call Helve\n", err: "" });
    await run("install cursor --yes");
    const record = join(folder, ".local/state/helve/mcp/installed.json");
    expect(statSync(record).mode & 0o777).toBe(0o600);
    expect((await run("uninstall cursor", false)).code).toBe(1);
    const { code, out } = await run("uninstall cursor");
    expect([code, out]).toEqual([0, expect.stringContaining("has its servers back: files\n")]);
    expect(readFileSync(join(folder, ".cursor/mcp.json"), "utf8")).toBe(text);
    expect(existsSync(join(folder, ".config/helve/mcp.json"))).toBe(false);
    expect((await run("uninstall cursor")).out).toBe("the client does not call Helve\n");
  });

  it("does so in a project, whose settings name no path of this machine", async () => {
    const text = '{"mcpServers": {"files": {"command": "npx", "args": ["x"]}}}\n';
    const folder = folderWith({ ".mcp.json": text });
    await helve(["mcp", "install", "claude-code", "--project", "--yes"], folder, "", { home: folder });
    expect(readFileSync(join(folder, ".mcp.json"), "utf8")).not.toContain(folder);
    await helve(["mcp", "uninstall", "claude-code", "--project"], folder, "", { home: folder, confirms: true });
    expect(readFileSync(join(folder, ".mcp.json"), "utf8")).toBe(text);
    expect(existsSync(join(folder, "helve"))).toBe(false);
  });
});

it("names the package to install if it is missing", async () => {
  const folder = folderWith();
  cpSync(bundledProgram(), join(folder, "helve"), { recursive: true });
  const program = join(folder, "helve/dist/main.js");
  for (const command of ["guard", "serve", "install", "uninstall"]) {
    const child = spawn(process.execPath, [program, "mcp", command, "x"], {
      env: { HOME: folder, ...programEnvironment },
    });
    const [err] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([child.exitCode, err]).toEqual([2, expect.stringContaining("npm install @helve/mcp\n")]);
    expect(err).toContain(`helve mcp ${command} needs packages`);
  }
});
