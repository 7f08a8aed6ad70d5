/** Finds an argument that a model wrote within the text of another argument, in tags that its server did not read. */
import type { Args, Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import type { ExpectedParameters } from "./expected-parameters.ts";
import { nextTag, notationsOfModels } from "./tag-notations.ts";

/**
 * An issue for each text that ends the tags of its own argument and opens the tags of a missing argument: in
 * `ls</parameter><parameter name="dry_run">true`, the argument `dry_run` would be lost.
 */
export function leakedTagIssues(args: Args, expected: () => ExpectedParameters): readonly Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(args)) {
    const end = typeof value === "string" ? value.search(closingTag) : -1;
    if (typeof value !== "string" || end < 0) continue;
    const other = nextTag(value.slice(end), 0, notationsOfModels)?.name;
    if (other === undefined || Object.hasOwn(args, other) || !expected().names.has(other)) continue;
    const message = `${quote(name)} contains the tags of the argument ${quote(other)}: write ${quote(other)} as an argument of its own`;
    issues.push({ code: "tags", message, path: jsonPointer([name]) });
  }
  return issues;
}

/** The end of a value between tags, directly before another tag. */
const closingTag = /<\/(?:\w{1,40}:)?(?:parameter|arg_value)>\s{0,99}</;
