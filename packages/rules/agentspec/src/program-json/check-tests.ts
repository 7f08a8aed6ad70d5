import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { Rule, RuleTest } from "@helve/core/program";
import { constantKinds, expectedAction, misplacedStep, timeOf, variablesIn } from "../syntax/build-test.ts";

type Path = readonly (string | number)[];

/** Finds the issues of well-formed tests: duplicate names, values that are no constants, invalid times and expectations. */
export function testIssues(rules: readonly Rule[], tests: readonly RuleTest[]): readonly Issue[] {
  if (rules.length === 0 && tests.length === 0) return [testIssue(["rules"], "value", "expected at least 1 (got 0)")];
  const names = new Map<string, number>();
  return tests.flatMap((test, index): readonly Issue[] => {
    const at: Path = ["tests", index];
    const first = names.get(test.name);
    names.set(test.name, first ?? index);
    const { outcome, action } = test.expect;
    const expected = expectedAction(outcome, action);
    return [
      ...(first === undefined
        ? []
        : [testIssue([...at, "name"], "duplicate_test", `the test name ${quote(test.name)} is already used`)]),
      ...variablesIn(test).map(({ path }) => testIssue([...at, ...path], "not_constant", `expected ${constantKinds}`)),
      ...(test.now === undefined || timeOf(test.now) !== undefined
        ? []
        : [testIssue([...at, "now"], "invalid_time", "expected a time in ISO 8601")]),
      ...(misplacedStep(test) === undefined
        ? []
        : [testIssue([...at, "steps"], "invalid_step_order", "expected the steps oldest first")]),
      ...(expected === undefined ? [] : [testIssue([...at, "expect"], "invalid_expectation", `expected ${expected}`)]),
      ...(test.expect.only === true && test.expect.rules === undefined
        ? [testIssue([...at, "expect", "only"], "invalid_expectation", "expected rules")]
        : []),
      ...(test.when.type === "test_step_end" && test.when.step.ago !== undefined
        ? [testIssue([...at, "when", "step", "ago"], "unknown_field", "expected nothing")]
        : []),
    ];
  });
}

/** Builds an issue of a test at a path. */
function testIssue(path: Path, code: string, problem: string): Issue {
  const pointer = jsonPointer(path);
  return { code, message: `${pointer}: ${problem}`, path: pointer };
}
