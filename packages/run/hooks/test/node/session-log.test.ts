import { lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SessionEntry, withSessionLog } from "@helve/hooks/node";
import { describe, expect, it } from "vitest";
import { sessionView } from "../../src/node/session-steps.ts";
import { folderWith } from "./folder-with.ts";

const clock = (): number => 0;
const session = (folder: string) => ({ folder: join(folder, "state"), client: "claude-code", session: "s", clock });
const prompt = (text: string, at = 0): SessionEntry => ({ type: "prompt", at, text });
const append = (folder: string, ...entries: readonly SessionEntry[]) =>
  withSessionLog(session(folder), (log) => {
    for (const entry of entries) log.append(entry);
  });
const read = (folder: string) => withSessionLog(session(folder), ({ entries }) => [...entries]);
const logFile = (folder: string) => {
  const sessions = join(folder, "state", "sessions");
  return join(sessions, readdirSync(sessions).find((name) => name.endsWith(".jsonl")) ?? "");
};

describe("withSessionLog", () => {
  it("keeps entries in a file that only the user can read, whose name says nothing", async () => {
    const folder = folderWith();
    await append(folder, prompt("one"), prompt("two"));
    expect(await read(folder)).toEqual([prompt("one"), prompt("two")]);
    expect(lstatSync(join(folder, "state")).mode & 0o777).toBe(0o700);
    expect(lstatSync(logFile(folder)).mode & 0o777).toBe(0o600);
    expect(logFile(folder)).toMatch(/\/[0-9a-f]{40}\.jsonl$/);
    expect(readdirSync(join(folder, "state", "sessions"))).toHaveLength(1);
  });

  it("keeps the whole text, also of what looks like a secret: later decisions depend on it", async () => {
    const folder = folderWith();
    const entry = prompt("the token is ghp_0123456789abcdefghijklmnopqrstuvwxyz\n-----BEGIN RSA PRIVATE KEY-----\nls");
    await append(folder, entry);
    expect(await read(folder)).toEqual([entry]);
  });

  it("separates sessions and clients", async () => {
    const folder = folderWith();
    await append(folder, prompt("one"));
    const other = { ...session(folder), session: "s2" };
    expect(await withSessionLog(other, ({ entries }) => entries.length)).toBe(0);
  });

  it("refuses a log that is cut, broken or a link: what is not known must not be taken for nothing", async () => {
    const folder = folderWith({ "elsewhere.jsonl": "" });
    await append(folder, prompt("one"));
    const path = logFile(folder);
    writeFileSync(path, '{"type":"prompt"');
    await expect(read(folder)).rejects.toThrow("ends in the middle of an entry");
    writeFileSync(path, "nothing\n");
    await expect(read(folder)).rejects.toThrow(":1 is no entry");
    writeFileSync(path, '{"type":"of a later version"}\n');
    await expect(read(folder)).rejects.toThrow(":1 is no entry");
    const linked = folderWith({ "elsewhere/x": "" });
    symlinkSync(join(linked, "elsewhere"), join(linked, "state"));
    await expect(read(linked)).rejects.toThrow("must be a folder");
  });
});

describe("sessionView", () => {
  const call = (id: string, kind: "allow" | "deny" | "ask"): SessionEntry => {
    return {
      type: "call",
      at: 1,
      call: id,
      tool: "Bash",
      args: { command: id },
      digest: id,
      verdict: { kind, rules: [] },
    };
  };
  const result = (id: string, failed = false): SessionEntry => ({
    type: "result",
    at: 2,
    call: id,
    result: "out",
    failed,
  });

  it("has the steps that ended, those that did not run, and those in flight", () => {
    const entries = [
      prompt("do it"),
      call("a", "allow"),
      call("b", "deny"),
      call("c", "ask"),
      call("d", "allow"),
      result("a"),
      result("d", true),
    ];
    const { prompts, trajectory } = sessionView(entries);
    expect(prompts).toEqual(["do it"]);
    expect(trajectory.map(({ action, status, inFlight }) => [action.id, inFlight ?? status])).toEqual([
      ["b", "stopped"],
      ["a", "success"],
      ["d", "failed"],
      ["c", true],
    ]);
  });

  it("does not know what happened to calls without a result before the next request", () => {
    const { trajectory } = sessionView([call("a", "ask"), prompt("next"), result("a"), result("unseen")]);
    expect(trajectory.map(({ action, status }) => [action.id, status])).toEqual([["a", "timed_out"]]);
  });
});
