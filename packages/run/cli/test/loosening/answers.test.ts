// An answer that is lost, and an event that can't be read, deny.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome, start } from "./home.ts";

const denied = "echo '{}' > ~/.claude/settings.json";

async function project() {
  const home = await createHome(["claude-code"]);
  onTestFinished(home.remove);
  const folder = home.createProject();
  const event = (fields: object, command = denied): string =>
    JSON.stringify({
      ...{ session_id: "s", cwd: folder, permission_mode: "default", hook_event_name: "PreToolUse" },
      ...{ tool_name: "Bash", tool_input: { command }, tool_use_id: "1", ...fields },
    });
  const inShell = (script: string, stdin: string) =>
    start(["sh", "-c", script, process.execPath, join(home.dist, "main.js"), "hook", "claude-code"], {
      ...{ cwd: folder, environment: home.environment, stdin },
    });
  return { home, folder, event, inShell };
}

describe("a denial", () => {
  it("is an exit code if standard output is closed", async () => {
    const { event, inShell } = await project();
    expect(await inShell(`exec "$0" "$@" >&-`, event({}))).toMatchObject({ code: 2 });
  });

  it.skipIf(!existsSync("/dev/full"))("is an exit code if standard output is full", async () => {
    const { event, inShell } = await project();
    expect(await inShell(`exec "$0" "$@" >/dev/full`, event({}))).toMatchObject({ code: 2 });
  });
});

describe("an event", () => {
  it("is denied if its bytes are no UTF-8", async () => {
    const { event, inShell } = await project();
    const bytes = String.raw`s/MARK/\xff/`;
    const { code, out } = await inShell(`LC_ALL=C sed '${bytes}' | "$0" "$@"`, event({}, "echo MARK"));
    expect([code, out]).not.toEqual([0, ""]);
  });

  it("is not let pass if its name is unknown but it has a call", async () => {
    const { home, folder, event } = await project();
    const { code, out } = await home.helve(
      ["hook", "claude-code"],
      folder,
      event({ hook_event_name: "BeforeToolCall" }),
    );
    expect([code, out]).not.toEqual([0, ""]);
  });

  it("is recorded beside equal ones that arrive at the same time", async () => {
    const { home, folder } = await project();
    const calls = Array.from({ length: 5 }, (_, index) =>
      JSON.stringify({
        ...{ conversation_id: "c", generation_id: "g", model: "auto", hook_event_name: "preToolUse" },
        ...{ cursor_version: "3.9.16", workspace_roots: [folder], cwd: folder },
        ...{ tool_name: "Shell", tool_input: { command: "ls" }, tool_use_id: `call_${index}` },
      }),
    );
    await Promise.all(calls.map((call) => home.helve(["hook", "cursor"], folder, call)));
    const { out } = await home.helve(["log", "--json"], folder);
    expect(out.trim().split("\n")).toHaveLength(5);
  });
});
