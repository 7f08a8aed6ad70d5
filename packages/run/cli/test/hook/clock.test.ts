import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "../helve.ts";

describe("a wall clock that is set", () => {
  it("is no reason to deny, and a broken record of the clock is", async () => {
    const home = folderWith();
    const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, session_id: "s" };
    const decide = () => helve(["hook", "codex"], home, JSON.stringify({ ...call, cwd: home }), { home });
    expect(await decide()).toMatchObject({ code: 0, out: "" });
    writeFileSync(join(home, ".local/state/helve/clock.json"), "[]");
    expect(await decide()).toMatchObject({ code: 2, err: expect.stringContaining("clock.json") });
  });
});
