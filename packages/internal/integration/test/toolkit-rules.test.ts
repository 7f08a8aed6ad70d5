import { readFileSync } from "node:fs";
import { formatProgram, parseProgram } from "@helve/agentspec";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { formatReport, runTests } from "@helve/rule-tests";
import { arxivSearchUses } from "@helve/toolkits/arxiv-search";
import { bingMapUses } from "@helve/toolkits/bing-map";
import { filesUses } from "@helve/toolkits/files";
import { gmailUses } from "@helve/toolkits/gmail";
import { googleCalendarUses } from "@helve/toolkits/google-calendar";
import { googleScholarUses } from "@helve/toolkits/google-scholar";
import { googleSearchUses } from "@helve/toolkits/google-search";
import { pptUses } from "@helve/toolkits/ppt";
import { pythonREPLUses } from "@helve/toolkits/python-repl";
import { specialActionUses } from "@helve/toolkits/special-actions";
import { terminalUses } from "@helve/toolkits/terminal";
import { todoistUses } from "@helve/toolkits/todoist";
import { webUses } from "@helve/toolkits/web";
import { describe, expect, it } from "vitest";

/** Each toolkit with the ready rules that its tests are about, and what its arguments mean to them. */
const toolkits: readonly (readonly [name: string, rules: string, uses: NonNullable<Policy["tools"]>])[] = [
  ["arxiv-search", "coding-agent", arxivSearchUses],
  ["gmail", "personal-assistant", gmailUses],
  ["google-calendar", "personal-assistant", googleCalendarUses],
  ["todoist", "personal-assistant", todoistUses],
  ["bing-map", "coding-agent", bingMapUses],
  ["google-scholar", "coding-agent", googleScholarUses],
  ["google-search", "coding-agent", googleSearchUses],
  ["ppt", "coding-agent", pptUses],
  ["special-actions", "coding-agent", specialActionUses],
  ["web", "coding-agent", webUses],
  ["files", "coding-agent", filesUses],
  ["python-repl", "coding-agent", { ...pythonREPLUses, ...filesUses }],
  ["terminal", "coding-agent", { ...terminalUses, ...filesUses }],
];

describe.each(toolkits)("the calls of %s under the rules %s", (name, rules, tools) => {
  const tests = readFileSync(new URL(import.meta.resolve(`@helve/toolkits/rules/${name}.test.agentspec`)), "utf8");

  it("are decided as the tests expect", async () => {
    const file = new URL(import.meta.resolve(`@helve/predicates/rules/${rules}.agentspec`));
    const program = parseProgram(`${readFileSync(file, "utf8")}\n${tests}`);
    const policy: Policy = {
      languages: { shell, python },
      tools,
      workingDirectory: "/home/ada/project",
      home: "/home/ada",
      contacts: ["bob@home.example"],
    };
    const report = await runTests(program, { predicates: predicates(policy), trust: resultTrust() });
    expect(report.results.length).toBeGreaterThan(0);
    expect(report.failed, formatReport(report, name)).toBe(0);
  });

  it("are formatted", () => {
    expect(formatProgram(tests)).toBe(tests);
  });
});
