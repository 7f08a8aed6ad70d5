import { join } from "node:path";
import { cachedPackage } from "@helve/testing/cached-package";
import { describe, expect, inject, it } from "vitest";
import { type AgentRun, runAgent } from "./agent-run.ts";
import { claudeCode } from "./agents/claude-code.ts";
import type { Scenario } from "./scenario.ts";
import { testAgent } from "./suite.ts";

await testAgent(claudeCode);

const installed = await cachedPackage(claudeCode.install);

/** Runs calls whose results are withheld: those of one tool, or of all. */
function runWithheld(steps: Scenario["steps"], tools: readonly string[], withheld = "any"): Promise<AgentRun> {
  if ("missing" in installed) throw new Error(installed.missing);
  const agent = {
    ...claudeCode,
    args: (request: string) => [
      ...claudeCode.args(request),
      ...(tools.length > 0 ? ["--tools", tools.join(",")] : []),
      ...["--mcp-config", "mcp.json"],
    ],
  };
  const rules = `rule @secret trigger after_action ${withheld} check True enforce stop end`;
  const program = join(installed.folder, "node_modules/.bin", claudeCode.install.bin);
  return runAgent(agent, { files, rules, steps }, { agent: program, helve: inject("helve") });
}

const files = {
  "a.txt": "the 42\ntwo\n",
  "a.ipynb": JSON.stringify({
    cells: [{ cell_type: "code", source: ["the_42"], outputs: [], metadata: {}, execution_count: 1 }],
    ...{ metadata: {}, nbformat: 4, nbformat_minor: 5 },
  }),
  "mcp.json": JSON.stringify({ mcpServers: { bank: { command: process.execPath, args: ["mcp.mjs"] } } }),
  "mcp.mjs": `import { createInterface } from "node:readline";
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const content = [{ type: "text", text: "the 42" }];
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bank", version: "1" } },
    "tools/list": { tools: [{ name: "balance", inputSchema: { type: "object" } }, { name: "fail", inputSchema: { type: "object" } }] },
    "tools/call": { content, isError: params?.name === "fail" },
  };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }) + "\\n");
});
`,
};

const read = { call: { name: "Read", args: { file_path: "a.txt" } } };

describe.skipIf("missing" in installed)("withheld results of Claude Code", () => {
  it.each<{ readonly tool: string; readonly args: Readonly<Record<string, string>>; readonly isExtra?: true }>([
    { tool: "Read", args: { file_path: "a.txt" } },
    { tool: "Read", args: { file_path: "a.ipynb" } },
    { tool: "Glob", args: { pattern: "*.txt" }, isExtra: true },
    { tool: "Grep", args: { pattern: "the 4", output_mode: "content" }, isExtra: true },
    { tool: "Grep", args: { pattern: "the 4" }, isExtra: true },
    { tool: "Write", args: { file_path: "b.txt", content: "b" } },
    { tool: "WebSearch", args: { query: "answer" }, isExtra: true },
    { tool: "mcp__bank__balance", args: {} },
  ])("never reach the model: $tool $args", async ({ tool, args, isExtra }) => {
    using done = await runWithheld([{ call: { name: tool, args } }, { run: "echo next" }], isExtra ? [tool] : []);
    expect(done.results, done.printed).toHaveLength(2);
    expect(done.results[0]).toContain("The result is withheld: rule @secret");
    expect(done.results[0]).not.toMatch(/the.42|a\.txt|b\.txt/);
  });

  it("never reach the model: Edit", async () => {
    const args = { file_path: "a.txt", old_string: "two", new_string: "three" };
    using done = await runWithheld([read, { call: { name: "Edit", args } }], [], "Edit");
    expect(done.results[0]).toContain("the 42");
    expect(done.results[1]).toContain("The result is withheld: rule @secret");
    expect(done.results[1]).not.toContain("a.txt");
  });

  it.each([
    { what: "the error of a command", step: { run: "echo the $((6*7)); exit 3" } },
    { what: "the error of an MCP tool", step: { call: { name: "mcp__bank__fail", args: {} } } },
    {
      what: "the result of a tool whose form is not known",
      step: { call: { name: "CronList", args: {} } },
      tool: "CronList",
    },
  ])("end the turn where Claude Code can't replace them: $what", async ({ step, tool }) => {
    using done = await runWithheld([step, { run: "echo next > next.txt" }], tool === undefined ? [] : [tool]);
    expect([done.calls, done.results], done.printed).toEqual([1, []]);
  });
});
