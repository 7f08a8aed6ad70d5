// Commands of Helve that run without the guard still need a person, and records that no person made count for nothing.

import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome, type Ended, type Home, start } from "./home.ts";

const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

/** A home with a project, where a deletion is asked about. */
async function scratch() {
  const home = await createHome(["claude-code", "codex"]);
  onTestFinished(home.remove);
  // The project is in a folder for temporary files, where anything may be deleted by default.
  writeFileSync(join(home.folder, ".config/helve/policy.json"), `{"tempDirectories": ["/nowhere"]}`);
  const project = home.createProject();
  const path = join(home.folder, ".claude/settings.json");
  const settings = (): string => (existsSync(path) ? readFileSync(path, "utf8") : "there is no file");
  return { home, project, settings, ...callsIn(home, project) };
}

/** Functions that decide about a call of Codex in a project, and run a command in a shell there. */
function callsIn(home: Home, project: string) {
  const decide = async (command: string): Promise<string> => {
    const event = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", tool_name: "Bash" };
    const { code, out, err } = await home.helve(
      ["hook", "codex"],
      project,
      JSON.stringify({ ...event, tool_input: { command } }),
    );
    if (code !== 0) return `failed: ${err}`;
    return out === "" ? "silent" : JSON.parse(out).hookSpecificOutput.permissionDecisionReason;
  };
  const run = (command: string): Promise<Ended> =>
    start(["sh", "-c", command], { cwd: project, environment: home.environment });
  return { decide, run };
}

describe("helve hook uninstall --yes", () => {
  it.each([
    "helve hook uninstall claude-code --yes",
    `node "$(readlink -f "$(command -v helve)")" hook uninstall claude-code --yes`,
    `ln -s "$(command -v helve)" h; ./h hook uninstall claude-code --yes`,
    "cd ~/.local/lib/node_modules/h*/dist && node main.js hook uninstall claude-code --yes",
    "yes | helve hook uninstall claude-code",
    "yes | helve hook uninstall claude-code --yes",
    ...(hasTerminal
      ? [
          "(echo y; echo yes) | script -qec 'helve hook uninstall claude-code' /dev/null",
          "(echo y; echo yes) | script -qec 'helve hook uninstall claude-code --yes' /dev/null",
        ]
      : []),
  ])("leaves the settings as they are without a person: %s", async (command) => {
    const { run, settings } = await scratch();
    const before = settings();
    expect(before).toContain("hook claude-code");
    await run(command);
    expect(settings()).toBe(before);
  });
});

describe("helve log --purge --yes", () => {
  it("deletes no session without a person", async () => {
    const { home, decide, run } = await scratch();
    await decide("ls");
    const sessions = (): readonly string[] =>
      readdirSync(join(home.folder, ".local/state/helve/sessions")).filter((name) => name.endsWith(".jsonl"));
    const before = sessions();
    expect(before).toHaveLength(1);
    await run("helve log --purge --yes");
    expect(sessions()).toEqual(before);
  });
});

describe("helve init --force --yes", () => {
  it("replaces no rules without a person", async () => {
    const { project, run } = await scratch();
    const rules = (): string => readFileSync(join(project, "helve/rules.agentspec"), "utf8");
    const before = rules();
    await run("helve init --force --yes");
    expect(rules()).toBe(before);
  });
});

/** Code that calls a module of Helve as if a person had confirmed. */
const calling = (home: Home, code: string): string =>
  `node --input-type=module -e "const dist = '${home.dist}'; const io = { ask: async () => 'y', out() {}, err() {}, home: process.env.HOME, environment: process.env, cwd: process.cwd(), isLive: true, signal: new AbortController().signal, program: [] }; ${code}"`;

describe("helve trust", () => {
  it.skipIf(!hasTerminal)("trusts nothing that a program confirms without having read the question", async () => {
    const { decide, run } = await scratch();
    expect(await decide("rm -rf src")).toContain("@inspect_deletion");
    await run("(echo y; echo yes; echo trust) | script -qec 'helve trust' /dev/null");
    expect(await decide("rm -rf src")).toContain("@inspect_deletion");
  });

  it("does not count if only its module was called", async () => {
    const { home, decide, run } = await scratch();
    await run(calling(home, "const { trust } = await import(dist + '/trust.js'); await trust('.', {}, io)"));
    expect(await decide("rm -rf src")).not.toBe("silent");
  });

  it("does not count if its record comes from another home", async () => {
    const { home, decide, run } = await scratch();
    const other = join(home.folder, "other");
    mkdirSync(other);
    await run(
      `HOME=${other}; export HOME; ${calling(home, "const { trust } = await import(dist + '/trust.js'); await trust('.', {}, io)")}`,
    );
    const [from, to] = [other, home.folder].map((folder) => join(folder, ".local/state/helve/trusted.jsonl"));
    mkdirSync(join(home.folder, ".local/state/helve"), { recursive: true, mode: 0o700 });
    if (existsSync(from ?? "")) copyFileSync(from ?? "", to ?? "");
    expect(await decide("rm -rf src")).not.toBe("silent");
  });
});

describe("helve allow", () => {
  it.each<readonly [how: string, forge: (home: Home, id: string, project: string) => unknown]>([
    [
      "its module was called",
      (home, id, project) =>
        callsIn(home, project).run(
          calling(
            home,
            `const { allow } = await import(dist + '/allow.js'); await allow('${id}', { session: true }, io)`,
          ),
        ),
    ],
    [
      "a line was added to the session",
      (home, id) => {
        const sessions = join(home.folder, ".local/state/helve/sessions");
        const [log = ""] = readdirSync(sessions).filter((name) => name.endsWith(".jsonl"));
        const line = { type: "approval", at: Date.now(), id, scope: "session" };
        appendFileSync(join(sessions, log), `${JSON.stringify(line)}\n`);
      },
    ],
  ])("does not count if only %s", async (_how, forge) => {
    const { home, project, decide } = await scratch();
    const [, id = ""] = /helve allow ([0-9a-f]+)/.exec(await decide("rm -rf src")) ?? [];
    expect(id).not.toBe("");
    await forge(home, id, project);
    expect(await decide("rm -rf src")).not.toBe("silent");
  });

  it.skipIf(!hasTerminal)("shows each line of what is allowed, also after one that looks like a secret", async () => {
    const { decide, run } = await scratch();
    const reason = await decide("rm -rf src #-----BEGIN RSA PRIVATE KEY-----\necho the-second-line");
    const [, id = ""] = /helve allow ([0-9a-f]+)/.exec(reason) ?? [];
    const { out } = await run(`(echo n) | script -qec 'helve allow ${id}' /dev/null`);
    expect(out).toContain("the-second-line");
  });
});
