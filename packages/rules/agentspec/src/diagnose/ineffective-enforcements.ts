/** Reports enforcements without an effect, such as `user_inspection` after `stop`. */
import type { Enforcement } from "@helve/core/program";
import type { ProgramDiagnostic, RuleDiagnostic } from "./rule-context.ts";

/** Reports enforcements in a rule with `stop` that have no effect: all but `warn` and `log`. */
export const enforcementAfterStop: RuleDiagnostic = ({ rule }, report) => {
  if (!rule.enforce.some(({ type }) => type === "stop")) return;
  for (const node of rule.enforce) {
    if (node.type === "stop" || node.type === "warn" || node.type === "log") continue;
    report(node, {
      code: "beside_stop",
      severity: "warning",
      message: `${node.type === "domain" ? node.name : node.type} has no effect in a rule with stop`,
      expected: "only warn or log in a rule with stop",
      quickFix: { title: "Remove it", range: node.range, text: "" },
    });
  }
};

/** Reports `allow` in a program without `default deny`, where it has no effect. */
export const allowWithoutDeny: ProgramDiagnostic = (program, report) => {
  const { header, rules } = program;
  if (header?.default === "deny") return;
  const isAllow = ({ type }: Enforcement): boolean => type === "allow";
  const allow = rules.find(({ enforce }) => enforce.some(isAllow))?.enforce.find(isAllow);
  if (allow === undefined) return;
  const start = header?.range.start ?? { offset: 0, line: 1, column: 1 };
  report(allow, {
    code: "allow_without_deny",
    severity: "warning",
    message: "allow has no effect without default deny before the first rule",
    expected: "default deny",
    quickFix:
      header?.default === undefined
        ? { title: 'Write "default deny" first', range: { start, end: start }, text: "default deny\n" }
        : undefined,
  });
};

/** Reports `user_inspection` in a rule with `invoke_action`: the person would approve an action that is then replaced. */
export const inspectionBesideInvoke: RuleDiagnostic = ({ rule }, report) => {
  const { enforce } = rule;
  // With `stop`, neither of them has an effect.
  if (enforce.some(({ type }) => type === "stop")) return;
  const inspection = enforce.find(({ type }) => type === "user_inspection");
  const invocation = enforce.find(({ type }) => type === "invoke_action");
  if (inspection === undefined || invocation === undefined) return;
  const isAsked = enforce.indexOf(inspection) < enforce.indexOf(invocation);
  const message = isAsked
    ? "the person approves an action that does not run: invoke_action after it replaces the action"
    : "nobody is asked: invoke_action before it replaces the action and skips the remaining enforcements";
  report(inspection, {
    code: "inspection_beside_invoke",
    severity: "warning",
    message,
    expected: "user_inspection in a separate rule",
  });
};
