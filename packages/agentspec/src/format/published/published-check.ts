import type { Conjunction, Expression } from "@helve/core/program";
import { inside, isPublishedName, type Losses, refuseRule, type Site } from "./losses.ts";

/** The predicates of a check, a line each; `True` when there are none, as the published grammar wants one. */
export function publishedCheck(check: Conjunction, site: Site, losses: Losses): readonly string[] {
  const conditions = conditionsOf(check, true, site, losses);
  return conditions.length === 0 ? ["True"] : conditions;
}

/** What must hold, one after the other, for an expression to hold, or with `holds` false not to. */
function conditionsOf(node: Expression, holds: boolean, site: Site, losses: Losses): readonly string[] {
  switch (node.type) {
    case "not":
      return conditionsOf(node.operand, !holds, inside(site, node.operand, "operand"), losses);
    case "and":
    case "or":
      // That none of several holds is that each of them does not.
      if ((node.type === "and") !== holds) {
        refuseRule(site, "that one of several predicates holds can't be said", losses);
        return [];
      }
      return node.operands.flatMap((operand, index) =>
        conditionsOf(operand, holds, inside(site, operand, "operands", index), losses),
      );
    case "comparison":
      refuseRule(site, `a comparison with ${node.operator} can't be said`, losses);
      return [];
    case "literal":
      return [(node.value === true) === holds ? "True" : "False"];
    case "predicate": {
      const { name, arguments: given } = node;
      const [value] = given;
      const isNumber = value?.type === "literal" && typeof value.value === "number";
      if (!isPublishedName(name)) refuseRule(site, `${name} can't be the name of a predicate`, losses);
      if (given.length > 1 || (value !== undefined && !isNumber)) {
        refuseRule(site, `${name} with anything but one number can't be said`, losses);
      }
      return [`${holds ? "" : "!"}${name}${isNumber ? `(${value.value})` : ""}`];
    }
  }
}
