import type { ComparisonOperator } from "@helve/core/program";

/** What comparisons say, as the canonical form writes them. */
export const operators: readonly ComparisonOperator[] = [
  ...(["==", "!=", "<", "<=", ">", ">="] as const),
  ...(["matches", "contains", "starts_with", "ends_with", "in"] as const),
];
