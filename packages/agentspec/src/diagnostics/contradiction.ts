import type { Conjunction, Disjunction } from "../syntax/index.ts";
import type { Look, Report, RuleDiagnostic } from "./look.ts";
import { meaningOf, negationOf } from "./meaning-key.ts";

/** `p` and `!p`: side by side they never hold together, and one of them always holds. */
export const contradiction: RuleDiagnostic = (look, report) => {
  for (const group of look.groups) if (group.operands.length > 1) check(group, look, report);
};

function check(group: Conjunction | Disjunction, { rule }: Look, report: Report): void {
  const seen = new Set<string>();
  for (const operand of group.operands) {
    // True and False are no such pair: `never_fires` has them.
    if (operand.type === "literal") continue;
    const meaning = meaningOf(operand, rule);
    if (seen.has(negationOf(meaning))) {
      const message =
        group.type === "and"
          ? "this is the opposite of what stands beside it: they never hold together"
          : "this is the opposite of what stands beside it: one of them always holds";
      report(operand, {
        code: group.type === "and" ? "contradiction" : "always_true",
        severity: "warning",
        message,
        expected: "one of the two",
      });
    }
    seen.add(meaning);
  }
}
