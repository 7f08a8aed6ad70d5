/** Reports rules that conflict with or are made ineffective by another rule, and rules with the same name. */
import { quote } from "@helve/core/internal";
import type { Enforcement, Rule, ToolPattern } from "@helve/core/program";
import { appendToList } from "./catalogue-index.ts";
import { expressionKey, valueKey } from "./expression-key.ts";
import type { ProgramDiagnostic, ReportIssue } from "./rule-context.ts";
import { perRule } from "./rule-identity.ts";

/**
 * Reports rules without effect, because another rule always fires with them and stops the action or replaces it by another
 * one.
 */
export const coveredRules: ProgramDiagnostic = ({ rules }, report) => {
  const strict = new Map<string, RuleAt[]>();
  for (const [index, rule] of rules.entries()) {
    if (!rule.enforce.some(({ type }) => type === "stop" || type === "skip" || type === "invoke_action")) continue;
    const { keys } = conditionsOf(rule);
    for (const key of keys) appendToList(strict, key, { rule, index });
  }
  if (strict.size === 0) return;
  for (const [index, rule] of rules.entries()) {
    const one = { rule, index };
    for (const other of candidates(one, strict)) {
      if (firesWhenever(other, one) && reportCoveredRule(other, one, report)) break;
    }
  }
};

/** A rule and its place among the rules. */
interface RuleAt {
  readonly rule: Rule;
  readonly index: number;
}

/** The conditions of a rule, for comparing rules. */
interface RuleConditions {
  /** The keys of the conditions, without those that are always true. */
  readonly operands: ReadonlySet<string>;
  /** The keys under which the rule is found: its event, a tool pattern and its first condition. */
  readonly keys: readonly string[];
  /** The keys of rules that could fire whenever the rule fires: they have a pattern at least as wide, and no condition or a common one. */
  readonly widerKeys: readonly string[];
}

const conditionsOf = perRule((rule): RuleConditions => {
  const { event, patterns } = rule.trigger;
  const operands = new Set(rule.check.operands.map((operand) => expressionKey(operand, rule)));
  operands.delete("true");
  const [first = ""] = operands;
  const key = (pattern: string, operand: string): string => JSON.stringify([event, pattern, operand]);
  const wider = patterns.slice(0, 1).flatMap(widerPatterns);
  return {
    operands,
    keys: patterns.map(({ toolkit, tool }) => key(`${toolkit}.${tool}`, first)),
    widerKeys: wider.flatMap((pattern) => ["", ...operands].map((operand) => key(pattern, operand))),
  };
});

/** The maximal number of candidates to compare with for each trigger and condition. */
const maxCandidates = 30;

/** Finds the rules that could fire whenever a rule fires. */
function* candidates({ rule, index }: RuleAt, strict: ReadonlyMap<string, readonly RuleAt[]>): Iterable<RuleAt> {
  for (const key of conditionsOf(rule).widerKeys) {
    for (const other of strict.get(key)?.slice(0, maxCandidates) ?? []) if (other.index !== index) yield other;
  }
}

/** Whether `other` firing implies that the first rule fires: fewer or the same conditions, and a trigger at least as wide. */
function firesWhenever({ rule }: RuleAt, { rule: other }: RuleAt): boolean {
  const { operands } = conditionsOf(other);
  for (const operand of conditionsOf(rule).operands) if (!operands.has(operand)) return false;
  const patterns = patternNames(rule);
  return other.trigger.patterns.every((pattern) => widerPatterns(pattern).some((wider) => patterns.has(wider)));
}

/** The tool patterns of a rule as `toolkit.tool`. */
const patternNames = perRule(
  (rule): ReadonlySet<string> => new Set(rule.trigger.patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`)),
);

/** The pattern and the wider ones with `any`, which match everything that the pattern matches. */
function widerPatterns({ toolkit, tool }: ToolPattern): readonly string[] {
  return [...new Set([`${toolkit}.${tool}`, `any.${tool}`, `${toolkit}.any`, "any.any"])];
}

/**
 * Reports a rule (`narrow`) whose enforcement conflicts with, or is never reached because of, a rule (`wide`) that fires
 * whenever it fires. There are three cases: `wide` forbids what `narrow` allows; `wide` stops the action, so that `narrow` has
 * no effect; both fire for the same actions and invoke different ones.
 *
 * @returns whether an issue was reported
 */
function reportCoveredRule(wide: RuleAt, narrow: RuleAt, report: ReportIssue): boolean {
  return (
    reportForbiddenAllow(wide, narrow, report) ||
    reportShadowedRule(wide, narrow, report) ||
    reportDifferentActions(wide, narrow, report)
  );
}

/** Reports an `allow` in a rule for actions that another rule always stops or skips. */
function reportForbiddenAllow({ rule: wide }: RuleAt, { rule }: RuleAt, report: ReportIssue): boolean {
  const forbids = wide.enforce.find(({ type }) => type === "stop" || type === "skip");
  if (forbids === undefined || !rule.enforce.some(({ type }) => type === "allow")) return false;
  const name = quote(wide.name);
  const message = `${quote(rule.name)} allows an action that ${name} forbids: ${name} enforces ${forbids.type} whenever this rule fires`;
  report(rule, { ...contradictoryRules, message });
  return true;
}

/** Reports a rule whose enforcements have no effect because another rule always stops the action. */
function reportShadowedRule(wide: RuleAt, narrow: RuleAt, report: ReportIssue): boolean {
  const { rule } = narrow;
  const [blocking] = wide.rule.enforce.filter(({ type }) => type === "stop" || type === "skip");
  if (blocking?.type !== "stop" || !losesEnforcement(rule, wide.rule)) return false;
  // Of two rules that both stop the same actions, only the later one is reported.
  if (hasStop(rule) && firesWhenever(narrow, wide) && wide.index > narrow.index) return false;
  const message = `${quote(rule.name)} has no effect: ${quote(wide.rule.name)} stops the action whenever this rule fires`;
  const expected = "a check or a trigger that the other rule does not cover";
  report(rule, { code: "shadowed_rule", severity: "warning", message, expected });
  return true;
}

/** Reports two rules that fire for the same actions and replace them by different actions. */
function reportDifferentActions(wide: RuleAt, narrow: RuleAt, report: ReportIssue): boolean {
  const { rule } = narrow;
  if (!firesWhenever(narrow, wide) || wide.index > narrow.index || hasStop(wide.rule) || hasStop(rule)) return false;
  const [wideAction, narrowAction] = [invokedActionKey(wide.rule), invokedActionKey(rule)];
  if (wideAction === undefined || narrowAction === undefined || wideAction === narrowAction) return false;
  const name = quote(wide.rule.name);
  const message = `${quote(rule.name)} and ${name} fire for the same actions and replace them by different actions`;
  report(rule, { ...contradictoryRules, message });
  return true;
}

const contradictoryRules = {
  code: "contradictory_rules",
  severity: "warning",
  expected: "two rules that don't fire together",
} as const;

/** Whether a rule enforces `stop`. */
function hasStop({ enforce }: Rule): boolean {
  return enforce.some(({ type }) => type === "stop");
}

/** Whether a rule loses its enforcements when another rule stops the action; `warn`, `log` and `severity` are still reported. */
function losesEnforcement(rule: Rule, stopping: Rule): boolean {
  const others = rule.enforce.filter(({ type }) => !reportingTypes.has(type));
  if (!hasStop(rule)) return others.length > 0;
  return others.length === rule.enforce.length && rule.severity === stopping.severity;
}

const reportingTypes: ReadonlySet<Enforcement["type"]> = new Set(["warn", "log", "none"]);

/** Returns a key of the action that a rule invokes. */
function invokedActionKey(rule: Rule): string | undefined {
  const invocation = rule.enforce.find(({ type }) => type === "invoke_action");
  return invocation?.type === "invoke_action" ? `${invocation.tool} ${valueKey(invocation.args, rule)}` : undefined;
}

/** Reports rules with the same name in a syntax tree. In a text they are a syntax error. */
export const duplicateRule: ProgramDiagnostic = (program, report) => {
  const names = new Set<string>();
  for (const rule of program.rules) {
    if (names.has(rule.name)) {
      const message = `the rule name ${quote(rule.name)} is already used: give this rule another name`;
      report(rule, { code: "duplicate_rule", severity: "error", message, expected: "another name" });
    }
    names.add(rule.name);
  }
};
