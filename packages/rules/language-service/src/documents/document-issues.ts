import type { Issue } from "@helve/core";
import { readOpenTool } from "@helve/opentool";
import { mcpServerIssues } from "./mcp-servers.ts";
import type { OpenDocument } from "./open-document.ts";
import { policyIssues } from "./policy-issues.ts";

/** Finds the problems of a document: syntax errors, and what its kind does not allow, each with its `severity` and its place. Never throws. */
export function documentIssues(document: OpenDocument): readonly Issue[] {
  const issues = known.get(document) ?? issuesOf(document).map((issue): Issue => ({ severity: "error", ...issue }));
  known.set(document, issues);
  return issues;
}

const known = new WeakMap<OpenDocument, readonly Issue[]>();

/** Finds the issues of a document by its kind. */
function issuesOf({ text, kind, languages }: OpenDocument): readonly Issue[] {
  switch (kind) {
    case "opentool":
      return readOpenTool(text).issues;
    case "policy":
      return policyIssues(text, languages);
    case "mcp-servers":
      return mcpServerIssues(text);
  }
}
