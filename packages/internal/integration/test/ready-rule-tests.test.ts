import { readFileSync } from "node:fs";
import { diagnose, formatProgram } from "@helve/agentspec";
import { powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { type Policy, predicateCatalogue, predicates, resultTrust } from "@helve/predicates";
import { testRules } from "@helve/rule-tests/vitest";
import { describe, expect, it } from "vitest";

const policy: Policy = {
  languages: { shell, python, powershell, sql },
  tools: {
    "Terminal.Execute": { code: "command", language: "shell" },
    "PythonREPL.Run": { code: "code", language: "python" },
  },
  workingDirectory: "/home/ada/project",
  home: "/home/ada",
  contacts: ["bob@home.example"],
};
const options = { predicates: predicates(policy), trust: resultTrust(), coverage: 1, mutationScore: 1 };

const names = [
  "coding-agent",
  "strict",
  "relaxed",
  "personal-assistant",
  "assistant-provenance",
  "rule-of-two",
  "underspecified",
];

describe.each(names)("rules/%s.test.agentspec", (name) => {
  const file = new URL(import.meta.resolve(`@helve/predicates/rules/${name}.test.agentspec`));

  it("is formatted, and no diagnostic has anything to say", () => {
    const text = readFileSync(file, "utf8");
    expect(formatProgram(text)).toBe(text);
    expect(diagnose(text, { predicates: predicateCatalogue })).toEqual([]);
  });

  testRules(file, options);
});
