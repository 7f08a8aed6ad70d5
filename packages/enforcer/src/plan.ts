import type { GuardEvent, Issue, RuleRecord } from "@helve/core";
import type { Program, Rule, UnknownPolicy } from "@helve/core/program";
import type { PlannedEnforcement } from "./enforcements/plan-enforcement.ts";
import type { Host } from "./host.ts";
import { fingerprintOf } from "./plan/fingerprint.ts";
import type { Check } from "./plan/plan-check.ts";
import { planRule } from "./plan/plan-rule.ts";
import { programIssues } from "./plan/program-issues.ts";
import { PlanError } from "./plan-error.ts";

/** A program, ready to be enforced: its rules are indexed by event and tool. */
export interface Plan {
  readonly isDenyDefault: boolean;
  /** What a check that is unknown comes to: when a predicate can't tell, and when it failed. */
  readonly onUnknown: UnknownPolicy;
  readonly onError: UnknownPolicy;
  /** What comes to less than it seems to. */
  readonly warnings: readonly Issue[];
  /** @param except - the name of a rule that is left out if it is one that invokes: another program's may be called so */
  candidates(event: GuardEvent, tool: string, except?: string): Candidates;
  rule(name: string): PlannedRule | undefined;
  /** A promise the first time. */
  fingerprint(): string | Promise<string>;
}

/** The rules whose trigger fits. */
interface Candidates {
  readonly inSourceOrder: readonly PlannedRule[];
  /** Their places in source order, those of a higher priority first. */
  readonly byPriority: readonly number[];
}

/** A rule, ready to be checked and enforced. */
export interface PlannedRule {
  readonly name: string;
  /** Where the rule begins in its text, 1-based. */
  readonly line: number;
  readonly check: Check;
  /** The record of its check when that is the same for every action. */
  readonly constant: RuleRecord | undefined;
  /** Of two violated rules the one with the higher number goes first. */
  readonly priority: number;
  readonly rule: Rule;
  readonly enforcements: readonly PlannedEnforcement[];
  /** Whether it permits what `default deny` would not. */
  readonly allows: boolean;
  /** Whether it invokes actions. */
  readonly invokes: boolean;
}

/**
 * Makes a program ready once, so that a decision touches only the rules that can fire.
 *
 * @throws PlanError naming everything because of which the rules would not guard as they read
 */
export function makePlan(program: Program, host: Host): Plan {
  const { planned, warnings } = planRules(program, host);
  const { header } = program;
  const index = indexOf(planned);
  const byName = new Map(planned.map((one) => [one.name, one]));
  let fingerprint: string | Promise<string> | undefined;
  return {
    isDenyDefault: header?.default === "deny",
    onUnknown: header?.onUnknown ?? "violated",
    onError: header?.onError ?? "violated",
    warnings,
    candidates: index,
    rule: (name) => byName.get(name),
    fingerprint: () => {
      fingerprint ??= fingerprintOf(program).then((made) => {
        fingerprint = made;
        return made;
      });
      return fingerprint;
    },
  };
}

function planRules(program: Program, host: Host): { planned: readonly PlannedRule[]; warnings: readonly Issue[] } {
  const issues: Issue[] = [];
  const compilation = { issues, references: new Map() };
  try {
    const planned = program.rules.map((rule) => planRule(rule, host, compilation));
    const { errors, warnings } = programIssues(program, host.predicates);
    if (errors.length + issues.length > 0) throw new PlanError([...errors, ...issues]);
    return { planned, warnings };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = `the rules are no whole syntax tree (${error.message}): parseProgramJson makes one of JSON, or says what is wrong`;
    throw new PlanError([{ code: "invalid_tree", message }], { cause: error });
  }
}

/** More tools than this are not kept in mind: their rules are looked up again. */
const mostTools = 10_000;

function indexOf(rules: readonly PlannedRule[]): Plan["candidates"] {
  const byPattern = new Map<string, Set<PlannedRule>>();
  for (const planned of rules) {
    const { event, patterns } = planned.rule.trigger;
    for (const { toolkit, tool } of patterns) {
      const key = `${event} ${toolkit}.${tool}`;
      byPattern.set(key, (byPattern.get(key) ?? new Set()).add(planned));
    }
  }
  const places = new Map(rules.map((planned, place) => [planned, place]));
  const lookUp = (event: GuardEvent, name: string): Candidates => {
    const found = new Set(patternsFor(name).flatMap((pattern) => [...(byPattern.get(`${event} ${pattern}`) ?? [])]));
    return candidatesOf([...found].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)));
  };
  const known = new Map<string, Candidates>();
  return (event, tool, except) => {
    const key = `${event} ${tool}`;
    let candidates = known.get(key);
    if (candidates === undefined) {
      candidates = lookUp(event, tool);
      if (known.size === mostTools) known.clear();
      known.set(key, candidates);
    }
    if (except === undefined) return candidates;
    return candidatesOf(candidates.inSourceOrder.filter(({ name, invokes }) => name !== except || !invokes));
  };
}

/** A tool that belongs to no toolkit fits only patterns whose toolkit is `any`. */
function patternsFor(name: string): readonly string[] {
  const dot = name.indexOf(".");
  const tool = name.slice(dot + 1);
  const anyToolkit = [`any.${tool}`, "any.any"];
  return dot < 0 ? anyToolkit : [name, `${name.slice(0, dot)}.any`, ...anyToolkit];
}

function candidatesOf(inSourceOrder: readonly PlannedRule[]): Candidates {
  const priority = (place: number): number => inSourceOrder[place]?.priority ?? 0;
  const places = inSourceOrder.map((_, place) => place);
  return { inSourceOrder, byPriority: places.sort((one, other) => priority(other) - priority(one)) };
}
