import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "../helve.ts";

/** A home with two projects whose rules are trusted. */
async function homeWithTrust() {
  const rules = "rule @own trigger X check enforce stop end\n";
  const home = folderWith({ "a/helve/rules.agentspec": rules, "b/helve/rules.agentspec": rules });
  const trust = (...args: readonly string[]) => helve(["trust", ...args], home, "", { home, confirms: true });
  await trust("a");
  await trust("b");
  const state = join(home, ".local/state/helve");
  const event = { session_id: "s", cwd: join(home, "a"), hook_event_name: "PreToolUse", tool_name: "Bash" };
  const call = JSON.stringify({ ...event, tool_input: { command: "rm -rf src" }, tool_use_id: "1" });
  return {
    ...{ home, trust, file: join(state, "trusted.jsonl"), key: join(state, "record.key") },
    /** The hook and the list: both must read the file. */
    read: async () => {
      const hook = await helve(["hook", "claude-code"], join(home, "a"), call, { home });
      const list = await helve(["trust", "--list"], home, "", { home });
      return { codes: [hook.code, list.code], messages: `${hook.err}${list.err}`, list: list.out };
    },
  };
}

describe("the record of trust", () => {
  it("is signed with a key that only the user can read", async () => {
    const { home, key, read } = await homeWithTrust();
    expect(statSync(key).mode & 0o777).toBe(0o600);
    expect(await read()).toMatchObject({ codes: [0, 0], list: `trusted  ${home}/a/helve\ntrusted  ${home}/b/helve\n` });
  });

  it.each<readonly [what: string, change: (file: string) => void]>([
    ["an added line", (file) => appendFileSync(file, '{"path":"/x/helve","hash":"0"}\n')],
    [
      "a line before the signature",
      (file) => writeFileSync(file, `{"path":"/x/helve","hash":"0"}\n${readFileSync(file, "utf8")}`),
    ],
    ["a removed line", (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/^.*\n/, ""))],
    ["a removed signature", (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/.*\n$/, ""))],
    ["a changed line", (file) => writeFileSync(file, readFileSync(file, "utf8").replace("/a/helve", "/c/helve"))],
    [
      "lines in another order",
      (file) => writeFileSync(file, readFileSync(file, "utf8").replace(/^(.*\n)(.*\n)/, "$2$1")),
    ],
    ["no lines", (file) => writeFileSync(file, "")],
    ["the signature of another text", (file) => writeFileSync(file, `{"signature":"${"0".repeat(64)}"}\n`)],
  ])("counts for nothing with %s: everything is denied, and the message names the file", async (_what, change) => {
    const { file, read } = await homeWithTrust();
    change(file);
    const { codes, messages } = await read();
    expect(codes).toEqual([2, 2]);
    expect(messages.split(file)).toHaveLength(3);
  });

  it("can't be brought back from before a removal by removing lines", async () => {
    const { file, read, trust } = await homeWithTrust();
    const [first = ""] = readFileSync(file, "utf8").split("\n");
    await trust("a", "--remove");
    const [, signature = ""] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, `${first}\n${signature}\n`);
    expect((await read()).codes).toEqual([2, 2]);
  });

  it.skipIf(process.platform === "win32").each<readonly [what: string, change: (key: string) => void]>([
    ["missing", (key) => rmSync(key)],
    ["another one", (key) => writeFileSync(key, Buffer.alloc(32))],
    ["empty", (key) => writeFileSync(key, "")],
    ["readable for others", (key) => chmodSync(key, 0o644)],
    [
      "a link",
      (key) => {
        renameSync(key, `${key}.moved`);
        symlinkSync(`${key}.moved`, key);
      },
    ],
    ["a file with a second name", (key) => linkSync(key, `${key}.second`)],
  ])("counts for nothing if the key is %s", async (_what, change) => {
    const { key, read } = await homeWithTrust();
    change(key);
    expect((await read()).codes).toEqual([2, 2]);
  });

  it("counts for nothing in the state folder of somebody else", async () => {
    const [one, other] = [await homeWithTrust(), await homeWithTrust()];
    copyFileSync(one.file, other.file);
    expect((await other.read()).codes).toEqual([2, 2]);
  });
});
