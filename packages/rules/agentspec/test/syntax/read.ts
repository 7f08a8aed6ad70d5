import { parseProgram, type Rule } from "@helve/agentspec";
import { formatIssue, HelveError, type Issue } from "@helve/core";

/** A tree without its ranges, comments and spellings. */
export function plain(node: unknown): unknown {
  const left = ["range", "comments", "alternativeForms"];
  return JSON.parse(JSON.stringify(node, (key, value) => (left.includes(key) ? undefined : value)));
}

/** The first rule of a text. */
export function ruleOf(text: string): Rule {
  const [rule] = parseProgram(text).rules;
  if (rule === undefined) throw new Error("no rule");
  return rule;
}

/** The operands of a check, without their ranges. */
export function checkOf(check: string): unknown {
  const { operands } = plain(ruleOf(`rule @r trigger T.X check ${check} enforce stop end`).check) as {
    operands: unknown;
  };
  return operands;
}

/** The enforcements of a rule, without their ranges. */
export function enforceOf(enforce: string): unknown {
  return plain(ruleOf(`rule @r trigger T.X check enforce ${enforce} end`).enforce);
}

/** The only argument of a predicate, without its ranges. */
export function argumentOf(value: string): unknown {
  const [predicate] = checkOf(`p(${value})`) as { arguments: unknown[] }[];
  return predicate?.arguments[0];
}

/** The issues of a text. Throws every error that is not a `ProgramError`. */
export function issuesOf(text: string): readonly Issue[] {
  try {
    parseProgram(text);
  } catch (error) {
    if (!HelveError.is(error) || error.code !== "invalid_program") throw error;
    return (error as HelveError & { issues: readonly Issue[] }).issues;
  }
  return [];
}

/** The issues of a text, a line each. */
export function linesOf(text: string): readonly string[] {
  return issuesOf(text).map((issue) => formatIssue(issue));
}
