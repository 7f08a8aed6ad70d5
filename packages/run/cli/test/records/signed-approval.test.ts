import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "../helve.ts";

/** Sessions of Codex in a home. */
function sessions() {
  const home = folderWith({ ".config/helve/policy.json": '{"tempDirectories": ["/nowhere"]}', "src/a": "" });
  const logs = join(home, ".local/state/helve/sessions");
  const paths = (): readonly string[] =>
    readdirSync(logs).flatMap((name) => (name.endsWith(".jsonl") ? [join(logs, name)] : []));
  return {
    home,
    /** The log of a session. */
    log: (session: string): string =>
      paths().find((path) => readFileSync(path, "utf8").includes(`"session":"${session}"`)) ?? "",
    call: async (session_id: string, command = "rm -rf src") => {
      const event = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: "1" };
      const { code, out, err } = await helve(
        ["hook", "codex"],
        home,
        JSON.stringify({ session_id, cwd: home, ...event }),
        { home },
      );
      const [, id = ""] = /helve allow (\w+)/.exec(out) ?? [];
      return { id, err, decision: code !== 0 ? "failed" : out === "" ? "silent" : "deny" };
    },
    allow: (id: string, ...options: readonly string[]) =>
      helve(["allow", id, ...options], home, "", { home, confirms: true }),
  };
}

const lines = (path: string): readonly string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);
const lineWith = (path: string, text: string): string => `${lines(path).find((line) => line.includes(text))}\n`;

describe("an approval", () => {
  it("that nobody has signed denies everything, and the message names the log", async () => {
    const { log, call } = sessions();
    const { id } = await call("s");
    appendFileSync(log("s"), `${JSON.stringify({ type: "approval", at: Date.now(), id, scope: "session" })}\n`);
    const { decision, err } = await call("s");
    expect([decision, err]).toEqual([
      "failed",
      expect.stringContaining(`${log("s")}: the approval ${id} can't be checked`),
    ]);
  });

  it("with the signature of another one denies everything, too", async () => {
    const { log, call, allow } = sessions();
    const [first, second] = [await call("s", "rm src/a"), await call("s")];
    await allow(first.id);
    const approval = lineWith(log("s"), '"type":"approval"');
    appendFileSync(log("s"), approval.replace(first.id, second.id));
    const { decision, err } = await call("s");
    expect([decision, err]).toEqual(["failed", expect.stringContaining(`the approval ${second.id} has no valid`)]);
  });

  it("counts in its session only", async () => {
    const { log, call, allow } = sessions();
    const { id } = await call("one");
    await call("other", "ls");
    await allow(id, "--session");
    expect((await call("one")).decision).toBe("silent");
    appendFileSync(log("other"), lineWith(log("one"), '"type":"question"') + lineWith(log("one"), '"type":"approval"'));
    expect((await call("other")).decision).toBe("failed");
  });

  it("counts for its question only", async () => {
    const { log, call, allow } = sessions();
    const harmless = await call("s", "rm src/a");
    const harmful = await call("s");
    await allow(harmless.id, "--session");
    const digest = /"digest":"(\w+)"/.exec(lineWith(log("s"), `"id":"${harmful.id}"`))?.[1] ?? "";
    const replaced = lines(log("s")).map((line) =>
      line.includes(`"type":"question"`) && line.includes(harmless.id)
        ? line.replace(/"digest":"\w+"/, `"digest":"${digest}"`)
        : line,
    );
    writeFileSync(log("s"), replaced.map((line) => `${line}\n`).join(""));
    expect((await call("s")).decision).toBe("failed");
  });

  it.each([
    ["for once made one for the session", '"scope":"once"', '"scope":"session"'],
    ["with another time", '"at":', '"at":1'],
  ])("%s counts for nothing", async (_what, from, to) => {
    const { log, call, allow } = sessions();
    const { id } = await call("s");
    await allow(id);
    const approval = lineWith(log("s"), '"type":"approval"');
    expect(approval).toContain(from);
    writeFileSync(log("s"), readFileSync(log("s"), "utf8").replace(approval, approval.replace(from, to)));
    expect((await call("s")).decision).toBe("failed");
  });
});
