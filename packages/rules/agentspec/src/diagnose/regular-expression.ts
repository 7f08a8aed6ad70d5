import { linearPattern, quote } from "@helve/core/internal";
import type { Value } from "@helve/core/program";
import { resolveBinding } from "./infer-value.ts";
import type { RuleContext, RuleDiagnostic } from "./rule-context.ts";

/** Reports patterns of `matches` that the engine refuses: invalid ones, and those that can't be matched in linear time. */
export const regularExpression: RuleDiagnostic = (context, report) => {
  for (const { operator, right } of [...context.comparisons, ...context.quantifiers]) {
    if (operator !== "matches") continue;
    const pattern = literalPattern(right, context);
    if (pattern === undefined) continue;
    const compiled = linearPattern(pattern);
    if (!("problem" in compiled)) continue;
    const expected = "a regular expression of JavaScript that can be matched in linear time";
    const message = `the regular expression ${quote(pattern)} ${compiled.problem}`;
    report(right, { code: "invalid_regex", severity: "error", message, expected });
  }
};

/** The pattern on the right side of `matches`, if it is a string known without running the action. */
function literalPattern(value: Value, context: RuleContext): string | undefined {
  const given = resolveBinding(value, context);
  return given.type === "literal" && typeof given.value === "string" ? given.value : undefined;
}
