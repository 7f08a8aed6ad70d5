import type { RuleRecord } from "../verdict.ts";

/** Safer alternatives to the calls that rules object to, each once; at most three. */
export function saferWays(rules: readonly RuleRecord[]): readonly string[] {
  const ways = rules.flatMap(({ predicates }) =>
    predicates.flatMap(({ irrelevant, value, safer = [] }) => (irrelevant !== true && value !== false ? safer : [])),
  );
  return [...new Set(ways)].slice(0, 3);
}
