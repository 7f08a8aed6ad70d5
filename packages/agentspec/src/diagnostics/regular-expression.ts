import { quote } from "@helve/core/internal";

import type { Value } from "../syntax/index.ts";
import { unbound } from "./facts.ts";
import type { Look, RuleDiagnostic } from "./look.ts";
import { canBlowUp } from "./regex/can-blow-up.ts";

/** What `matches` is given that is no regular expression, or one that some texts take very long to match. */
export const regularExpression: RuleDiagnostic = (look, report) => {
  for (const { operator, right } of look.comparisons) {
    if (operator !== "matches") continue;
    const pattern = patternOf(right, look);
    if (pattern === undefined) continue;
    const fault = faultOf(pattern);
    if (fault !== undefined) {
      const expected = "a regular expression of JavaScript";
      const message = `${quote(pattern)} is no regular expression: ${fault}`;
      report(right, { code: "invalid_regex", severity: "error", message, expected });
    } else if (canBlowUp(pattern)) {
      const message = `${quote(pattern)} can take very long: one text can be repeated in it in more than one way`;
      const expected = "repetitions that share no text";
      report(right, { code: "slow_regex", severity: "warning", message, expected });
    }
  }
};

function patternOf(value: Value, look: Look): string | undefined {
  const given = unbound(value, look);
  return given.type === "literal" && typeof given.value === "string" ? given.value : undefined;
}

/** What is wrong with a pattern, which is read with the flag `u`, or without where it means something only so. */
function faultOf(pattern: string): string | undefined {
  for (const flags of ["u", ""]) {
    try {
      new RegExp(pattern, flags);
      return undefined;
    } catch {
      // Told below.
    }
  }
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Engines put the pattern before what is wrong with it.
    return message.slice(message.lastIndexOf(": ") + 1).trim();
  }
}
