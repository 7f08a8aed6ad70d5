/** Finds the JSON Schemas that describe a value in a rule. */
import type { Value } from "@helve/agentspec";
import { type ResolvedValue, type RuleContext, resolveValue } from "@helve/agentspec/internal";

/**
 * Finds the schemas that describe a value of a rule, or the literal that it refers to through a `let`. For an argument that only some of the
 * rule's tools have, returns the schemas of those tools, where `resolveValue` returns `unknown`.
 */
export function resolveValueOfAnyTool(value: Value, context: RuleContext): ResolvedValue {
  const target = resolveValue(value, context);
  if (target.kind !== "unknown") return target;
  const schemas = (context.tools ?? []).flatMap((tool) => {
    const resolved = resolveValue(value, { ...context, tools: [tool] });
    return resolved.kind === "known" ? resolved.schemas : [];
  });
  return schemas.length === 0 ? target : { kind: "known", schemas };
}
