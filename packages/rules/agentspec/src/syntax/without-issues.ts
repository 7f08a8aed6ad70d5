import type { Issue } from "@helve/core";
import { lastIndexWhere } from "@helve/core/internal";
import type { Rule, RuleTest } from "@helve/core/program";
import { startOffset } from "./ranges.ts";

/** The rules or tests that contain none of the issues. */
export function withoutIssues<Part extends Rule | RuleTest>(
  parts: readonly Part[],
  issues: readonly Issue[],
): readonly Part[] {
  if (issues.length === 0) return parts;
  const offsets = issues.map(({ range }) => startOffset(range)).sort((a, b) => a - b);
  return parts.filter(({ range: { start, end } }) => {
    const last = lastIndexWhere(offsets.length, (index) => (offsets[index] ?? 0) < end.offset);
    return (offsets[last] ?? -1) < start.offset;
  });
}
