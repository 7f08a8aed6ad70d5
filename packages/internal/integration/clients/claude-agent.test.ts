import { join } from "node:path";
import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import { cachedPackage } from "@helve/testing/cached-package";
import { afterAll, describe, expect, it } from "vitest";
import { agentSetup, askAbove50, pay, world } from "../test/adapters/agent-setup.ts";
import { testAdapter } from "../test/adapters/scenario.ts";
import { scenarios } from "../test/adapters/scenarios.ts";
import { claudeAgentAdapter, removeFolders } from "./adapters/claude-agent.ts";

const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
const installed = await cachedPackage({ name, version: "0.3.332" });

afterAll(removeFolders);

if ("missing" in installed) it.skip(`@helve/claude-agent is not tested: ${installed.missing}`);
else {
  const program = join(installed.folder, "node_modules", name, "claude");
  testAdapter(claudeAgentAdapter(program), scenarios);

  describe("@helve/claude-agent", () => {
    it("denies calls that Claude Code can't defer, also if canUseTool would allow them", async () => {
      const bank = world();
      const turns = [[pay("a", { amount: 80 }), pay("b", { amount: 90 })]];
      const asked: string[] = [];
      const canUseTool: CanUseTool = async (name, updatedInput) => {
        asked.push(name);
        return { behavior: "allow", updatedInput };
      };
      const adapter = claudeAgentAdapter(program, { noStream: true, canUseTool });
      const run = await adapter.start(agentSetup(bank, { rules: askAbove50, turns }));
      expect([bank.ran, asked, run.waiting]).toEqual([[], [], []]);
      expect(run.read["a"]?.text).toContain("a person has to decide");
    });

    it.each([
      { id: "a", name: "Bash", arguments: '{"command": "echo the $((6 * 7))"}' },
      { id: "a", name: "Read", arguments: JSON.stringify({ file_path: import.meta.filename }) },
      { id: "a", name: "Glob", arguments: JSON.stringify({ pattern: "*.ts", path: import.meta.dirname }) },
    ])("withholds the result of $name", async (call) => {
      const rules = `rule @secret trigger after_action ${call.name} check True enforce stop("that is secret") end`;
      const adapter = claudeAgentAdapter(program, { tools: ["Bash", "Read", "Glob"] });
      const run = await adapter.start(agentSetup(world(), { rules, turns: [[call]] }));
      expect(run.read["a"]?.text).toContain("that is secret");
      expect(run.read["a"]?.text).not.toMatch(/the 42|cachedPackage|claude-agent/);
      expect(run.text).toBe("done");
    });

    it.each([
      { id: "a", name: "Bash", arguments: '{"command": "echo the $((6 * 7)); exit 3"}' },
      { id: "a", name: "CronList", arguments: "{}" },
    ])("ends the run if it can't withhold what $name returns otherwise", async (call) => {
      const rules = `rule @secret trigger after_action ${call.name} check True enforce stop("that is secret") end`;
      const adapter = claudeAgentAdapter(program, { tools: [call.name] });
      const run = await adapter.start(agentSetup(world(), { rules, turns: [[call]] }));
      expect([run.read["a"], run.text]).toEqual([undefined, undefined]);
    });
  });
}
