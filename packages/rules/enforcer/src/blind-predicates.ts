import type { Issue, Predicate, ToolSummary } from "@helve/core";
import type { Program } from "@helve/core/program";
import { predicateCalls } from "./plan/predicate-calls.ts";
import { matchesTool } from "./plan/tool-matcher.ts";

/**
 * Finds the tools that a rule matches but its predicates can't inspect: the rule passes no argument, and the meaning of the tool's arguments is
 * unknown. Each tool is reported once.
 */
export function blindPredicates(
  { rules }: Program,
  predicates: ReadonlyMap<string, Predicate>,
  tools: readonly ToolSummary[],
): readonly Issue[] {
  const issues = new Map<string, Issue>();
  for (const { name: rule, trigger, check } of rules) {
    const calls = predicateCalls(check).filter(({ arguments: args }) => args.length === 0);
    for (const tool of calls.length === 0 ? [] : tools) {
      if (issues.has(tool.name) || !trigger.patterns.some((pattern) => matchesTool(pattern, tool.name))) continue;
      for (const { name, range } of calls) {
        const reason = predicates.get(name)?.blindFor?.(tool);
        if (reason === undefined) continue;
        issues.set(tool.name, { code: "unseen_tool", message: `rule @${rule}: ${name}: ${reason}`, range });
        break;
      }
    }
  }
  return [...issues.values()];
}
