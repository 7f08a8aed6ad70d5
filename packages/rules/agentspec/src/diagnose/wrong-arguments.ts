/** Reports arguments of predicates and of invoked tools that do not fit: too few, too many, or of a wrong type. */
import type { PredicateParameter } from "@helve/core";
import type { PredicateCall } from "@helve/core/program";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { findMismatches, type SchemaMismatch } from "./schema-mismatch.ts";

/** Reports predicates with too few arguments, too many, or arguments of a wrong type. */
export const predicateArguments: RuleDiagnostic = (context, report) => {
  for (const call of context.predicates) {
    const parameters = context.catalogue.predicates?.get(call.name)?.parameters;
    if (parameters !== undefined) checkPredicateCall(call, parameters, context, report);
  }
};

/** Reports a wrong number of arguments of a predicate call, and arguments that don't match the parameters' schemas. */
function checkPredicateCall(
  call: PredicateCall,
  parameters: readonly PredicateParameter[],
  context: RuleContext,
  report: ReportIssue,
): void {
  const given = call.arguments.length;
  const last = parameters.at(-1);
  const least = parameters.filter(({ required = true, rest = false }) => required && !rest).length;
  const most = last?.rest ? Number.POSITIVE_INFINITY : parameters.length;
  if (given < least || given > most) {
    const names = parameters.map(({ name, rest }) => (rest ? `${name}…` : name)).join(", ");
    const expected = `${argumentCountText(least, most)}${names === "" ? "" : `: ${names}`}`;
    const message = `${call.name} takes ${expected} (got ${given})`;
    report(call, { code: "predicate_arguments", severity: "error", message, expected });
  }
  for (const [index, value] of call.arguments.entries()) {
    const parameter = parameters[index] ?? (last?.rest ? last : undefined);
    if (parameter?.schema === undefined) continue;
    const schema = { schema: parameter.schema, root: parameter.schema };
    for (const { node, message, expected, quickFix } of findMismatches(
      value,
      schema,
      `${call.name}: ${parameter.name}`,
      context,
    )) {
      report(node, { code: "predicate_arguments", severity: "error", message, expected, quickFix });
    }
  }
}

/** The allowed number of arguments as text, for example `1 to 2 arguments`. */
function argumentCountText(least: number, most: number): string {
  const word = (most === Number.POSITIVE_INFINITY ? least : most) === 1 ? "argument" : "arguments";
  if (most === Number.POSITIVE_INFINITY) return `at least ${least} ${word}`;
  if (most === 0) return "no arguments";
  return least === most ? `${most} ${word}` : `${least} to ${most} ${word}`;
}

/** Reports missing, unknown and mistyped arguments of `invoke_action`. */
export const invokedArguments: RuleDiagnostic = (context, report) => {
  const { tools } = context.catalogue;
  if (tools === undefined) return;
  for (const invocation of context.invocations) {
    const tool = tools.find(invocation.tool);
    // Arguments given as a string are parsed at run time.
    if (tool === undefined || invocation.args.type !== "object") continue;
    const schema = { schema: tool.parameters, root: tool.parameters };
    for (const { node, kind, isUncertain, message, expected, quickFix } of findMismatches(
      invocation.args,
      schema,
      tool.name,
      context,
    )) {
      const severity = isUncertain ? "warning" : "error";
      report(node, {
        code: issueCodes[kind],
        severity,
        message,
        expected,
        quickFix,
      });
    }
  }
};

const issueCodes: Readonly<Record<SchemaMismatch["kind"], string>> = {
  missing: "missing_argument",
  unknown: "unknown_argument",
  type: "argument_type",
};
