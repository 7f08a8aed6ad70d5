import { quoted } from "@helve/core";
import { hint } from "./hint.ts";
import type { RuleDiagnostic } from "./look.ts";
import { renamed } from "./rewrite.ts";

/** Predicates that the host does not have. */
export const unknownPredicate: RuleDiagnostic = ({ predicates, known, text }, report) => {
  if (known.predicates === undefined) return;
  for (const node of predicates) {
    if (known.predicates.has(node.name)) continue;
    const meant = known.suggest(node.name, known.predicates, known.predicates.keys());
    const fix = meant === undefined ? undefined : renamed(node, meant, text);
    report(node, {
      code: "unknown_predicate",
      severity: "error",
      message: `there is no predicate ${quoted(node.name)}${hint(meant)}`,
      expected: meant === undefined ? "a predicate of the host" : meant,
      ...(fix !== undefined && { fix }),
    });
  }
};
