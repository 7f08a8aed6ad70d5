import { type Issue, IssuesError } from "@helve/core";

/** The error of an invalid option of a run or model, or of an answer for no call that waits; `issues` has every problem. */
export class AgentError extends IssuesError {
  override readonly code = "invalid_agent";
}

/** Throws an error that lists the issues, if there are any. @throws AgentError if there are issues */
export function throwIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new AgentError(issues);
}

/** An issue about an option: `limits.steps must be a number above 0 (got 0)`. */
export function optionIssue(option: string, problem: string): Issue {
  return { code: "option", message: `${option} ${problem}`, path: `/${option.replaceAll(".", "/")}` };
}
