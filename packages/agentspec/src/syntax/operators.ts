import type { ComparisonOperator } from "./tree/index.ts";

/** What comparisons say, as the canonical form writes them. */
export const operators: readonly ComparisonOperator[] = [
  ...(["==", "!=", "<", "<=", ">", ">="] as const),
  ...(["matches", "contains", "starts_with", "ends_with", "in"] as const),
];
