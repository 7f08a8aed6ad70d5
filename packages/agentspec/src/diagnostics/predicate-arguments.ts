import type { PredicateParameter } from "@helve/core";
import type { PredicateCall } from "../syntax/index.ts";
import type { Look, Report, RuleDiagnostic } from "./look.ts";
import { misfitsOf } from "./misfit.ts";

/** Predicates that are given too few arguments, too many, or some of a wrong type. */
export const predicateArguments: RuleDiagnostic = (look, report) => {
  for (const call of look.predicates) {
    const parameters = look.known.predicates?.get(call.name)?.parameters;
    if (parameters !== undefined) check(call, parameters, look, report);
  }
};

function check(call: PredicateCall, parameters: readonly PredicateParameter[], look: Look, report: Report): void {
  const given = call.arguments.length;
  const last = parameters.at(-1);
  const least = parameters.filter(({ required = true, rest = false }) => required && !rest).length;
  const most = last?.rest ? Number.POSITIVE_INFINITY : parameters.length;
  if (given < least || given > most) {
    const names = parameters.map(({ name, rest }) => (rest ? `${name}…` : name)).join(", ");
    const expected = `${count(least, most)}${names === "" ? "" : `: ${names}`}`;
    const message = `${call.name} takes ${expected} (got ${given})`;
    report(call, { code: "predicate_arguments", severity: "error", message, expected });
  }
  for (const [index, value] of call.arguments.entries()) {
    const parameter = parameters[index] ?? (last?.rest ? last : undefined);
    if (parameter?.schema === undefined) continue;
    const schema = { schema: parameter.schema, root: parameter.schema };
    for (const { node, message, expected, quickFix } of misfitsOf(
      value,
      schema,
      `${call.name}: ${parameter.name}`,
      look,
    )) {
      const issue = { code: "predicate_arguments", severity: "error", message, expected } as const;
      report(node, { ...issue, ...(quickFix !== undefined && { quickFix }) });
    }
  }
}

function count(least: number, most: number): string {
  const word = (most === Number.POSITIVE_INFINITY ? least : most) === 1 ? "argument" : "arguments";
  if (most === Number.POSITIVE_INFINITY) return `at least ${least} ${word}`;
  if (most === 0) return "no arguments";
  return least === most ? `${most} ${word}` : `${least} to ${most} ${word}`;
}
