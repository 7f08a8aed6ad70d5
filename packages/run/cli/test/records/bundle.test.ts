import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { folderWith, helve } from "../helve.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(packageFolder, ".vitest/bundle-names/dist");

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/bundle.ts", dist, "--export-names", "--quick"], { cwd: packageFolder });
});

const textOf = (name: string): string => readFileSync(join(dist, name), "utf8");

describe("the bundle", () => {
  it("exports nothing that signs a record of a person or reads its key", () => {
    const files = readdirSync(dist).filter((name) => name.endsWith(".js"));
    expect(
      files.filter((name) => textOf(name).includes('"record.key"') || textOf(name).includes("`record.key`")),
    ).toEqual(["hook.js"]);
    expect(files.filter((name) => textOf(name).includes("createHmac"))).toContain("hook.js");
    const folder = join(packageFolder, "src/records");
    const declared = readdirSync(folder).flatMap((name) =>
      Array.from(
        readFileSync(join(folder, name), "utf8").matchAll(/^(?:export )?(?:async )?function (\w+)/gm),
        ([, fn = ""]) => fn,
      ),
    );
    expect(declared).toContain("signature");
    const lists = Array.from(textOf("hook.js").matchAll(/\bexport\s*\{([^}]*)\}/g), ([, list = ""]) => list.split(","));
    const exported = lists.flat().map((each) => /(\w+)(?:\$\d+)?\s*$/.exec(each)?.[1] ?? "");
    // Each of them asks a person, or makes no record.
    expect(exported.filter((name) => declared.includes(name)).sort()).toEqual([
      ...[
        "confirmLoosening",
        "createRecordKey",
        "forgetLearned",
        "isTrusted",
        "learnedCalls",
        "recordLearned",
        "recordTrust",
      ],
      ...["recordUnattended", "signedApproval", "trustedFolders"],
    ]);
  });

  it.skipIf(process.platform === "win32")("lets nobody who imports its modules make a record of a person", async () => {
    const home = folderWith({ "helve/rules.agentspec": "rule @own trigger X check enforce stop end\n" });
    const call = { tool_name: "Bash", tool_input: { command: "rm -rf /etc/hosts" }, tool_use_id: "1" };
    const event = { session_id: "s", cwd: home, hook_event_name: "PreToolUse", ...call };
    const { out } = await helve(["hook", "codex"], home, JSON.stringify(event), { home });
    const [, id = "no id"] = /helve allow (\w+)/.exec(out) ?? [];
    const code = `
      const io = { ask: async () => "y", out() {}, err() {}, home: ${JSON.stringify(home)}, cwd: ${JSON.stringify(home)}, environment: {} };
      const { trust } = await import(${JSON.stringify(join(dist, "trust.js"))});
      const { allow } = await import(${JSON.stringify(join(dist, "allow.js"))});
      const records = await import(${JSON.stringify(join(dist, "hook.js"))});
      const call = { digest: "", effects: "", rules: [], folder: "/", label: "" };
      const question = { id: "0123abcd", digest: "", effects: "", rules: [] };
      const attempts = [
        () => trust(".", {}, io),
        () => trust(".", { yes: true }, io),
        () => allow("${id}", { session: true }, io),
        () => records.recordTrust({ path: "/x/helve", hash: "0" }, {}, io),
        () => records.recordTrust({ path: "/x/helve", hash: "0" }, { yes: true }, io),
        () => records.signedApproval(question, { scope: "session", session: {}, details: "" }, io),
        () => records.recordUnattended(io),
        () => records.recordLearned(call, { details: "" }, io),
        () => records.recordLearned(call, { details: "", yes: true }, io),
      ];
      for (const attempt of attempts) console.log(await attempt().then(() => "made", ({ message }) => message));
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: home, detached: true });
    // It has a session of its own, so no terminal.
    const printed = (await text(child.stdout)).trim().split("\n");
    const refused = /^(?:a person has to confirm at a terminal|--yes does not stand for a person here)/;
    expect(printed.filter((line) => !refused.test(line))).toEqual([]);
    expect(printed).toHaveLength(9);
    const state = readdirSync(join(home, ".local/state/helve"));
    expect(state).not.toContain("trusted.jsonl");
    expect(state).not.toContain("unattended.json");
    expect(state).not.toContain("learned.jsonl");
  });
});
