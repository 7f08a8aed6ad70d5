import type { RuleDiagnostic } from "./look.ts";

/** A person who is asked about one action while the rule puts another in its place. */
export const inspectionBesideInvoke: RuleDiagnostic = ({ rule }, report) => {
  const { enforce } = rule;
  // Where the action is stopped, neither is enforced.
  if (enforce.some(({ type }) => type === "stop")) return;
  const inspection = enforce.find(({ type }) => type === "user_inspection");
  const invocation = enforce.find(({ type }) => type === "invoke_action");
  if (inspection === undefined || invocation === undefined) return;
  const isAsked = enforce.indexOf(inspection) < enforce.indexOf(invocation);
  const message = isAsked
    ? "what the person approves is not what runs: invoke_action after it puts another action in its place"
    : "nobody is asked: invoke_action before it puts another action in its place, and drops the rest";
  report(inspection, {
    code: "inspection_beside_invoke",
    severity: "warning",
    message,
    expected: "a rule of its own for user_inspection",
  });
};
