import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { helve, writeFiles } from "../helve.ts";

/** A session that has written a script, had a question approved for good, and then made many calls. */
async function longSession(home: string, rules: string) {
  writeFiles(home, {
    "project/src/a": "",
    "project/helve/rules.agentspec": rules,
    ".config/helve/policy.json": '{"tempDirectories": ["/nowhere"]}',
  });
  const cwd = join(home, "project");
  const send = async (event: object) => {
    const { code, out } = await helve(["hook", "codex"], cwd, JSON.stringify({ session_id: "s", cwd, ...event }), {
      home,
    });
    return code !== 0 ? "failed" : out === "" ? "" : JSON.parse(out).hookSpecificOutput.permissionDecisionReason;
  };
  let calls = 0;
  const before = (command: string) =>
    send({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: `${++calls}` });
  const run = async (command: string) => {
    expect(await before(command)).toBe("");
    const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: `${calls}`, tool_response: "" };
    await send({ hook_event_name: "PostToolUse", ...call });
  };
  await send({ hook_event_name: "UserPromptSubmit", prompt: "go" });
  await run("echo 'rm -rf src' > x.sh");
  const [, id = ""] = /helve allow (\w+)/.exec(await before("rm -rf ./src")) ?? [];
  await helve(["allow", id, "--session"], cwd, "", { home, confirms: true });
  for (let nth = 0; nth < 80; nth++) await run(`echo ${nth}`);
  const sessions = join(home, ".local/state/helve/sessions");
  const [checkpoint = ""] = readdirSync(sessions).filter((name) => name.endsWith(".checkpoint"));
  return { before, checkpoint: join(sessions, checkpoint) };
}

describe("a long session", () => {
  const rules =
    'rule @eighty trigger Bash check count(Bash where step.status == "success") >= 80 & args.command == "next" enforce stop end';
  const answers = async (before: (command: string) => Promise<string>) => [
    await before("sh x.sh"),
    await before("rm -rf ./src"),
    await before("next"),
    await before("ls"),
  ];
  const expected = [
    expect.stringContaining("rule @inspect_deletion: rm deletes src"),
    "",
    expect.stringContaining("rule @eighty"),
    "",
  ];

  // The calls are made once: each test begins with what was on the disk after them.
  const folder = mkdtempSync(join(tmpdir(), "helve-"));
  const [home, saved] = [join(folder, "home"), join(folder, "saved")];
  let session: Awaited<ReturnType<typeof longSession>>;
  beforeAll(async () => {
    session = await longSession(home, rules);
    cpSync(home, saved, { recursive: true, preserveTimestamps: true });
  });
  beforeEach(() => {
    rmSync(home, { recursive: true });
    cpSync(saved, home, { recursive: true, preserveTimestamps: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is remembered by a checkpoint", async () => {
    const { before, checkpoint } = session;
    expect(checkpoint).toMatch(/\.checkpoint$/);
    expect(await answers(before)).toEqual(expected);
  });

  it.each<readonly [what: string, change: (path: string) => void]>([
    ["is missing", (path) => rmSync(path)],
    ["is broken", (path) => writeFileSync(path, "{")],
    ["is empty", (path) => writeFileSync(path, "{}")],
    ["is of another log", (path) => writeFileSync(path, '{"guards":"","offset":1e9,"entries":[],"earlier":[]}')],
    ["is of other rules", (path) => writeFileSync(path, '{"guards":"","offset":0,"entries":[],"earlier":[]}')],
  ])("is remembered by the log if the checkpoint %s", async (_, change) => {
    const { before, checkpoint } = session;
    change(checkpoint);
    expect(await answers(before)).toEqual(expected);
  });
});
