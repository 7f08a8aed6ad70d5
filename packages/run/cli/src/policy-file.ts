import { formatIssue, type Issue } from "@helve/core";
import { policyIssues as issuesOfPolicy } from "@helve/language-service/documents";
import type { Policy } from "@helve/predicates";
import { UsageError } from "./io.ts";
import { languages } from "./languages.ts";
import { policyFromText } from "./policy-source.ts";
import { readText } from "./read-text.ts";

/**
 * Reads a policy from a file.
 *
 * @throws UsageError with every problem of the policy
 */
export function policyFromFile(file: string, cwd: string): Policy {
  return checkedPolicy(readText(file, cwd), file);
}

/**
 * Reads a policy from a text.
 *
 * @param name - of the file that has the text
 * @throws UsageError with every problem of the policy
 */
export function checkedPolicy(text: string, name: string): Policy {
  const issues = policyIssues(text);
  if (issues.length > 0) throw new UsageError(issues.map((issue) => formatIssue(issue, name)).join("\n"));
  return policyFromText(text, name);
}

/** Finds the problems of a policy as JSON, with their places in the text. */
export function policyIssues(text: string): readonly Issue[] {
  return issuesOfPolicy(text, languages);
}
