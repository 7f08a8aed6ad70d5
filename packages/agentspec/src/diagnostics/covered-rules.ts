import { quote } from "@helve/core/internal";

import type { Enforcement, Rule, ToolPattern } from "../syntax/index.ts";
import { push } from "./known.ts";
import type { ProgramDiagnostic, Report } from "./look.ts";
import { meaningOf, valueKey } from "./meaning-key.ts";

/**
 * Rules that come to nothing because another fires whenever they do: it stops the action, or puts a different one in its
 * place.
 */
export const coveredRules: ProgramDiagnostic = (program, report) => {
  const all = program.rules.map((rule, index) => measured(rule, index));
  const strict = new Map<string, Measured[]>();
  for (const one of all) {
    if (!one.rule.enforce.some(({ type }) => type === "stop" || type === "skip" || type === "invoke_action")) continue;
    for (const pattern of one.rule.trigger.patterns)
      push(strict, indexKey(one, `${pattern.toolkit}.${pattern.tool}`, one.first), one);
  }
  if (strict.size === 0) return;
  for (const one of all) {
    for (const other of candidates(one, strict)) if (covers(other, one) && compare(other, one, report)) break;
  }
};

/** A rule, with what its check is made of. */
interface Measured {
  readonly rule: Rule;
  readonly index: number;
  /** What has to hold, each as its meaning; what always holds is left out. */
  readonly operands: ReadonlySet<string>;
  /** The first of them; `""` when there are none. */
  readonly first: string;
}

function measured(rule: Rule, index: number): Measured {
  const operands = new Set(rule.check.operands.map((operand) => meaningOf(operand, rule)));
  operands.delete("true");
  const [first = ""] = operands;
  return { rule, index, operands, first };
}

function indexKey({ rule }: Measured, pattern: string, operand: string): string {
  return JSON.stringify([rule.trigger.event, pattern, operand]);
}

/** Of the rules that might cover one, no more are looked at for one trigger and one condition. */
const mostCandidates = 30;

function* candidates(one: Measured, strict: ReadonlyMap<string, readonly Measured[]>): Iterable<Measured> {
  const [pattern] = one.rule.trigger.patterns;
  if (pattern === undefined) return;
  for (const wider of widened(pattern)) {
    for (const operand of ["", ...one.operands]) {
      const found = strict.get(indexKey(one, wider, operand)) ?? [];
      for (const other of found.slice(0, mostCandidates)) if (other !== one) yield other;
    }
  }
}

/** Whether one rule fires whenever another does. */
function covers({ rule, operands }: Measured, other: Measured): boolean {
  for (const operand of operands) if (!other.operands.has(operand)) return false;
  const patterns = patternsOf(rule);
  return other.rule.trigger.patterns.every((pattern) => widened(pattern).some((wider) => patterns.has(wider)));
}

const patternsOfRules = new WeakMap<Rule, ReadonlySet<string>>();

function patternsOf(rule: Rule): ReadonlySet<string> {
  const found =
    patternsOfRules.get(rule) ?? new Set(rule.trigger.patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`));
  patternsOfRules.set(rule, found);
  return found;
}

/** The patterns that fit whatever a pattern fits. A toolkit has no dot in its name. */
function widened({ toolkit, tool }: ToolPattern): readonly string[] {
  return [...new Set([`${toolkit}.${tool}`, `any.${tool}`, `${toolkit}.any`, "any.any"])];
}

/** Notes what becomes of a rule that another covers; says whether there was anything to note. */
function compare(wide: Measured, narrow: Measured, report: Report): boolean {
  const { rule } = narrow;
  const name = quote(wide.rule.name);
  const forbids = wide.rule.enforce.find(({ type }) => type === "stop" || type === "skip");
  const allows = rule.enforce.some(({ type }) => type === "allow");
  if (forbids !== undefined && allows) {
    const message = `${quote(rule.name)} allows what ${name} does not: ${name} has ${forbids.type} whenever this fires`;
    report(rule, { ...contradictory, message });
    return true;
  }
  const areSame = covers(narrow, wide);
  if (forbids?.type === "stop" && isLost(rule, wide.rule) && !(areSame && stops(rule) && wide.index > narrow.index)) {
    const message = `${quote(rule.name)} comes to nothing: ${name} stops the action whenever this fires`;
    const expected = "a check or a trigger that the other rule does not cover";
    report(rule, { code: "shadowed_rule", severity: "warning", message, expected });
    return true;
  }
  if (!areSame || wide.index > narrow.index || stops(wide.rule) || stops(rule)) return false;
  const [one, other] = [invoked(wide.rule), invoked(rule)];
  if (one === undefined || other === undefined || one === other) return false;
  const message = `${quote(rule.name)} and ${name} fire for the same actions, and each puts a different one in its place`;
  report(rule, { ...contradictory, message });
  return true;
}

const contradictory = {
  code: "contradictory_rules",
  severity: "warning",
  expected: "two rules that don't fire together",
} as const;

function stops({ enforce }: Rule): boolean {
  return enforce.some(({ type }) => type === "stop");
}

/** Whether a rule does nothing beside a `stop`: what it tells, and how severe it is, would be reported all the same. */
function isLost(rule: Rule, stopping: Rule): boolean {
  const others = rule.enforce.filter(({ type }) => !tellingTypes.has(type));
  if (!stops(rule)) return others.length > 0;
  return others.length === rule.enforce.length && rule.severity === stopping.severity;
}

const tellingTypes: ReadonlySet<Enforcement["type"]> = new Set(["warn", "log", "none"]);

/** What a rule puts in the action's place, as a text. */
function invoked(rule: Rule): string | undefined {
  const invocation = rule.enforce.find(({ type }) => type === "invoke_action");
  return invocation?.type === "invoke_action" ? `${invocation.tool} ${valueKey(invocation.args, rule)}` : undefined;
}
