import { parseProgram } from "@helve/agentspec";
import { didYouMean, isObject, quote } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { type RulePreset, rulePresets } from "@helve/predicates";
import { combinePrograms } from "./combine-programs.ts";
import { GuardError } from "./guard-error.ts";

/**
 * Reads rules, and combines several to one program.
 *
 * @throws ProgramError with every mistake of a text; GuardError for an unknown preset, the path of a file, and rules that can't be combined
 * @example
 * readRules(["coding-agent", 'rule @no_push trigger Bash check args.command contains "git push" enforce stop end']);
 */
export function readRules(rules: RulesInput | readonly RulesInput[]): Program {
  const list: readonly unknown[] = Array.isArray(rules) ? rules : [rules];
  if (list.length === 0) throw invalidRules('"rules" must not be an empty list');
  return combinePrograms(list.map(readOne));
}

/** Rules: the name of a preset, a text, or a parsed program. */
export type RulesInput = RulePreset | (string & {}) | Program;

/** Reads rules that are a parsed program or AgentSpec text. */
function readOne(rules: unknown): Program {
  if (isObject(rules) && rules["type"] === "program") return rules as unknown as Program;
  if (typeof rules !== "string") {
    const got = Array.isArray(rules) ? "a list" : rules === null ? "null" : typeof rules;
    throw invalidRules(`"rules" must be the name of a preset, the text of rules, or a program (got ${got})`);
  }
  if (Object.hasOwn(rulePresets, rules)) return parseProgram(rulePresets[rules as RulePreset]);
  if (rules.trim() === "") throw invalidRules("the text of the rules is empty");
  if (/^[^\n]*\.agentspec$/.test(rules)) {
    throw invalidRules(`${quote(rules)} is the path of a file: pass rulesFile(${quote(rules)}) of @helve/guard/node`);
  }
  if (/\s/.test(rules.trim())) return parseProgram(rules);
  const names = Object.keys(rulePresets);
  throw invalidRules(
    `there is no preset ${quote(rules)}${didYouMean(rules, names)}: expected one of ${names.join(", ")}, or the text of rules`,
  );
}

/** Creates the error of invalid rules. */
function invalidRules(message: string): GuardError {
  return new GuardError([{ code: "invalid_rules", message }]);
}
