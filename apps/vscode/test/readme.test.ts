import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { type StartedProject, startProject, until } from "./started-project.ts";
import { shown, TestRunRequest } from "./stubs/vscode.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [, rules = ""] = /```agentspec\n([\s\S]+?)```/.exec(readme) ?? [];
let project: StartedProject;

beforeAll(async () => {
  project = await startProject({ "rules.agentspec": rules });
  await until(() => project.controller.items.size === 1);
  return () => project.dispose();
});

it("shows rules whose test passes, and that judge the commands of the README", async () => {
  const run = await project.run(new TestRunRequest());
  expect(run.events.map(([kind, id]) => `${kind} ${id}`)).toEqual([
    "started a deletion is shown to a person",
    "passed a deletion is shown to a person",
  ]);
  project.command("helve.tryCommand");
  const [panel] = shown.panels;
  const judged = async (text: string): Promise<unknown> => {
    const input = { uri: project.uriOf("rules.agentspec"), language: "shell", text, tool: "" };
    panel?.receive({ type: "try", id: 1, input });
    return (await panel?.message("result"))?.["result"];
  };
  expect(await judged("rm -r build")).toMatchObject({ kind: "pending", rules: [{ name: "confirm" }] });
  expect(await judged("ls")).toMatchObject({ kind: "allow", others: [{ reason: "its check is false" }] });
});
