import { quote } from "@helve/core/internal";
import type { DomainEnforcement, PredicateCall } from "@helve/core/program";
import { didYouMean, renameFix } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";

/** What a host has of one kind, and how a name is spoken of that is none of them. */
interface NameKind {
  readonly code: string;
  readonly noun: string;
  readonly expected: string;
  /** Absent where they are not known. */
  readonly hostNames: ReadonlyMap<string, unknown> | undefined;
}

/** Notes the names that the host does not have, each with the one that was probably meant. */
export function reportUnknownNames(
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
      message: `there is no ${noun} ${quote(node.name)}${didYouMean(meant)}`,
      expected: meant ?? expected,
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
}

/** Predicates that the host does not have. */
export const unknownPredicate: RuleDiagnostic = (context, report) => {
  const { predicates: hostNames } = context.catalogue;
  const names = { code: "unknown_predicate", noun: "predicate", expected: "a predicate of the host", hostNames };
  reportUnknownNames(context.predicates, names, context, report);
};

/** Domain enforcements that the host does not have. What is written as none of any kind is not read in the first place. */
export const unknownEnforcement: RuleDiagnostic = (context, report) => {
  const { enforcements: hostNames } = context.catalogue;
  const names = { code: "unknown_enforcement", noun: "enforcement", expected: "an enforcement of the host", hostNames };
  const nodes = context.rule.enforce.filter((node) => node.type === "domain");
  reportUnknownNames(nodes, names, context, report);
};
