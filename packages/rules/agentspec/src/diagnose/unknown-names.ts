/** Reports predicates and domain enforcements that the host does not have. */
import { quote } from "@helve/core/internal";
import type { DomainEnforcement, PredicateCall } from "@helve/core/program";
import { renameFix, suggestionHint } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";

/** A kind of names, such as predicates: the host's names, and the words for messages about unknown ones. */
interface NameKind {
  readonly code: string;
  readonly noun: string;
  readonly expected: string;
  /** `undefined` if the catalogue does not list this kind. */
  readonly hostNames: ReadonlyMap<string, unknown> | undefined;
}

/** Reports names that the host does not have, with the most similar name as a quick fix. */
function reportUnknownNames(
  nodes: readonly (PredicateCall | DomainEnforcement)[],
  { code, noun, expected, hostNames: names }: NameKind,
  { catalogue, text }: RuleContext,
  report: ReportIssue,
): void {
  if (names === undefined) return;
  for (const node of nodes) {
    if (names.has(node.name)) continue;
    const meant = catalogue.suggestName(node.name, names, names.keys());
    const fix = meant === undefined ? undefined : renameFix(node, meant, text);
    report(node, {
      code,
      severity: "error",
      message: `there is no ${noun} ${quote(node.name)}${suggestionHint(meant)}`,
      expected: meant ?? expected,
      quickFix: fix,
    });
  }
}

/** Reports predicates that the host does not have. */
export const unknownPredicate: RuleDiagnostic = (context, report) => {
  const { predicates: hostNames } = context.catalogue;
  const names = { code: "unknown_predicate", noun: "predicate", expected: "a predicate of the host", hostNames };
  reportUnknownNames(context.predicates, names, context, report);
};

/** Reports domain enforcements that the host does not have. Other unknown enforcements are syntax errors. */
export const unknownEnforcement: RuleDiagnostic = (context, report) => {
  const { enforcements: hostNames } = context.catalogue;
  const names = { code: "unknown_enforcement", noun: "enforcement", expected: "an enforcement of the host", hostNames };
  const nodes = context.rule.enforce.filter((node) => node.type === "domain");
  reportUnknownNames(nodes, names, context, report);
};
