import { quote } from "@helve/core/internal";
import type { Enforcement, Rule, ToolPattern } from "@helve/core/program";
import { appendToList } from "./catalogue-index.ts";
import { expressionKey, valueKey } from "./expression-key.ts";
import type { ProgramDiagnostic, ReportIssue } from "./rule-context.ts";

/**
 * Rules that come to nothing because another fires whenever they do: it stops the action, or puts a different one in its
 * place.
 */
export const coveredRules: ProgramDiagnostic = (program, report) => {
  const all = program.rules.map((rule, index) => ruleConditions(rule, index));
  const strict = new Map<string, RuleConditions[]>();
  for (const one of all) {
    if (!one.rule.enforce.some(({ type }) => type === "stop" || type === "skip" || type === "invoke_action")) continue;
    for (const pattern of one.rule.trigger.patterns)
      appendToList(strict, indexKey(one, `${pattern.toolkit}.${pattern.tool}`, one.first), one);
  }
  if (strict.size === 0) return;
  for (const one of all) {
    for (const other of candidates(one, strict))
      if (firesWhenever(other, one) && reportCoveredRule(other, one, report)) break;
  }
};

/** A rule, with what its check is made of. */
interface RuleConditions {
  readonly rule: Rule;
  readonly index: number;
  /** What has to hold, each as its meaning; what always holds is left out. */
  readonly operands: ReadonlySet<string>;
  /** The first of them; `""` when there are none. */
  readonly first: string;
}

function ruleConditions(rule: Rule, index: number): RuleConditions {
  const operands = new Set(rule.check.operands.map((operand) => expressionKey(operand, rule)));
  operands.delete("true");
  const [first = ""] = operands;
  return { rule, index, operands, first };
}

function indexKey({ rule }: RuleConditions, pattern: string, operand: string): string {
  return JSON.stringify([rule.trigger.event, pattern, operand]);
}

/** Of the rules that might cover one, no more are looked at for one trigger and one condition. */
const maxCandidates = 30;

function* candidates(
  one: RuleConditions,
  strict: ReadonlyMap<string, readonly RuleConditions[]>,
): Iterable<RuleConditions> {
  const [pattern] = one.rule.trigger.patterns;
  if (pattern === undefined) return;
  for (const wider of widerPatterns(pattern)) {
    for (const operand of ["", ...one.operands]) {
      const found = strict.get(indexKey(one, wider, operand)) ?? [];
      for (const other of found.slice(0, maxCandidates)) if (other !== one) yield other;
    }
  }
}

/** Whether one rule fires whenever another does. */
function firesWhenever({ rule, operands }: RuleConditions, other: RuleConditions): boolean {
  for (const operand of operands) if (!other.operands.has(operand)) return false;
  const patterns = patternNames(rule);
  return other.rule.trigger.patterns.every((pattern) => widerPatterns(pattern).some((wider) => patterns.has(wider)));
}

const patternNamesByRule = new WeakMap<Rule, ReadonlySet<string>>();

function patternNames(rule: Rule): ReadonlySet<string> {
  const found =
    patternNamesByRule.get(rule) ?? new Set(rule.trigger.patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`));
  patternNamesByRule.set(rule, found);
  return found;
}

/** The patterns that fit whatever a pattern fits. A toolkit has no dot in its name. */
function widerPatterns({ toolkit, tool }: ToolPattern): readonly string[] {
  return [...new Set([`${toolkit}.${tool}`, `any.${tool}`, `${toolkit}.any`, "any.any"])];
}

/** Notes what becomes of a rule that another covers; says whether there was anything to note. */
function reportCoveredRule(wide: RuleConditions, narrow: RuleConditions, report: ReportIssue): boolean {
  const { rule } = narrow;
  const name = quote(wide.rule.name);
  const forbids = wide.rule.enforce.find(({ type }) => type === "stop" || type === "skip");
  const allows = rule.enforce.some(({ type }) => type === "allow");
  if (forbids !== undefined && allows) {
    const message = `${quote(rule.name)} allows what ${name} does not: ${name} has ${forbids.type} whenever this fires`;
    report(rule, { ...contradictoryRules, message });
    return true;
  }
  const areSame = firesWhenever(narrow, wide);
  if (
    forbids?.type === "stop" &&
    losesEnforcement(rule, wide.rule) &&
    !(areSame && hasStop(rule) && wide.index > narrow.index)
  ) {
    const message = `${quote(rule.name)} comes to nothing: ${name} stops the action whenever this fires`;
    const expected = "a check or a trigger that the other rule does not cover";
    report(rule, { code: "shadowed_rule", severity: "warning", message, expected });
    return true;
  }
  if (!areSame || wide.index > narrow.index || hasStop(wide.rule) || hasStop(rule)) return false;
  const [one, other] = [invokedActionKey(wide.rule), invokedActionKey(rule)];
  if (one === undefined || other === undefined || one === other) return false;
  const message = `${quote(rule.name)} and ${name} fire for the same actions, and each puts a different one in its place`;
  report(rule, { ...contradictoryRules, message });
  return true;
}

const contradictoryRules = {
  code: "contradictory_rules",
  severity: "warning",
  expected: "two rules that don't fire together",
} as const;

function hasStop({ enforce }: Rule): boolean {
  return enforce.some(({ type }) => type === "stop");
}

/** Whether a rule does nothing beside a `stop`: what it tells, and how severe it is, would be reported all the same. */
function losesEnforcement(rule: Rule, stopping: Rule): boolean {
  const others = rule.enforce.filter(({ type }) => !reportingTypes.has(type));
  if (!hasStop(rule)) return others.length > 0;
  return others.length === rule.enforce.length && rule.severity === stopping.severity;
}

const reportingTypes: ReadonlySet<Enforcement["type"]> = new Set(["warn", "log", "none"]);

/** What a rule puts in the action's place, as a text. */
function invokedActionKey(rule: Rule): string | undefined {
  const invocation = rule.enforce.find(({ type }) => type === "invoke_action");
  return invocation?.type === "invoke_action" ? `${invocation.tool} ${valueKey(invocation.args, rule)}` : undefined;
}

/** Rules of one name: who reads a report can't tell them apart. A text with such rules is not read in the first place. */
export const duplicateRule: ProgramDiagnostic = (program, report) => {
  const names = new Set<string>();
  for (const rule of program.rules) {
    if (names.has(rule.name)) {
      const message = `there is a rule ${quote(rule.name)} already: give this one another name`;
      report(rule, { code: "duplicate_rule", severity: "error", message, expected: "another name" });
    }
    names.add(rule.name);
  }
};
