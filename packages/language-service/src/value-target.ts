import type { Value } from "@helve/agentspec";
import { type ResolvedValue, type RuleContext, resolveValue } from "@helve/agentspec/internal";

/**
 * What a value comes to. Of an argument that only some of the rule's tools name, what these say: that the others may take
 * one of that name as well is no help to somebody who writes.
 */
export function targetOf(value: Value, look: RuleContext): ResolvedValue {
  const target = resolveValue(value, look);
  if (target.kind !== "unknown") return target;
  const schemas = (look.tools ?? []).flatMap((tool) => {
    const ofOne = resolveValue(value, { ...look, tools: [tool] });
    return ofOne.kind === "known" ? ofOne.schemas : [];
  });
  return schemas.length === 0 ? target : { kind: "known", schemas };
}
