import { expect, it } from "vitest";
import type { EvaluationRequest } from "../src/evaluation.ts";
import { evaluate } from "../src/worker/evaluate.ts";
import { evaluateDetails } from "../src/worker/evaluate-details.ts";

const request = (parts: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
  ...{ rules: "rule @a trigger any.any check enforce stop end", tests: "", context: "" },
  ...{ input: { kind: "shell", text: "ls" }, ...parts },
});

it.each(["", " \n", "// later\n"])("allows a call when there are no rules yet: %j", async (rules) => {
  const { ruleIssues, problems, call } = await evaluate(request({ rules }));
  expect({ ruleIssues, problems }).toEqual({ ruleIssues: [], problems: [] });
  expect(call?.verdict).toBeUndefined();
  expect(call?.effects.map(({ kind }) => kind)).toContain("list");
});

it.each([
  [{ tests: "\ntest 5" }, /^line 2: expected/],
  [{ tests: 'test "x" when A.b({}) expect allow end', rules: "rule @" }, /^the tests run when there are rules/],
  [{ tests: 'test "x" when A.b({}) expect allow end', rules: "" }, /^the tests run when there are rules/],
])("says why tests don't run: %j", async (parts, problem) => {
  const { tests, testProblem } = await evaluateDetails(request(parts));
  expect(tests).toBeUndefined();
  expect(testProblem).toMatch(problem);
});

it.each(["", "// later\n"])("has no result and no problem without tests: %j", async (tests) => {
  const details = await evaluateDetails(request({ tests }));
  expect(details.tests).toBeUndefined();
  expect(details.testProblem).toBeUndefined();
});

it("says how less is lost by what a rule stops", async () => {
  const rules = "rule @a trigger any check discards_work enforce stop end";
  const { call } = await evaluate(request({ rules, input: { kind: "shell", text: "git reset --hard" } }));
  expect(call?.safer).toEqual(["git stash keeps uncommitted changes"]);
});
