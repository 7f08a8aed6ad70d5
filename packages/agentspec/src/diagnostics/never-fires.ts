import { quote } from "@helve/core/internal";

import type { Comparison, Expression, Value } from "../syntax/index.ts";
import { factsOf, type Scalar } from "./facts.ts";
import type { Look, RuleDiagnostic } from "./look.ts";
import { valueKey } from "./meaning-key.ts";

/** Rules that are never enforced: `False` stands in the check, or one value is to be two things at once. */
export const neverFires: RuleDiagnostic = (look, report) => {
  const { rule } = look;
  const ranges = new Map<string, Limits>();
  for (const operand of rule.check.operands) {
    if (truthOf(operand) === false) {
      const found = operand.type === "literal" ? "its check has False in it" : "this is False whatever the action is";
      const message = `the rule ${quote(rule.name)} never fires: ${found}`;
      report(operand, { code: "never_fires", severity: "warning", message, expected: "a check that can hold" });
      return;
    }
    if (operand.type !== "comparison") continue;
    const [about, operator, value] = sides(operand, look);
    if (about === undefined || value === undefined) continue;
    const key = valueKey(about, rule);
    const limits = narrowed(ranges.get(key) ?? {}, operator, value);
    if (isEmpty(limits)) {
      const message = `the rule ${quote(rule.name)} never fires: this can't hold together with what stands before it`;
      report(operand, { code: "never_fires", severity: "warning", message, expected: "a check that can hold" });
      return;
    }
    ranges.set(key, limits);
  }
};

/** What an expression comes to by the `True` and `False` in it; undefined where that depends on the rest. */
function truthOf(node: Expression): boolean | undefined {
  switch (node.type) {
    case "literal":
      return node.value === true;
    case "not": {
      const truth = truthOf(node.operand);
      return truth === undefined ? undefined : !truth;
    }
    case "and":
    case "or": {
      const truths = node.operands.map(truthOf);
      const decisive = node.type === "or";
      if (truths.includes(decisive)) return decisive;
      return truths.includes(undefined) ? undefined : !decisive;
    }
    default:
      return undefined;
  }
}

interface Limits {
  readonly only?: Scalar;
  readonly least?: number;
  readonly isLeastOut?: boolean;
  readonly greatest?: number;
  readonly isGreatestOut?: boolean;
}

/** What a comparison is about, and what it is compared with, the literal on the right. */
function sides(
  { operator, left, right }: Comparison,
  look: Look,
): readonly [about?: Value, operator?: Comparison["operator"], value?: Scalar] {
  const [one, other] = [literal(left, look), literal(right, look)];
  if (one === undefined && other !== undefined) return [left, operator, other];
  const turned = mirrored.get(operator);
  return one !== undefined && other === undefined && turned !== undefined ? [right, turned, one] : [];
}

function literal(value: Value, look: Look): Scalar | undefined {
  if (value.type === "literal") return value.value;
  if (value.type !== "reference" || value.root !== "let") return undefined;
  const { values } = factsOf(value, look);
  return values?.length === 1 ? values[0] : undefined;
}

const mirrored: ReadonlyMap<Comparison["operator"], Comparison["operator"]> = new Map([
  ["==", "=="],
  ["<", ">"],
  ["<=", ">="],
  [">", "<"],
  [">=", "<="],
]);

/** What is left of some limits when a comparison holds too. */
function narrowed(limits: Limits, operator: Comparison["operator"] | undefined, value: Scalar): Limits {
  if (operator === "==") {
    // Not equal to itself: nothing is left.
    return limits.only === undefined || limits.only === value ? { ...limits, only: value } : { least: 1, greatest: 0 };
  }
  if (typeof value !== "number") return limits;
  const { least = -Infinity, greatest = Infinity } = limits;
  if ((operator === ">" || operator === ">=") && value >= least) {
    const isLeastOut = operator === ">" || (value === least && (limits.isLeastOut ?? false));
    return { ...limits, least: value, isLeastOut };
  }
  if ((operator === "<" || operator === "<=") && value <= greatest) {
    const isGreatestOut = operator === "<" || (value === greatest && (limits.isGreatestOut ?? false));
    return { ...limits, greatest: value, isGreatestOut };
  }
  return limits;
}

function isEmpty({
  only,
  least = -Infinity,
  greatest = Infinity,
  isLeastOut = false,
  isGreatestOut = false,
}: Limits): boolean {
  if (least > greatest || (least === greatest && (isLeastOut || isGreatestOut))) return true;
  if (typeof only !== "number") return false;
  return only < least || only > greatest || (only === least && isLeastOut) || (only === greatest && isGreatestOut);
}
