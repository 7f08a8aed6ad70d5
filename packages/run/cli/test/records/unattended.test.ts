import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { folderWith, helve } from "../helve.ts";

/** Changes the home directory in the system's list of users. */
function setAccountHome(homedir: string): void {
  vi.spyOn(os, "userInfo").mockReturnValue({ ...os.userInfo(), homedir });
  syncBuiltinESMExports();
}

// Whoever runs the tests may use Helve.
beforeEach(() => setAccountHome("/nonexistent"));
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const image = ["hook", "install", "claude-code", "--yes", "--unattended"];
const uninstall = ["hook", "uninstall", "claude-code", "--yes"];
const rules = "rule @own trigger X check enforce stop end\n";

/** Calls Helve in a home; without a person unless one confirms. */
function inHome(files: Readonly<Record<string, string>> = {}) {
  const home = folderWith(files);
  const call = (args: readonly string[], more: { confirms?: boolean; environment?: Record<string, string> } = {}) =>
    helve(args, home, "", { home, ...more });
  return { home, call, callsHelve: () => existsSync(join(home, ".claude/settings.json")) };
}

describe("an environment that was set up with --unattended", () => {
  it("needs no person for what loosens Helve, with --yes", async () => {
    const { home, call, callsHelve } = inHome({ "helve/rules.agentspec": rules });
    expect(await call(image)).toMatchObject({ code: 0, terminal: "" });
    expect(await call(["trust", "--yes"])).toMatchObject({ code: 0, out: expect.stringContaining("@own") });
    expect((await call(["trust", "--list"])).out).toBe(`trusted  ${home}/helve\n`);
    expect(await call(["trust", "--remove", "--yes"])).toMatchObject({ code: 0 });
    expect(await call(["init", "--force", "--yes"])).toMatchObject({ code: 0 });
    expect(await call(["hook", "install", "claude-code", "--yes", "--program", "helve"])).toMatchObject({ code: 0 });
    expect(await call(["hook", "install", "cursor", "--yes", "--unattended"])).toMatchObject({ code: 0, terminal: "" });
    expect(await call(uninstall)).toMatchObject({ code: 0, out: expect.stringContaining("no longer calls Helve") });
    expect(callsHelve()).toBe(false);
  });

  it("still asks without --yes", async () => {
    const { call } = inHome({ "helve/rules.agentspec": rules });
    await call(image);
    expect((await call(["trust"])).err).toContain("a person has to confirm at a terminal");
  });

  it("is one by its record only", async () => {
    const { home, call, callsHelve } = inHome();
    await call(image);
    const record = join(home, ".local/state/helve/unattended.json");
    appendFileSync(record, " ");
    expect((await call(uninstall)).code).toBe(0);
    const other = inHome();
    await other.call(["hook", "install", "claude-code", "--yes"]);
    cpSync(record, join(other.home, ".local/state/helve/unattended.json"));
    const { code, err } = await other.call(uninstall);
    expect([code, err]).toEqual([2, expect.stringContaining("unattended.json has no valid signature")]);
    expect([callsHelve(), other.callsHelve()]).toEqual([false, true]);
  });
});

describe("--yes", () => {
  it.each([
    [uninstall],
    [["hook", "install", "claude-code", "--yes", "--program", "true"]],
    [["trust", "--yes"]],
    [["init", "--force", "--yes"]],
    [["log", "--purge", "--yes"]],
  ])("of helve %j is refused elsewhere, and the message says both ways", async (args) => {
    const { home, call, callsHelve } = inHome({
      "helve/rules.agentspec": rules,
      ".local/state/helve/sessions/a.jsonl": "",
    });
    await call(["hook", "install", "claude-code", "--yes"]);
    const settings = readFileSync(join(home, ".claude/settings.json"), "utf8");
    const { code, err } = await call(args);
    expect([code, err]).toEqual([2, expect.stringMatching(/at a terminal without --yes.*--yes --unattended/)]);
    expect([callsHelve(), readFileSync(join(home, ".claude/settings.json"), "utf8")]).toEqual([true, settings]);
  });
});

describe("--unattended", () => {
  it("needs --yes", async () => {
    const { call } = inHome();
    expect((await call(["hook", "install", "cursor", "--unattended"])).err).toContain("--unattended needs --yes");
  });

  it.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
    ["a client calls Helve", { ".cursor/hooks.json": '{"hooks":{"preToolUse":[{"command":"helve hook cursor"}]}}' }],
    ["a session was guarded", { ".local/state/helve/sessions/a.jsonl": "" }],
    ["there is a key", { ".local/state/helve/record.key": "" }],
  ])("needs a person where %s", async (_what, files) => {
    const { home, call } = inHome(files);
    const alone = await call(image);
    expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("a person has to confirm at a terminal") });
    expect(await call(image, { confirms: false })).toMatchObject({ code: 1 });
    expect(existsSync(join(home, ".local/state/helve/unattended.json"))).toBe(false);
  });

  it("is recorded where a person confirms", async () => {
    const { call, callsHelve } = inHome();
    await call(["hook", "install", "claude-code", "--yes"]);
    const { terminal } = await call(image, { confirms: true });
    expect(terminal).toContain("Let --yes stand for a person");
    expect(await call(uninstall)).toMatchObject({ code: 0 });
    expect(callsHelve()).toBe(false);
  });

  it("can't be had by another home or state folder", async () => {
    const { home, call, callsHelve } = inHome();
    await call(["hook", "install", "claude-code", "--yes"]);
    setAccountHome(home);
    const elsewhere = join(home, "elsewhere");
    mkdirSync(elsewhere);
    const environment = { XDG_STATE_HOME: join(elsewhere, ".local/state") };
    expect((await call(image, { environment })).code).toBe(2);
    expect((await helve(image, home, "", { home: elsewhere })).code).toBe(2);
    setAccountHome("/nonexistent");
    expect((await helve(image, home, "", { home: elsewhere })).code).toBe(0);
    expect((await call(uninstall, { environment })).code).toBe(2);
    expect(callsHelve()).toBe(true);
  });
});
