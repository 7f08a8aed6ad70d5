import { readFileSync } from "node:fs";
import { diagnose, formatProgram } from "@helve/agentspec";
import { testRules } from "@helve/rule-tests/vitest";
import { Household, householdPredicates } from "@helve/toolkits/embodied";
import { describe, expect, it } from "vitest";

const rules = new URL(import.meta.resolve("@helve/toolkits/rules/embodied.agentspec"));
const tests = new URL(import.meta.resolve("@helve/toolkits/rules/embodied.test.agentspec"));

describe("rules/embodied.agentspec", () => {
  it("is formatted, and no diagnostic has anything to say", () => {
    for (const file of [rules, tests]) {
      const text = readFileSync(file, "utf8");
      expect(formatProgram(text)).toBe(text);
    }
    const kit = new Household();
    const tools = kit.tools.map((tool) => ({ ...tool, name: `${kit.name}.${tool.name}` }));
    expect(diagnose(readFileSync(rules, "utf8"), { tools, predicates: householdPredicates() })).toEqual([]);
  });

  const options = { predicates: householdPredicates(), coverage: 1, mutationScore: 1, mutationTimeout: 3_600_000 };
  testRules(tests, options);
});
