import { quote } from "@helve/core/internal";
import { isComparedPredicate } from "./misused-values.ts";
import { referencePathFix, suggestionHint } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import type { ReferenceUse } from "./rule-parts.ts";
import { findArgument } from "./schema-lookup.ts";

/** Reports references to arguments (`args.x`) that none of the tools matched by the trigger has. */
export const unknownArgument: RuleDiagnostic = (context, report) => {
  const { event } = context.rule.trigger;
  if (context.tools === undefined || (event !== "before_action" && event !== "after_action")) return;
  for (const placed of context.references)
    if (placed.reference.root === "args") checkReference(placed, context, report);
};

/** Reports a reference to an argument that no matched tool has, with the most similar name as a quick fix. */
function checkReference({ reference, isInMessage }: ReferenceUse, context: RuleContext, report: ReportIssue): void {
  const { tools = [], catalogue, text } = context;
  if (isComparedPredicate(reference, context)) return;
  const found = findArgument(context, reference.path);
  if (found.kind !== "absent") return;
  const { index, names, isClosed } = found;
  const step = String(reference.path[index]);
  const meant = catalogue.suggestName(step, names, names);
  // A name alone is an argument only if a tool has one of that name; `args.x` may be one that the schemas allow without naming it.
  const isBare = index === 0 && !isInMessage && text?.startsWith(step, reference.range.start.offset) === true;
  if (!isClosed && !isBare && meant === undefined) return;
  const fix =
    meant === undefined
      ? undefined
      : referencePathFix(reference, reference.path.toSpliced(index, 1, meant), isInMessage);
  const [only, ...others] = tools;
  const owner = only === undefined || others.length > 0 ? "none of the trigger's tools has an" : `${only.name} has no`;
  const message = `${owner} argument ${quote(step)}${suggestionHint(meant)}`;
  const severity = isClosed || isBare ? "error" : "warning";
  const expected = meant ?? (names.length === 0 ? "no arguments" : `one of ${names.slice(0, 10).join(", ")}`);
  report(reference, {
    code: "unknown_argument",
    severity,
    message,
    expected,
    quickFix: fix,
  });
}
