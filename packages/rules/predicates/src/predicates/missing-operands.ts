/** Makes a predicate unknown when an argument that the rule names is missing in the call. */
import type { Finding, PredicateArgument, PredicateContext } from "@helve/core";
import { didYouMean, ownMember, pointerParts, quote } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { createFinding, type PredicateDefinition } from "./predicate-definition.ts";

/**
 * Evaluates a predicate whose operands may name arguments that the call does not have. A missing argument makes the answer unknown, so
 * that a misspelled name does not turn a rule off, unless the other operands make it true.
 */
export function evaluateOperands(
  { parameters, evaluate }: Pick<PredicateDefinition, "parameters" | "evaluate">,
  operands: readonly PredicateArgument[],
  context: PredicateContext,
  policy: PreparedPolicy,
): Finding | Promise<Finding> {
  const missing = operands.find(isMissing);
  if (missing === undefined) return evaluate(operands, context, policy);
  const unknown = createFinding("unknown", missingText(missing, context.action));
  const present = operands.filter((operand) => !isMissing(operand));
  if (present.length === 0 || parameters[0]?.rest !== true) return unknown;
  return asTrueOr(evaluate(present, context, policy), unknown);
}

function isMissing({ value }: PredicateArgument): boolean {
  return value === undefined;
}

/** Returns a finding if it is true, otherwise the other one. */
async function asTrueOr(finding: Finding | Promise<Finding>, other: Finding): Promise<Finding> {
  const found = await finding;
  return found.value === true ? found : other;
}

/** Describes the missing argument of a call: `Bash has no argument "comand" (did you mean "command"?)`. */
function missingText({ path }: PredicateArgument, { name, args }: PredicateContext["action"]): string {
  if (path === undefined) return "an operand of the rule has no value";
  const parts = pointerParts(path);
  const known = parts.slice(0, -1).reduce<unknown>(ownMember, args);
  const names = typeof known === "object" && known !== null && !Array.isArray(known) ? Object.keys(known) : [];
  return `${name} has no argument ${quote(parts.join("."))}${didYouMean(parts.at(-1) ?? "", names)}`;
}
