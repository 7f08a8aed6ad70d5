import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { clientSettings, type SettingsClient } from "@helve/hooks/node";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "../bundle.ts";
import { folderWith, helve } from "../helve.ts";

const clients = Object.keys(clientSettings) as SettingsClient[];
const program = `${process.execPath} ${join(bundledProgram(), "dist/main.js")}`;

/** A home, and a function that calls Helve in it. */
function installation(files: Readonly<Record<string, string>> = {}) {
  const home = folderWith(files);
  // No client of this machine.
  const environment = { HOME: home, PATH: "/usr/bin:/bin" };
  return {
    home,
    call: (...args: readonly string[]) => helve(["hook", ...args], home, "", { home, environment }),
    /** The same, with a person at the terminal who confirms. */
    confirmed: (...args: readonly string[]) =>
      helve(["hook", ...args], home, "", { home, environment, confirms: true }),
    pathOf: (client: SettingsClient) => join(home, clientSettings[client].user),
  };
}

describe("helve hook install", () => {
  it("shows the change, and writes nothing without a person or --yes", async () => {
    const { home, call, pathOf } = installation({ ".claude/settings.json": '{\n  "model": "opus"\n}\n' });
    const asked = await call("install", "claude-code");
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining("pass --yes") });
    expect(asked.out).toContain('+            "onFailure": "block"');
    const refused = await helve(["hook", "install", "claude-code"], home, "", { home, confirms: false });
    expect([refused.code, readFileSync(pathOf("claude-code"), "utf8")]).toEqual([1, '{\n  "model": "opus"\n}\n']);
  });

  it("prints JSON, and what a person reads on standard error", async () => {
    const { call, confirmed, pathOf } = installation();
    const file = pathOf("cursor");
    const installed = await call("install", "cursor", "--yes", "--json");
    expect(JSON.parse(installed.out)).toEqual({ client: "cursor", file, installed: true });
    expect(installed.err).toContain("+++");
    const removed = await confirmed("uninstall", "cursor", "--json");
    expect(JSON.parse(removed.out)).toEqual({ client: "cursor", file, installed: false });
  });

  it.each([
    ["another program", ["--program", "true"], (text: string) => text],
    ["other events", [], (text: string) => text.replace('"PreToolUse"', '"PreToolUse2"')],
  ])("asks a person before it replaces hooks of Helve with %s", async (_what, options, change) => {
    const { call, confirmed, pathOf } = installation();
    await call("install", "claude-code", "--yes");
    const text = change(readFileSync(pathOf("claude-code"), "utf8"));
    writeFileSync(pathOf("claude-code"), text);
    const refused = await call("install", "claude-code", "--yes", ...options);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("--yes does not stand for a person here") });
    expect(readFileSync(pathOf("claude-code"), "utf8")).toBe(text);
    expect((await confirmed("install", "claude-code", ...options)).terminal).toContain("Write this file?");
    expect(readFileSync(pathOf("claude-code"), "utf8")).not.toBe(text);
  });

  it.each([
    ["claude-code", "CLAUDE_CONFIG_DIR", "settings.json"],
    ["gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"],
    ["opencode", "XDG_CONFIG_HOME", "opencode/plugin/helve.js"],
  ])("writes the settings of %s where %s moves them", async (client, variable, file) => {
    const home = folderWith();
    const moved = join(home, "moved");
    const environment = { [variable]: moved };
    await helve(["hook", "install", client, "--yes"], home, "", { home, environment });
    expect(existsSync(join(moved, file))).toBe(true);
  });

  it("reads settings that begin with a byte order mark", async () => {
    const { call, confirmed, pathOf } = installation({
      ".claude/settings.json": '\uFEFF{\r\n  "model": "opus"\r\n}\r\n',
    });
    expect(await call("install", "claude-code", "--yes")).toMatchObject({ code: 0 });
    expect(await confirmed("uninstall", "claude-code")).toMatchObject({ code: 0 });
    expect(readFileSync(pathOf("claude-code"), "utf8")).toBe('\uFEFF{\r\n  "model": "opus"\r\n}\r\n');
  });

  it("names settings that can't be read once", async () => {
    const { call, pathOf } = installation({ ".claude/settings.json/a": "" });
    const message = `${pathOf("claude-code")} can't be read: EISDIR`;
    expect((await call("install", "claude-code", "--yes")).err).toMatch(new RegExp(`^helve: ${message}`));
    expect((await call("doctor", "claude-code")).out).toMatch(new RegExp(`^problem  ${message}`, "m"));
  });

  it("keeps a link and the rights of the file", async () => {
    const { home, call, pathOf } = installation({ "dotfiles/claude.json": "{}" });
    chmodSync(join(home, "dotfiles/claude.json"), 0o600);
    mkdirSync(dirname(pathOf("claude-code")));
    symlinkSync("../dotfiles/claude.json", pathOf("claude-code"));
    await call("install", "claude-code", "--yes");
    expect(lstatSync(pathOf("claude-code")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, "dotfiles/claude.json"), "utf8")).toContain("hook claude-code");
    expect(statSync(join(home, "dotfiles/claude.json")).mode & 0o777).toBe(0o600);
  });

  it("writes helve, not a path of this machine, for a project", async () => {
    const { home, call } = installation();
    await call("install", "cursor", "--project", "--yes");
    expect(readFileSync(join(home, ".cursor/hooks.json"), "utf8")).toContain('"helve hook cursor || {');
  });

  it("refuses what it can't edit, and names the file", async () => {
    const { call, pathOf } = installation({ ".claude/settings.json": "{ broken" });
    expect(await call("install", "claude-code", "--yes")).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${pathOf("claude-code")}: there is a syntax error in line 1`),
    });
    expect(await call("install", "claude", "--yes")).toMatchObject({ code: 2 });
    expect(await call("install", "codex", "--project", "--user")).toMatchObject({ code: 2 });
  });

  it("writes a plugin for OpenCode that calls Helve, and keeps a plugin of somebody else when it is removed", async () => {
    const { call, confirmed, pathOf } = installation();
    await call("install", "opencode", "--yes", "--program", "it's helve");
    expect(readFileSync(pathOf("opencode"), "utf8")).toContain(
      `const command = "'it'\\\\''s' helve hook opencode || {`,
    );
    await confirmed("uninstall", "opencode");
    expect(existsSync(pathOf("opencode"))).toBe(false);
    writeFileSync(pathOf("opencode"), "export const Mine = () => ({});\n");
    await confirmed("uninstall", "opencode");
    expect(readFileSync(pathOf("opencode"), "utf8")).toBe("export const Mine = () => ({});\n");
  });

  it("says how to start Docker's MCP gateway, which has no settings file", async () => {
    const { call } = installation();
    expect(await call("install", "docker-mcp")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--interceptor 'before:exec:helve hook docker-mcp --session $PPID' --interceptor"),
    });
  });

  it("says how to trust the hooks if Codex can't be asked", async () => {
    const { call } = installation();
    expect(await call("install", "codex", "--yes")).toMatchObject({ code: 0, err: expect.stringContaining("/hooks") });
  });
});

describe.each(clients)("helve hook doctor %s", (client) => {
  it("finds nothing wrong after the installation, and everything after the removal", async () => {
    const { call, confirmed } = installation();
    await call("install", client, "--yes", "--program", program);
    const { out } = await call("doctor", client, "--json");
    const { checks } = JSON.parse(out) as {
      readonly checks: readonly { readonly ok: boolean; readonly text: string }[];
    };
    const problems = checks.filter(({ ok }) => !ok).map(({ text }) => text);
    // Whether Codex trusts a hook, only Codex knows.
    expect(problems).toEqual(client === "codex" ? [expect.stringContaining("/hooks")] : []);
    expect(checks.map(({ text }) => text)).toContain("it denies helve trust");
    await confirmed("uninstall", client);
    const removed = await call("doctor", client);
    expect([removed.code, removed.out]).toEqual([1, expect.stringContaining("no settings call Helve")]);
  });
});

describe("helve hook doctor", () => {
  it("checks all clients that call Helve, without the name of one", async () => {
    const home = folderWith();
    const call = (...args: readonly string[]) => helve(["hook", ...args], home, "", { home });
    await call("install", "claude-code", "--yes");
    await call("install", "cursor", "--yes");
    const { out } = await call("doctor");
    expect(out.match(/^(?:Claude Code|Cursor|Gemini CLI)$/gm)).toEqual(["Claude Code", "Cursor"]);
  });

  it.each<readonly [problem: string, from: string, to: string]>([
    ["does not cover every tool", '"matcher": "*"', '"matcher": "Bash"'],
    ["is missing", '"onFailure": "block"', '"onFailure": "continue"'],
    ["runs if Helve does not answer", "exit 2", "exit 1"],
    ["these events don't call Helve: PreToolUse", '"PreToolUse"', '"PreToolUse2"'],
    ["switched off", '"hooks": {\n    "PreToolUse"', '"disableAllHooks": true, "hooks": {\n    "PreToolUse"'],
    ["it does not deny if it fails", "hook claude-code ||", "hook claude-code --help && false || exit 0 ||"],
    ["syntax error", '"hooks": {', '"hooks": ['],
  ])(
    "reports that something %s",
    async (problem, from, to) => {
      const { call, pathOf } = installation();
      await call("install", "claude-code", "--yes", "--program", program);
      const text = readFileSync(pathOf("claude-code"), "utf8");
      expect(text).toContain(from);
      writeFileSync(pathOf("claude-code"), text.replace(from, to));
      const { code, out } = await call("doctor", "claude-code");
      expect([code, out]).toEqual([1, expect.stringContaining(problem)]);
    },
    60_000,
  );

  it("reports a plugin for OpenCode that somebody has changed", async () => {
    const { call, pathOf } = installation();
    await call("install", "opencode", "--yes", "--program", program);
    const text = readFileSync(pathOf("opencode"), "utf8");
    writeFileSync(pathOf("opencode"), text.replace('answer.decision === "deny"', "false"));
    const { code, out } = await call("doctor", "opencode");
    expect([code, out]).toEqual([1, expect.stringContaining("the plugin is not that of this version")]);
  });

  it("reports a client that is too old", async () => {
    const { home, call } = installation({ "bin/claude": "#!/bin/sh\necho '2.1.100 (Claude Code)'\n" });
    chmodSync(join(home, "bin/claude"), 0o755);
    const environment = { HOME: home, PATH: `${home}/bin:/usr/bin:/bin` };
    await call("install", "claude-code", "--yes", "--program", program);
    const { out } = await helve(["hook", "doctor", "claude-code"], home, "", { home, environment });
    expect(out).toContain("claude 2.1.100 is too old");
  });
});
