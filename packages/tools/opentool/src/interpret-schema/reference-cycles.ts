/** Finds schemas that apply themselves to the same value again, so that validation would never end. */
import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { inPlaceApplications, type SchemaApplication } from "../schema-application.ts";

/**
 * Creates an issue for each keyword that closes a cycle. Recursion into a part of the value is allowed, as in a tree.
 *
 * @param applications - all schemas that can be applied
 */
export function cycleIssues(applications: Iterable<SchemaApplication>): readonly Issue[] {
  const issues: Issue[] = [];
  const open = new Set<SchemaApplication>();
  const done = new Set<SchemaApplication>();
  for (const application of applications) enter(application);
  return issues;

  /** Visits a schema, and reports a cycle. */
  function enter(application: SchemaApplication): void {
    if (done.has(application)) return;
    open.add(application);
    for (const { keyword, target } of inPlaceApplications(application)) {
      if (typeof target === "boolean") continue;
      if (open.has(target)) issues.push(cycleIssue(application, keyword));
      else enter(target);
    }
    open.delete(application);
    done.add(application);
  }
}

function cycleIssue({ node }: SchemaApplication, keyword: string): Issue {
  const path = [...node.path, keyword];
  const message = `${quote(pathText(path))} must not apply an enclosing schema to the same value again`;
  return { code: keyword, message, path: jsonPointer(path) };
}
