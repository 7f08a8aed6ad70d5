import type { Value } from "@helve/agentspec";
import { type ResolvedValue, type RuleContext, resolveValue } from "@helve/agentspec/internal";

/**
 * Resolves a value of a rule to its schemas or to a literal. If only some of the rule's tools have an argument, their schemas are used.
 */
export function resolveValueOfAnyTool(value: Value, look: RuleContext): ResolvedValue {
  const target = resolveValue(value, look);
  if (target.kind !== "unknown") return target;
  const schemas = (look.tools ?? []).flatMap((tool) => {
    const ofOne = resolveValue(value, { ...look, tools: [tool] });
    return ofOne.kind === "known" ? ofOne.schemas : [];
  });
  return schemas.length === 0 ? target : { kind: "known", schemas };
}
