import { readFileSync } from "node:fs";
import { parseProgram } from "@helve/agentspec";
import { expect, it } from "vitest";
import { drivingReport } from "../src/report.ts";

it("reports that the car breaks each law without rules, and none with the ready ones", async () => {
  const rules = parseProgram(readFileSync(new URL("../rules/driving.agentspec", import.meta.url), "utf8"));
  const report = await drivingReport(rules);
  expect(report).toContain("Law 38: a red light\n  without rules: it passes a red light\n  with rules:    nothing\n");
  expect(report).not.toContain("without rules: nothing");
  expect(report.match(/with rules: {4}nothing/g)).toHaveLength(8);
});
