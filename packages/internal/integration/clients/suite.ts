import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hookClients } from "@helve/hooks";
import { cachedPackage } from "@helve/testing/cached-package";
import { describe, expect, inject, it } from "vitest";
import { type AgentRun, type Programs, runAgent } from "./agent-run.ts";
import type { Agent } from "./agents/agent.ts";
import type { Scenario } from "./scenario.ts";
import { rewriting, scenarios } from "./scenarios.ts";

/** The tests of an agent. They are skipped if it can't be installed. */
export async function testAgent(agent: Agent): Promise<void> {
  const { title } = hookClients[agent.client];
  const installed = await cachedPackage(agent.install);
  describe(`${title} ${agent.install.version}`, () => {
    if ("missing" in installed) {
      it.skip(`is not tested: ${installed.missing}`);
      return;
    }
    const program = join(installed.folder, "node_modules/.bin", agent.install.bin);
    const programs: Programs = { agent: program, helve: inject("helve") };

    it.each([...scenarios, rewriting(agent.shellTool)])("$title", async (scenario) => {
      using done = await runAgent(agent, scenario, programs);
      expectOutcome(done, scenario);
    });

    const bare = (script: string, isTrusted = true) => ({ kind: "bare", script, isTrusted }) as const;
    const command = { steps: [{ run: "echo one > one.txt" }] };
    const { crash, timeout } = hookClients[agent.client];
    it.each([
      { failure: "crashes", hook: bare("exit 1"), effect: crash },
      { failure: "does not answer in time", hook: bare("exec sleep 60"), effect: timeout },
      { failure: "crashes as installed", hook: { kind: "installed", brokenTo: "exit 1" }, effect: "closed" },
      { failure: "is killed as installed", hook: { kind: "installed", brokenTo: "kill -9 $$" }, effect: "closed" },
    ] as const)("is $effect if the hook $failure", async ({ hook, effect }) => {
      using done = await runAgent(agent, command, programs, hook);
      expect(done.calls, done.printed).toBe(1);
      expect(existsSync(join(done.project, "one.txt")), done.printed).toBe(effect === "open");
    });

    it("has no problem that helve hook doctor finds", async () => {
      using done = await runAgent(agent, { steps: [] }, programs);
      const found = await done.doctor();
      expect(found).toMatch(/^ok /m);
      expect(found).not.toMatch(/^problem /m);
    });

    if (agent.untrustedHook === undefined) return;
    it("skips a hook that nobody has trusted, and helve hook doctor says so", async () => {
      using done = await runAgent(agent, command, programs, bare("exit 2", false));
      expect(existsSync(join(done.project, "one.txt"))).toBe(true);
      expect(await done.doctor()).toMatch(/^problem .*skips \w+ silently/m);
    });
  });
}

function expectOutcome({ project, results, printed }: AgentRun, scenario: Scenario): void {
  if (results.length === 0) throw new Error(`the agent called no tool: ${printed}`);
  expect(results).toEqual(scenario.results.map((result) => expect.stringMatching(result)));
  const after = Object.keys(scenario.after).map((name) => [name, textOf(join(project, name))]);
  expect(Object.fromEntries(after)).toEqual(scenario.after);
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
