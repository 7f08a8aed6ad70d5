import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HookClient, type HookDecision, readHookEvent, writeHookAnswer } from "@helve/hooks";
import { cachedPackage } from "@helve/testing/cached-package";
import { describe, expect, it } from "vitest";

const tool = { tool_name: "Bash", tool_input: { command: "ls" } };
const call = { ...tool, tool_use_id: "t1" };
const claude = { session_id: "s", transcript_path: "/t", cwd: "/p", permission_mode: "default" };
const copilot = { sessionId: "s", timestamp: 0, workingDirectory: "/p", toolName: "bash", toolArgs: { command: "ls" } };
const textResult = { resultType: "success", textResultForLlm: "a" };

/** The types that SDKs publish for hooks, and events that have them. */
const sdks = [
  {
    client: "claude-code",
    install: { name: "@anthropic-ai/claude-agent-sdk", version: "0.3.330" },
    types: "sdk.d.ts",
    events: [
      ["PreToolUse", "PreToolUseHookInput", "SyncHookJSONOutput", { ...claude, ...call }],
      ["PostToolUse", "PostToolUseHookInput", "SyncHookJSONOutput", { ...claude, ...call, tool_response: "a" }],
      ["PermissionRequest", "PermissionRequestHookInput", "SyncHookJSONOutput", { ...claude, ...tool }],
      ["UserPromptSubmit", "UserPromptSubmitHookInput", "SyncHookJSONOutput", { ...claude, prompt: "Hi" }],
    ],
  },
  {
    client: "copilot",
    install: { name: "@github/copilot-sdk", version: "1.0.14" },
    types: "dist/types.d.ts",
    events: [
      ["preToolUse", "PreToolUseHookInput", "PreToolUseHookOutput", copilot],
      ["postToolUse", "PostToolUseHookInput", "PostToolUseHookOutput", { ...copilot, toolResult: textResult }],
    ],
  },
] as const satisfies readonly {
  readonly client: HookClient;
  readonly install: object;
  readonly types: string;
  readonly events: readonly (readonly [event: string, input: string, output: string, fields: object])[];
}[];

const decisions: readonly HookDecision[] = [
  { kind: "allow" },
  { kind: "deny", reason: "rule @r" },
  { kind: "ask", reason: "rule @r", allowOnce: "helve allow 1" },
  { kind: "rewrite", args: { command: "ls -a" }, reason: "rule @r" },
];

describe.each(sdks)("the types of $install.name $install.version", async ({ client, install, types, events }) => {
  const cached = await cachedPackage(install, ["--ignore-scripts", "--omit=optional", "--omit=peer"]);
  if ("missing" in cached) {
    it.skip(`are not checked: ${cached.missing}`);
    return;
  }

  it("are those of the events that are read and of every answer", () => {
    const lines: string[] = [];
    for (const [name, input, output, fields] of events) {
      const withName = client === "claude-code" ? { ...fields, hook_event_name: name } : fields;
      const { value: event } = readHookEvent(client, withName, { event: name });
      if (event === undefined) throw new Error(`${name} is not read`);
      // The SDK has times as objects; the hook reads them as JSON.
      const literal = JSON.stringify(withName).replace('"timestamp":0', '"timestamp":new Date(0)');
      lines.push(`({ value: ${literal} }) satisfies { value: sdk.${input} };`);
      for (const decision of decisions) {
        const { stdout } = writeHookAnswer(event, decision);
        if (stdout !== "") lines.push(`(${stdout.trim()}) satisfies sdk.${output};`);
      }
    }
    expect(lines.length).toBeGreaterThan(events.length * 2);
    const from = join(cached.folder, "node_modules", install.name, types);
    expect(typeErrors(`import type * as sdk from ${JSON.stringify(from)};\n${lines.join("\n")}\n`)).toBe("");
    // The types are found, so that something is checked.
    expect(
      typeErrors(`import type * as sdk from ${JSON.stringify(from)};\n({ no: 1 }) satisfies sdk.${events[0][2]};\n`),
    ).toMatch(/\bno\b/);
  });
});

/** The compiler's errors about a module. */
function typeErrors(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-types-"));
  try {
    writeFileSync(join(folder, "answers.ts"), text);
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--ignoreConfig"];
    const { stdout } = spawnSync("tsc", [...options, "--allowImportingTsExtensions", "answers.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
