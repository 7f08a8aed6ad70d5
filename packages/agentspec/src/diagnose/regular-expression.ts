import { quote } from "@helve/core/internal";
import type { Value } from "@helve/core/program";
import { resolveBinding } from "./infer-value.ts";
import { hasExponentialBacktracking } from "./regular-expression/exponential-backtracking.ts";
import type { RuleContext, RuleDiagnostic } from "./rule-context.ts";

/** Reports patterns of `matches` that are invalid regular expressions or can take exponential time to match. */
export const regularExpression: RuleDiagnostic = (context, report) => {
  for (const { operator, right } of context.comparisons) {
    if (operator !== "matches") continue;
    const pattern = literalPattern(right, context);
    if (pattern === undefined) continue;
    const fault = patternError(pattern);
    if (fault !== undefined) {
      const expected = "a regular expression of JavaScript";
      const message = `${quote(pattern)} is not a valid regular expression: ${fault}`;
      report(right, { code: "invalid_regex", severity: "error", message, expected });
    } else if (hasExponentialBacktracking(pattern)) {
      const message = `${quote(pattern)} can take very long to match: a repetition in it can match the same text in more than one way`;
      const expected = "repetitions that can't match the same text";
      report(right, { code: "slow_regex", severity: "warning", message, expected });
    }
  }
};

/** The pattern on the right side of `matches`, if it is a string known without running the action. */
function literalPattern(value: Value, context: RuleContext): string | undefined {
  const given = resolveBinding(value, context);
  return given.type === "literal" && typeof given.value === "string" ? given.value : undefined;
}

/** The error message of an invalid pattern. A pattern is valid if it compiles with the flag `u` or without flags. */
function patternError(pattern: string): string | undefined {
  if (compileError(pattern, "u") === undefined) return undefined;
  const message = compileError(pattern, "");
  // Engines write the pattern before the reason.
  return message?.slice(message.lastIndexOf(": ") + 1).trim();
}

function compileError(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
