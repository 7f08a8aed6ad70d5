import type { Issue } from "@helve/core";
import type { Rule, RuleTest } from "@helve/core/program";

/** The rules or tests that contain none of the issues. */
export function withoutIssues<Part extends Rule | RuleTest>(
  parts: readonly Part[],
  issues: readonly Issue[],
): readonly Part[] {
  if (issues.length === 0) return parts;
  const offsets = issues.map(({ range }) => range?.start.offset ?? 0).sort((a, b) => a - b);
  return parts.filter(({ range: { start, end } }) => {
    const last = lastIndexWhere(offsets.length, (index) => (offsets[index] ?? 0) < end.offset);
    return (offsets[last] ?? -1) < start.offset;
  });
}

/** Binary search: the last index for which a condition holds that holds for all earlier indices too; -1 if there is none. */
export function lastIndexWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
