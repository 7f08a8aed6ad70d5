import { quoted } from "@helve/core";
import { hint } from "./hint.ts";
import type { RuleDiagnostic } from "./look.ts";
import { renamed } from "./rewrite.ts";

/** Domain enforcements that the host does not have. What is written as none of any kind is not read in the first place. */
export const unknownEnforcement: RuleDiagnostic = ({ rule, known, text }, report) => {
  if (known.enforcements === undefined) return;
  for (const node of rule.enforce) {
    if (node.type !== "domain" || known.enforcements.has(node.name)) continue;
    const meant = known.suggest(node.name, known.enforcements, known.enforcements.keys());
    const fix = meant === undefined ? undefined : renamed(node, meant, text);
    report(node, {
      code: "unknown_enforcement",
      severity: "error",
      message: `there is no enforcement ${quoted(node.name)}${hint(meant)}`,
      expected: meant === undefined ? "an enforcement of the host" : meant,
      ...(fix !== undefined && { fix }),
    });
  }
};
