import { formatIssue, type Issue } from "@helve/core";
import { expect, it } from "vitest";

const issue: Issue = {
  code: "syntax",
  message: 'expected "check"',
  range: { start: { offset: 9, line: 3, column: 1 }, end: { offset: 13, line: 3, column: 5 } },
};

it("puts file, line and column before the message", () => {
  expect(formatIssue(issue, "rules.agentspec")).toBe('rules.agentspec:3:1: expected "check"');
  expect(formatIssue(issue)).toBe('3:1: expected "check"');
});

it("omits an unknown location", () => {
  expect(formatIssue({ code: "x", message: "no rules" }, "rules.agentspec")).toBe("rules.agentspec: no rules");
  expect(formatIssue({ code: "x", message: "no rules" })).toBe("no rules");
});
