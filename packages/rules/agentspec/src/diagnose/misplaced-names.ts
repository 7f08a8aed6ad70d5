import type { Reference, ReferenceRoot, TriggerEvent } from "@helve/core/program";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { collectBindingParts } from "./rule-parts.ts";

/** Reports references that have no value at the event of the rule: `observation` before an action, `args` when the agent finishes. */
export const misplacedName: RuleDiagnostic = (context, report) => {
  for (const { reference } of context.references) {
    if (reference.root === "step") checkStep(reference, context, report);
    else if (reference.root === "let") checkSharedBinding(reference, context, report);
    else checkEvent(reference, reference.root, context, report);
  }
};

/** The events at which a reference has a value; a root that is not listed has one at every event. */
const eventsOfRoots: ReadonlyMap<ReferenceRoot, readonly TriggerEvent[]> = new Map([
  ["args", ["before_action", "after_action"]],
  ["observation", ["after_action"]],
  ["before", ["state_change"]],
  ["after", ["state_change"]],
]);

/** Reports a root that has no value at the rule's event. @param at - the reference in the rule */
function checkEvent(at: Reference, root: ReferenceRoot, { rule }: RuleContext, report: ReportIssue): void {
  const { event } = rule.trigger;
  const events = eventsOfRoots.get(root) ?? [event];
  if (events.includes(event)) return;
  const where = `trigger ${events.join(" or ")}`;
  const name = at.root === "let" ? `${String(at.path[0])} needs ${root}, and ${root}` : root;
  report(at, {
    code: "misplaced_name",
    severity: "error",
    message: `${name} has no value at ${event}: it can be used only in rules with ${where}${alternatives.get(root) ?? ""}`,
    expected: where,
  });
}

const alternatives: ReadonlyMap<ReferenceRoot, string> = new Map([
  ["args", " (for the last action write last(any).args)"],
  ["observation", " (for an earlier result write last(Toolkit.Tool).result)"],
]);

/** Reports the name of a shared binding whose value needs a root that has no value here. */
function checkSharedBinding(reference: Reference, context: RuleContext, report: ReportIssue): void {
  const seen = new Set<string>();
  const roots = new Set<ReferenceRoot>();
  const names = [String(reference.path[0])];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const binding = seen.has(name) ? undefined : context.sharedBindings.get(name);
    seen.add(name);
    if (binding === undefined) continue;
    for (const { reference: part } of collectBindingParts(binding).references) {
      if (part.root === "let") names.push(String(part.path[0]));
      else roots.add(part.root);
    }
  }
  for (const root of roots) checkEvent(reference, root, context, report);
}

/** Reports `step` outside of a question about earlier steps, which the parser already reports in texts. */
function checkStep(reference: Reference, { queryOfStep }: RuleContext, report: ReportIssue): void {
  if (queryOfStep.has(reference)) return;
  const expected = "step only in where and sum, as in once(Web.Read where step.args.url == args.url)";
  const message = `step is the earlier step for which a condition is evaluated: expected ${expected}`;
  report(reference, { code: "misplaced_name", severity: "error", message, expected });
}
