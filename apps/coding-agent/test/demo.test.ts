import { readdir } from "node:fs/promises";
import type { ActionReturn } from "@helve/core";
import { testedDemo } from "@helve/testing/demo";
import { describe, expect, it } from "vitest";
import { main } from "../src/command.ts";

const { run: demo, file, folder } = testedDemo(main);

async function scratchFolders(): Promise<readonly string[]> {
  return (await readdir(folder())).filter((name) => name.startsWith("helve-sandbox-"));
}

describe("the demo", () => {
  it.each([
    ["--approve", []],
    ["--reject", ["documents/thesis.md"]],
  ])("%s frees logs and caches, and leaves %j", async (decision, left) => {
    const { code, stdout } = await demo("--json", decision);
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { summary } = lines.pop();
    expect(summary.left.map(({ path }: { path: string }) => path)).toEqual(left);
    expect(summary.freed).toBeGreaterThan(1_700 * 1024);
    const returns = lines as readonly ActionReturn[];
    expect(returns.map(({ status }) => status)).toEqual([
      "success",
      "success",
      "invalid_arguments",
      "invalid_arguments",
      "success",
      ...Array(2).fill(decision === "--approve" ? "success" : "stopped"),
    ]);
    expect(await scratchFolders()).toEqual([]);
  });

  it("prints the calls, the decoded arguments, the violated rules, the decisions and the results", async () => {
    const { stdout } = await demo("--reject");
    for (const line of [
      `asks Terminal-Execute {"command": "rm documents/thesis.md"}`,
      "repaired fence",
      `action Terminal.Execute {"command":"find logs -name '*.log' -mtime +30 -delete"}`,
      `invalid_arguments Terminal.Execute: "timeout" must be a number (got "soon")`,
      "rule @inspect_important_deletion (line 4) is violated: its check is true",
      `is_delete_important_file(args.command) is true: rm deletes documents/thesis.md, which is important: it matches "documents/**"`,
      "rm documents/thesis.md\n                  ^^^^^^^^^^^^^^^^^^^^^^",
      "person rejected",
      "left 1 of 7 files\n                  documents/thesis.md (24 kB)",
    ]) {
      expect(stdout).toContain(line);
    }
    expect(stdout).not.toContain("\u001b");
  });

  it("rejects if there is no terminal at which a person can answer", async () => {
    const { stdout } = await demo();
    expect(stdout).toContain("it was rejected: there is no terminal to ask at");
    expect(stdout).toContain("documents/thesis.md (24 kB)");
  });

  it("runs with the rules and the script of the command line", async () => {
    const rules = await file(
      "stop.agentspec",
      "rule @never trigger Terminal.any check is_destructive enforce stop end",
    );
    const script = await file(
      "script.jsonl",
      `{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"Terminal.Execute","arguments":"{\\"command\\":\\"rm -rf logs\\"}"}}]}\n{"content":"Done."}\n`,
    );
    const { stdout } = await demo("--rules", rules, "--script", script);
    expect(stdout).toContain("stopped Terminal.Execute was stopped: rule @never");
    expect(stdout).toContain("left 7 of 7 files");
  });

  it.each([
    ["rule @still trigger state_change check True enforce stop end", 2, "state_change", "end"],
    ["rule @more trigger agent_finish check True enforce log end", 7, "agent_finish", "allow"],
  ])(
    "evaluates rules when its state has changed and when the agent wants to finish: %s",
    async (text, steps, event, kind) => {
      const rules = await file("events.agentspec", text);
      const { stdout } = await demo("--json", "--rules", rules);
      const printed = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(printed).toHaveLength(steps + 2);
      expect(printed.at(-2)).toMatchObject({ verdict: { kind, decision: { event } } });
      expect((await demo("--rules", rules)).stdout).toContain(`event ${event}\n`);
    },
  );

  it("fails with the reason if the model gives no answer", async () => {
    const rules = await file(
      "more.agentspec",
      "rule @more trigger agent_finish check True enforce llm_self_reflect end",
    );
    const { code, stdout, stderr } = await demo("--rules", rules);
    expect(code).toBe(1);
    expect(stderr).toBe("scripted: the script has 8 turns, and this is request 9\n");
    expect(stdout).toContain("left 0 of 7 files");
  });

  it("warns about a rule whose tool does not exist", async () => {
    const rules = await file("slip.agentspec", "rule @slip trigger Terminal.Exceute check enforce stop end");
    const { code, stderr } = await demo("--rules", rules);
    expect(code).toBe(0);
    expect(stderr).toContain(`${rules}:1:20: there is no tool "Exceute" in "Terminal"`);
    expect((await demo("--reject")).stderr).toBe("");
  });

  it.each<[string, string, string, readonly string[]]>([
    [
      "--rules",
      "a.agentspec",
      "rule @x\ntriger A.B\ncheck\nenforce stop\nend",
      [':2:1: expected "trigger" (got "triger")'],
    ],
    [
      "--rules",
      "b.agentspec",
      "rule @x trigger A.B check is_destuctive enforce stop end",
      [':1:27: rule @x: there is no predicate "is_destuctive"'],
    ],
    [
      "--script",
      "a.jsonl",
      '{"role": "assistant"}\n{"role": }\n{"role": "user"}',
      [":2:10: not JSON", ':3:1: "role" must be "assistant"'],
    ],
    ["--script", "b.jsonl", "", [":1:1: expected a message of a model"]],
  ])("refuses a broken file (%s %s) with its place, and runs nothing", async (option, name, text, messages) => {
    const path = await file(name, text);
    const { code, stdout, stderr } = await demo(option, path, "--approve");
    expect(code).toBe(2);
    expect(stdout).toBe("");
    for (const message of messages) expect(stderr).toContain(path + message);
    expect(await scratchFolders()).toEqual([]);
  });

  it.each([
    [["--rules", "/there/is/none"], "/there/is/none:1:1: can't be read"],
    [["--approve", "--reject"], "can't be combined"],
    [["--keep", "--model", "http://127.0.0.1:9/v1#none"], "can't be combined"],
    [["--nope"], "--nope"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await demo(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
