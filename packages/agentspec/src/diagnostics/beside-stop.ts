import type { RuleDiagnostic } from "./look.ts";

/** What a rule enforces beside `stop` and never comes to: `warn` and `log` only tell something. */
export const besideStop: RuleDiagnostic = ({ rule }, report) => {
  if (!rule.enforce.some(({ type }) => type === "stop")) return;
  for (const node of rule.enforce) {
    if (node.type === "stop" || node.type === "warn" || node.type === "log") continue;
    report(node, {
      code: "beside_stop",
      severity: "warning",
      message: `stop ends it: ${node.type === "domain" ? node.name : node.type} beside it is never enforced`,
      expected: "warn or log beside stop",
      quickFix: { title: "Leave it out", range: node.range, text: "" },
    });
  }
};
