import { formatIssue, HelveError, type Issue } from "@helve/core";
import { jsonSyntaxIssue, pointerParts, sourceText } from "@helve/core/internal";
import { type Policy, predicates } from "@helve/predicates";
import { findNodeAtLocation, type Node as JsonNode, parseTree } from "jsonc-parser";
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

/** Where calls start in tests and examples, if the policy does not say it: their results must not depend on the machine. */
export const imaginaryProject: Policy = { workingDirectory: "/home/ada/project", home: "/home/ada" };

/** Finds the problems of a policy as JSON, with their places in the text. */
export function policyIssues(text: string): readonly Issue[] {
  // A space instead of a byte order mark keeps all places.
  const json = text.replace(/^\uFEFF/, " ");
  const syntaxIssue = jsonSyntaxIssue(json);
  if (syntaxIssue !== undefined) return [syntaxIssue];
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = 'expected an object: a policy, or an OpenTool document with the member "opentool"';
    return [withRange({ code: "type", message, severity: "error", path: "" }, json)];
  }
  const { $schema: _, ...policy } = value as { readonly $schema?: unknown };
  try {
    predicates({ ...policy, languages });
    return [];
  } catch (error) {
    if (!HelveError.is(error) || error.code !== "invalid_policy") throw error;
    const { issues } = error as HelveError & { readonly issues: readonly Issue[] };
    return issues.map((issue) => withRange(issue, json));
  }
}

/** Adds the place of the value that an issue is about; of its name, if that is unknown. */
function withRange(issue: Issue, json: string): Issue {
  let node = treeOf(json);
  for (const part of pointerParts(issue.path ?? "")) {
    node = node && findNodeAtLocation(node, [node.type === "array" ? Number(part) : part]);
  }
  const named: JsonNode | undefined = issue.code === "unknown_member" ? node?.parent?.children?.[0] : node;
  if (named === undefined) return issue;
  return { ...issue, range: sourceText(json).range(named.offset, named.offset + named.length) };
}

/** The tree of a JSON text; `undefined` if it is nested too deeply for the parser. */
function treeOf(json: string): JsonNode | undefined {
  try {
    return parseTree(json);
  } catch {
    return undefined;
  }
}
