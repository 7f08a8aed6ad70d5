import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

/** Sends calls of a new session in a home, and answers the questions about them. */
async function session(home: string, id: string, command: string, answer: "yes" | "none", cwd = home): Promise<string> {
  const event = { hook_event_name: "PreToolUse", session_id: id, cwd, tool_name: "Bash", tool_input: { command } };
  const { out, err } = await helve(["hook", "codex"], cwd, JSON.stringify(event), { home });
  const [, question] = /helve allow (\w+)/.exec(out) ?? [];
  if (answer === "yes" && question !== undefined) await helve(["allow", question], home, "", { home, confirms: true });
  return out + err;
}

async function homeAfter(command: string, answers: readonly ("yes" | "none")[]): Promise<string> {
  const home = folderWith({ ".config/helve/policy.json": "{}" });
  for (const [index, answer] of answers.entries()) await session(home, `s${index}`, command, answer);
  return home;
}

const learnIn = (home: string, args: readonly string[] = [], confirms?: boolean) =>
  helve(["learn", ...args], home, "", { home, confirms });

describe("helve learn", () => {
  it("proposes a call that was approved often, allows it after a yes, and asks again after --undo", async () => {
    const home = await homeAfter("kill 4242", ["yes", "yes", "yes"]);
    const { out } = await learnIn(home);
    expect(out).toMatch(/^\w{8} {2}Bash kill 4242\n {2}approved 3 times in 3 sessions, last on [\d-]+, in /);
    const id = out.slice(0, 8);
    expect(await learnIn(home, [id], false)).toMatchObject({ code: 1, out: expect.stringContaining("not learned") });
    expect(existsSync(join(home, ".local/state/helve/learned.jsonl"))).toBe(false);
    expect(await learnIn(home, [id], true)).toMatchObject({ code: 0, out: expect.stringContaining("learned") });
    expect(await session(home, "b", "kill 4242", "none")).not.toContain("helve allow");
    expect(await session(home, "c", "kill 4243", "none")).toContain("helve allow");
    mkdirSync(join(home, "other"));
    expect(await session(home, "d", "kill 4242", "none", join(home, "other"))).toContain("helve allow");
    expect((await learnIn(home, ["--undo"])).out).toBe("rules ask again about Bash kill 4242\n");
    expect(await session(home, "e", "kill 4242", "none")).toContain("helve allow");
    expect(await learnIn(home, ["--undo"])).toMatchObject({ code: 1, out: "nothing was learned\n" });
  });

  it.each([
    ["a deletion", "rm -rf src", ["yes", "yes", "yes"]],
    ["a secret", "cat ~/.ssh/id_rsa", ["yes", "yes", "yes"]],
    ["code that is not read", 'eval "$X"', ["yes", "yes", "yes"]],
    ["a call that was rejected once", "kill 4242", ["none", "yes", "yes", "yes"]],
    ["a call that was approved less often", "kill 4242", ["yes", "yes"]],
  ] as const)("proposes nothing for %s", async (_, command, answers) => {
    const home = await homeAfter(command, answers);
    expect((await learnIn(home)).out).toBe("no call was answered the same way often enough\n");
  });

  it("proposes a rule against a call that was always rejected", async () => {
    const home = await homeAfter("kill 4242", ["none", "none", "none"]);
    const { out } = await learnIn(home);
    const [first = "", ...rule] = out.trimEnd().split("\n");
    expect(first).toBe("rejected 3 times: Bash kill 4242");
    expect(parseProgram(rule.join("\n")).rules).toHaveLength(1);
  });

  it("denies every call if the record was not made by a person", async () => {
    const home = await homeAfter("kill 4242", ["yes", "yes", "yes"]);
    await learnIn(home, [(await learnIn(home)).out.slice(0, 8)], true);
    appendFileSync(join(home, ".local/state/helve/learned.jsonl"), '{"digest":"x"}\n');
    expect(await session(home, "b", "ls", "none")).toContain("learned.jsonl has no valid signature");
  });

  it("refuses what is no proposal and no number", async () => {
    const home = folderWith();
    expect(await learnIn(home, ["12345678"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no proposal 12345678"),
    });
    expect(await learnIn(home, ["--times", "1"])).toMatchObject({ code: 2, err: expect.stringContaining("--times") });
  });
});
