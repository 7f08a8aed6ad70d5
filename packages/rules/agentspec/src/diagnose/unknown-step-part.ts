import { quote } from "@helve/core/internal";
import type { LastStep, Reference, Value } from "@helve/core/program";
import { referencePathFix, replaceFix, suggestionHint } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { findStepArgument } from "./schema-lookup.ts";

/** Reports parts that no earlier step has: `step.result.x` is fine, `step.arguments`, an unknown argument and an unknown status are not. */
export const unknownStepPart: RuleDiagnostic = (context, report) => {
  for (const [reference, query] of context.queryOfStep) checkPath(reference, query, context, report);
  for (const node of context.lastSteps) checkPath(node, node.steps, context, report);
  for (const { operator, left, right } of context.comparisons) {
    if (operator !== "==" && operator !== "!=" && operator !== "in") continue;
    if (isStatus(left)) checkStatus(right, context, report);
    else if (isStatus(right)) checkStatus(left, context, report);
  }
};

const stepParts = ["tool", "args", "result", "status", "at"];

/** Reports a part that a step doesn't have, and an argument that none of the tools has. */
function checkPath(
  node: Reference | LastStep,
  query: LastStep["steps"],
  context: RuleContext,
  report: ReportIssue,
): void {
  const { catalogue } = context;
  const [part] = node.path;
  if (part === undefined) return;
  if (!stepParts.includes(String(part))) {
    const near = catalogue.suggestName(String(part), stepParts, stepParts);
    const meant = synonyms.get(String(part)) ?? near;
    const message = `a step has no ${quote(String(part))}${suggestionHint(meant)}`;
    const fix = meant === undefined ? undefined : pathFix(node, 0, meant);
    report(node, {
      code: "unknown_step_part",
      severity: "error",
      message,
      expected: `one of ${stepParts.join(", ")}`,
      quickFix: fix,
    });
    return;
  }
  const found = findStepArgument(context, query, node.path);
  if (found.kind !== "absent") return;
  const { index, names, isClosed } = found;
  const key = String(node.path[index + 1]);
  const meant = catalogue.suggestName(key, names, names);
  if (!isClosed && meant === undefined) return;
  const fix = meant === undefined ? undefined : pathFix(node, index + 1, meant);
  report(node, {
    code: "unknown_argument",
    severity: isClosed ? "error" : "warning",
    message: `none of the tools of these steps has an argument ${quote(key)}${suggestionHint(meant)}`,
    expected: meant ?? (names.length === 0 ? "no arguments" : `one of ${names.slice(0, 10).join(", ")}`),
    quickFix: fix,
  });
}

const synonyms: ReadonlyMap<string, string> = new Map([
  ...["arguments", "params", "parameters", "input"].map((name) => [name, "args"] as const),
  ...["output", "observation", "returns", "value"].map((name) => [name, "result"] as const),
  ...["time", "timestamp", "endedAt", "date"].map((name) => [name, "at"] as const),
  ["name", "tool"],
]);

/** Returns the fix that replaces one part of a reference's path. */
function pathFix(node: Reference | LastStep, index: number, meant: string) {
  // The path of `last(…)` has no range of its own.
  return node.type === "reference" ? referencePathFix(node, node.path.toSpliced(index, 1, meant), false) : undefined;
}

function isStatus(value: Value): boolean {
  if (value.type !== "last" && (value.type !== "reference" || value.root !== "step")) return false;
  return value.path.length === 1 && value.path[0] === "status";
}

const statuses = ["success", "failed", "timed_out", "stopped"];

/** Reports a text that is no status, alone or in a list. */
function checkStatus(value: Value, context: RuleContext, report: ReportIssue): void {
  if (value.type === "list") for (const item of value.items) checkStatus(item, context, report);
  if (value.type !== "literal" || value.value === null || statuses.includes(String(value.value))) return;
  const text = String(value.value);
  const meant = statusSynonyms.get(text) ?? context.catalogue.suggestName(text, statuses, statuses);
  report(value, {
    code: "unknown_status",
    severity: "error",
    message: `a step has no status ${quote(text)}${suggestionHint(meant)}`,
    expected: `one of ${statuses.map((status) => JSON.stringify(status)).join(", ")}`,
    quickFix: meant === undefined ? undefined : replaceFix(JSON.stringify(meant), value.range),
  });
}

const statusSynonyms: ReadonlyMap<string, string> = new Map([
  ...["ok", "succeeded", "passed", "done", "completed", "true"].map((name) => [name, "success"] as const),
  ...["error", "failure", "fail", "false"].map((name) => [name, "failed"] as const),
  ...["timeout", "aborted"].map((name) => [name, "timed_out"] as const),
  ...["blocked", "denied", "refused"].map((name) => [name, "stopped"] as const),
]);
