import type { Comparison, Value } from "@helve/core/program";
import { inferValue, resolveBinding } from "./infer-value.ts";
import { replaceFix } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { typesText } from "./schema-lookup.ts";
import { convertLiteral } from "./schema-mismatch.ts";

/** Reports operands of calculations, summed values and values compared with them that are no numbers. */
export const notANumber: RuleDiagnostic = (context, report) => {
  for (const { operator, left, right } of context.calculations) {
    checkNumber(left, `${operator} takes two numbers`, context, report);
    checkNumber(right, `${operator} takes two numbers`, context, report);
  }
  for (const { value } of context.sums) checkNumber(value, "sum adds numbers", context, report);
  for (const comparison of context.comparisons) checkComparison(comparison, context, report);
};

/** Whether a value is calculated: a count, a sum, or the result of `+`, `-` or `*`. */
export function isCalculation({ type }: Value): boolean {
  return type === "count" || type === "sum" || type === "arithmetic";
}

/** Reports a side of a comparison that is not a number, if the other side is calculated. */
function checkComparison({ operator, left, right }: Comparison, context: RuleContext, report: ReportIssue): void {
  if (operator === "in") return;
  const isCalculated = (value: Value): boolean => isCalculation(resolveBinding(value, context));
  if (isCalculated(left)) checkNumber(right, "the left side is a number", context, report);
  else if (isCalculated(right)) checkNumber(left, "the right side is a number", context, report);
}

/** Reports a value that can't be a number; `null` asks whether a value is present. */
function checkNumber(value: Value, because: string, context: RuleContext, report: ReportIssue): void {
  const { types } = inferValue(value, context);
  if (types === undefined || ["number", "integer", "null"].some((type) => new Set<string>(types).has(type))) return;
  const write =
    value.type === "literal"
      ? convertLiteral(value.value, { types: new Set(["number"]) }, context.catalogue)
      : undefined;
  report(value, {
    code: "not_a_number",
    severity: "error",
    message: `expected a number (got ${typesText(types)}): ${because}`,
    expected: "a number",
    quickFix: write === undefined ? undefined : replaceFix(write, value.range),
  });
}
