import { quote } from "@helve/core/internal";

import { argumentAt } from "./argument-at.ts";
import { hint } from "./hint.ts";
import type { Look, PlacedReference, Report, RuleDiagnostic } from "./look.ts";
import { redirected } from "./rewrite.ts";

/** References to arguments that none of the tools has that the trigger fits. */
export const unknownArgument: RuleDiagnostic = (look, report) => {
  const { event } = look.rule.trigger;
  if (look.tools === undefined || (event !== "before_action" && event !== "after_action")) return;
  for (const placed of look.references) if (placed.reference.root === "args") check(placed, look, report);
};

function check({ reference, isInMessage }: PlacedReference, look: Look, report: Report): void {
  const { tools = [], known } = look;
  const found = argumentAt(look, reference.path);
  if (found.kind !== "absent") return;
  const { index, names, isClosed } = found;
  const step = String(reference.path[index]);
  const meant = known.suggest(step, names, names);
  // Where there may be more than the schemas name, only what looks like a slip is one.
  if (!isClosed && meant === undefined) return;
  const fix =
    meant === undefined ? undefined : redirected(reference, reference.path.toSpliced(index, 1, meant), isInMessage);
  const [only, ...others] = tools;
  const owner = only === undefined || others.length > 0 ? "none of the trigger's tools has an" : `${only.name} has no`;
  const message = `${owner} argument ${quote(step)}${hint(meant)}`;
  const severity = isClosed ? "error" : "warning";
  const expected = meant ?? (names.length === 0 ? "no arguments" : `one of ${names.slice(0, 10).join(", ")}`);
  report(reference, {
    code: "unknown_argument",
    severity,
    message,
    expected,
    ...(fix !== undefined && { quickFix: fix }),
  });
}
