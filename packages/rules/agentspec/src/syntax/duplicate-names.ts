import type { Issue, TextPosition } from "@helve/core";
import { quoteShort } from "./parser-state.ts";
import type { DeclaredName } from "./program-parts.ts";

/** The issues of rules and tests whose name an earlier one has. */
export function duplicateNameIssues(names: readonly DeclaredName[]): readonly Issue[] {
  const first = { rule: new Map<string, TextPosition>(), test: new Map<string, TextPosition>() };
  const issues: Issue[] = [];
  for (const { kind, name, range } of names) {
    const earlier = first[kind].get(name);
    if (earlier === undefined) {
      first[kind].set(name, range.start);
      continue;
    }
    const place = `${earlier.line}:${earlier.column}`;
    const message = `the ${kind} name ${quoteShort(name)} is already used at ${place}: give this ${kind} another name`;
    issues.push({ code: `duplicate_${kind}`, message, range, expected: "another name" });
  }
  return issues;
}
