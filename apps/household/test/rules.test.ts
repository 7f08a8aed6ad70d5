import { readFileSync } from "node:fs";
import { diagnose, formatProgram } from "@helve/agentspec";
import { testRules } from "@helve/rule-tests/vitest";
import { describe, expect, it } from "vitest";
import { Household, householdPredicates } from "../src/household.ts";

const rules = new URL("../rules/household.agentspec", import.meta.url);
const tests = new URL("../rules/household.test.agentspec", import.meta.url);

describe("rules/household.agentspec", () => {
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
