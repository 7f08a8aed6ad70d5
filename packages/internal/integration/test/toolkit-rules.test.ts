import { readFileSync } from "node:fs";
import { formatProgram, parseProgram } from "@helve/agentspec";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { arxivSearchUses } from "@helve/lagent/arxiv-search";
import { bingMapUses } from "@helve/lagent/bing-map";
import { googleScholarUses } from "@helve/lagent/google-scholar";
import { googleSearchUses } from "@helve/lagent/google-search";
import { pptUses } from "@helve/lagent/ppt";
import { specialActionUses } from "@helve/lagent/special-actions";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { formatReport, runTests } from "@helve/rule-tests";
import { filesUses } from "@helve/toolkits/files";
import { gmailUses } from "@helve/toolkits/gmail";
import { googleCalendarUses } from "@helve/toolkits/google-calendar";
import { pythonREPLUses } from "@helve/toolkits/python-repl";
import { terminalUses } from "@helve/toolkits/terminal";
import { todoistUses } from "@helve/toolkits/todoist";
import { webUses } from "@helve/toolkits/web";
import { webBrowserUses } from "@helve/toolkits/web-browser";
import { describe, expect, it } from "vitest";

/** Each toolkit with the presets that its tests are about, and the meaning of its arguments for rules. */
const toolkits: readonly (readonly [address: string, rules: string, uses: NonNullable<Policy["tools"]>])[] = [
  ["lagent/arxiv-search", "coding-agent", arxivSearchUses],
  ["toolkits/gmail", "personal-assistant", gmailUses],
  ["toolkits/google-calendar", "personal-assistant", googleCalendarUses],
  ["toolkits/todoist", "personal-assistant", todoistUses],
  ["lagent/bing-map", "coding-agent", bingMapUses],
  ["lagent/google-scholar", "coding-agent", googleScholarUses],
  ["lagent/google-search", "coding-agent", googleSearchUses],
  ["lagent/ppt", "coding-agent", pptUses],
  ["lagent/special-actions", "coding-agent", specialActionUses],
  ["toolkits/web", "coding-agent", webUses],
  ["toolkits/web-browser", "coding-agent", webBrowserUses],
  ["toolkits/files", "coding-agent", filesUses],
  ["toolkits/python-repl", "coding-agent", { ...pythonREPLUses, ...filesUses }],
  ["toolkits/terminal", "coding-agent", { ...terminalUses, ...filesUses }],
];

describe.each(toolkits)("the calls of %s under the rules %s", (address, rules, tools) => {
  const [owner, name = ""] = address.split("/");
  const tests = readFileSync(new URL(import.meta.resolve(`@helve/${owner}/rules/${name}.test.agentspec`)), "utf8");

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
    expect(report.failed, formatReport(report, address)).toBe(0);
  });

  it("are formatted", () => {
    expect(formatProgram(tests)).toBe(tests);
  });
});
