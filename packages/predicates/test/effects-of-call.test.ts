import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";
import { effectsOfCall, type Policy } from "../src/index.ts";

const policy: Policy = { languages: { shell, python }, workingDirectory: "/srv", home: "/home/ada" };
const past = { trajectory: [] };

describe("effectsOfCall", () => {
  it("lists effects, programs, and what is written", () => {
    const action = { id: "1", name: "Bash", args: { command: "echo hi > a.txt; rm b" } };
    const { effects, commands, written, isKnownTool } = effectsOfCall(action, policy, past);
    expect(effects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["write", "delete"]));
    expect(effects.map(({ kind }) => kind)).not.toContain("command");
    expect(commands.map(({ words }) => words[0]?.text)).toEqual(["echo", "rm"]);
    expect(written.get("a.txt")?.text).toBe("hi\n");
    expect(isKnownTool).toBe(true);
  });

  it("names code of another language as a program", () => {
    const action = { id: "1", name: "PythonREPL.Run", args: { code: "print(1)" } };
    expect(effectsOfCall(action, policy, past).commands).toMatchObject([
      { words: [{ text: "python" }, { text: "print(1)", isCode: true }], isModeled: false },
    ]);
  });

  it("says that nothing is known of a tool", () => {
    const action = { id: "1", name: "mcp__x__save", args: { where: "/etc/passwd" } };
    expect(effectsOfCall(action, policy, past)).toMatchObject({ effects: [], commands: [], isKnownTool: false });
  });
});
