import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "../bundle.ts";
import { kill } from "../daemon-process.ts";
import { folderWith } from "../helve.ts";
import type { Ended } from "../loosening/home.ts";
import { type HookdHome, hookdHome } from "./hookd-home.ts";

const bash = (command: string): object => {
  return { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, tool_use_id: command };
};
const allowed: Ended = { code: 0, out: "", err: "" };

/** A home without a daemon, whose full process starts from a snapshot. */
async function withSnapshot(): Promise<HookdHome & { readonly dist: string; readonly record: string }> {
  const installed = folderWith();
  cpSync(bundledProgram(), installed, { recursive: true });
  const home = hookdHome(join(installed, "dist"));
  await home.hook({ hook_event_name: "SessionStart" });
  const pid = await home.daemon();
  const cache = join(home.state, "cache");
  const records = (): readonly string[] => readdirSync(cache).filter((name) => /^snapshot-[0-9a-f]+$/.test(name));
  await expect.poll(records).toHaveLength(1);
  kill(pid, "SIGKILL");
  for (const name of home.files("hookd-")) rmSync(join(home.state, name));
  const [record = ""] = records();
  return { ...home, dist: join(installed, "dist"), record: join(cache, record) };
}

describe.skipIf(process.platform === "win32")("the startup snapshot that helve hookd builds", () => {
  it("answers a session as the files of the program do, with other random names each time", async () => {
    const home = await withSnapshot();
    rmSync(join(home.dist, "hook.js"));
    const other = hookdHome();
    const commands = [
      "git status",
      "rm -rf /etc",
      "helve trust",
      "rm -rf /usr",
      `php -r 'unlink("/etc/passwd");'`,
      `python3 -c 'import shutil; shutil.rmtree("/etc")'`,
    ];
    const answerOf = ({ code, out, err }: Ended, { folder }: HookdHome): Ended => {
      return { code, out: out.replaceAll(folder, "HOME").replaceAll(/helve allow \w+/g, "helve allow ID"), err };
    };
    for (const command of commands) {
      startNoDaemon(home);
      const answer = answerOf(await home.hook(bash(command)), home);
      expect(answer).toEqual(answerOf(await other.process(bash(command)), other));
    }
    const sessions = join(home.state, "sessions");
    const logs = readdirSync(sessions).filter((name) => name.endsWith(".jsonl"));
    const entries = logs.flatMap((name) => readFileSync(join(sessions, name), "utf8").trim().split("\n"));
    const ids = entries.flatMap((entry) => JSON.parse(entry).id ?? []);
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is used only while it, its record, Node and the program are as they were", async () => {
    const home = await withSnapshot();
    const { dist, record } = home;
    const code = readFileSync(join(dist, "hook.js"));
    const isUsed = async (): Promise<boolean> => {
      startNoDaemon(home);
      expect(await home.hook(bash("git status"))).toEqual(allowed);
      rmSync(join(dist, "hook.js"));
      const without = await home.hook(bash("git status"));
      writeFileSync(join(dist, "hook.js"), code);
      return without.code === 0;
    };
    const changes: readonly (() => void)[] = [
      () => appendFileSync(record, "1\n"),
      () => rmSync(record),
      () => chmodSync(record, 0o644),
      () => rewrite(`${record}.blob`, (blob) => Buffer.concat([blob, Buffer.from(" ")])),
      () => rewrite(join(dist, "build-id"), (text) => text),
    ];
    for (const change of changes) {
      trust(home);
      expect(await isUsed()).toBe(true);
      change();
      expect(await isUsed(), `${change}`).toBe(false);
    }
    rmSync(`${record}.blob`);
    expect(await isUsed()).toBe(false);
  });
});

/** Writes the record of the files as they are now. */
function trust({ dist, record }: { readonly dist: string; readonly record: string }): void {
  const lines = [process.execPath, join(dist, "build-id"), `${record}.blob`].map((path) => {
    const { dev, ino, mode, uid, size, mtimeMs, ctimeMs } = statSync(path);
    return `${[dev, ino, mode, uid, size, Math.floor(mtimeMs / 1000), Math.floor(ctimeMs / 1000)].join(" ")}\n`;
  });
  rmSync(record, { force: true });
  writeFileSync(record, lines.join(""), { mode: 0o600 });
}

/** Replaces a file. */
function rewrite(path: string, change: (content: Buffer) => Buffer): void {
  const content = readFileSync(path);
  const { mode } = statSync(path);
  rmSync(path);
  writeFileSync(path, change(content), { mode });
}

/** Lets the script start no daemon for some seconds. */
function startNoDaemon({ state }: HookdHome): void {
  const start = join(state, "hookd.start");
  if (existsSync(start)) rmSync(start, { recursive: true });
  mkdirSync(start);
}
