import type { GuardEvent, Issue } from "@helve/core";
import type { Program, UnknownPolicies, UnknownPolicy } from "@helve/core/program";
import type { ResolvedOptions } from "./engine-options.ts";
import { fingerprint } from "./fingerprint.ts";
import { Histories } from "./history/history-index.ts";
import type { IndexedQuery } from "./history/indexed-query.ts";
import type { PlannedCheck } from "./plan/plan-check.ts";
import { trustOf } from "./plan/plan-provenance.ts";
import { type PlannedRule, planRule, resolveBindings } from "./plan/plan-rule.ts";
import { programIssues } from "./plan/program-issues.ts";
import { matchesTool, matchingPatterns } from "./plan/tool-matcher.ts";
import { PlanError } from "./plan-error.ts";

/**
 * Compiles a program once into a `Plan`, so that a decision evaluates only the rules whose trigger matches.
 *
 * @throws PlanError with an issue for each reason why the rules can't be enforced as written
 */
export function planProgram(program: Program, options: ResolvedOptions): Plan {
  const { rules, warnings, queries } = planRules(program, options);
  const { header } = program;
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  let computed: Promise<string> | undefined;
  return {
    isDenyDefault: header?.default === "deny",
    onUnknown: header ?? {},
    onError: header?.onError ?? "violated",
    warnings,
    triggeredRules: indexTriggers(rules),
    histories: new Histories(
      queries,
      rules.some(({ check }) => tracesValues(check)),
    ),
    rule: (name) => byName.get(name),
    fingerprint: () => {
      computed ??= fingerprint(program);
      return computed;
    },
  };
}

/** A compiled program: its rules are indexed by event and tool. */
export interface Plan {
  readonly isDenyDefault: boolean;
  /** The treatment of a check that is unknown because a predicate has no answer, unless its rule sets another. */
  readonly onUnknown: UnknownPolicies;
  /** The treatment of a check that is unknown because a predicate failed. */
  readonly onError: UnknownPolicy;
  /** Rules that are enforced as written but have no effect somewhere. */
  readonly warnings: readonly Issue[];
  /**
   * The rules whose trigger matches an event and a tool.
   *
   * @param invokedBy - the rule of this program that invoked the action, which is left out; it must have `invoke_action`
   */
  triggeredRules(event: GuardEvent, tool: string, invokedBy?: string): TriggeredRules;
  rule(name: string): PlannedRule | undefined;
  /** The data about the steps of each session that the rules need. */
  readonly histories: Histories;
  /** The program's fingerprint, which is computed once. */
  fingerprint(): Promise<string>;
}

/** The rules whose trigger matches. */
export interface TriggeredRules {
  readonly inSourceOrder: readonly PlannedRule[];
  /** Indexes into `inSourceOrder`, sorted by descending priority. */
  readonly byPriority: readonly number[];
}

/** Compiles all rules of a program; throws a PlanError with all issues. */
function planRules(
  program: Program,
  options: ResolvedOptions,
): { rules: readonly PlannedRule[]; warnings: readonly Issue[]; queries: readonly IndexedQuery[] } {
  const issues: Issue[] = [];
  const queries = new Map<string, IndexedQuery>();
  try {
    const trust = trustOf(program.header, options.trust);
    const unshared = { issues, trust, references: new Map(), shared: new Map(), queries };
    const shared = resolveBindings(program.bindings, unshared, ({ range }, code, message) => {
      issues.push({ code, message, range });
    });
    const compilation = { ...unshared, shared };
    const rules = program.rules.map((rule) => planRule(rule, options, compilation));
    const { errors, warnings } = programIssues(program, options.predicates);
    if (errors.length + issues.length > 0) throw new PlanError([...errors, ...issues]);
    return { rules, warnings, queries: [...queries.values()] };
  } catch (error) {
    // A syntax tree of unknown origin may lack fields.
    if (!(error instanceof TypeError)) throw error;
    const message = `the rules are not a complete syntax tree (${error.message}): read them with parseProgramJson, which reports each problem`;
    throw new PlanError([{ code: "invalid_tree", message }], { cause: error });
  }
}

/** Whether a check asks where a value comes from. */
function tracesValues(check: PlannedCheck): boolean {
  if (check.type === "not") return tracesValues(check.operand);
  if (check.type === "and" || check.type === "or") return check.operands.some(tracesValues);
  return check.type === "provenance";
}

/** The number of tools whose rules are cached for each event. */
const maxCachedTools = 10_000;

/** Returns a function that finds the rules for an event and a tool, with a cache for each tool. */
function indexTriggers(rules: readonly PlannedRule[]): Plan["triggeredRules"] {
  const byPattern = new Map<string, Set<PlannedRule>>();
  const withPrefix: PlannedRule[] = [];
  for (const planned of rules) {
    const { event, patterns } = planned.rule.trigger;
    if (patterns.some(({ tool }) => tool.endsWith("*"))) withPrefix.push(planned);
    for (const { toolkit, tool } of patterns) {
      const key = `${event} ${toolkit}.${tool}`;
      byPattern.set(key, (byPattern.get(key) ?? new Set()).add(planned));
    }
  }
  const sourceIndexes = new Map(rules.map((rule, index) => [rule, index]));
  const sourceIndex = (rule: PlannedRule): number => sourceIndexes.get(rule) ?? 0;
  const findRules = (event: GuardEvent, tool: string): TriggeredRules => {
    const matching = new Set(
      matchingPatterns(tool).flatMap((pattern) => [...(byPattern.get(`${event} ${pattern}`) ?? [])]),
    );
    for (const planned of withPrefix) {
      const { trigger } = planned.rule;
      if (trigger.event === event && trigger.patterns.some((pattern) => matchesTool(pattern, tool)))
        matching.add(planned);
    }
    return sortByPriority([...matching].sort((a, b) => sourceIndex(a) - sourceIndex(b)));
  };
  const caches = new Map<GuardEvent, Map<string, TriggeredRules>>();
  const cacheFor = (event: GuardEvent): Map<string, TriggeredRules> => {
    const cache = new Map<string, TriggeredRules>();
    caches.set(event, cache);
    return cache;
  };
  return (event, tool, invokedBy) => {
    const cache = caches.get(event) ?? cacheFor(event);
    let triggered = cache.get(tool);
    if (triggered === undefined) {
      triggered = findRules(event, tool);
      if (cache.size === maxCachedTools) cache.clear();
      cache.set(tool, triggered);
    }
    if (invokedBy === undefined) return triggered;
    return sortByPriority(
      triggered.inSourceOrder.filter(({ name, hasInvocation }) => name !== invokedBy || !hasInvocation),
    );
  };
}

/** Adds the order by priority; rules of equal priority stay in source order. */
function sortByPriority(inSourceOrder: readonly PlannedRule[]): TriggeredRules {
  const priority = (index: number): number => inSourceOrder[index]?.priority ?? 0;
  const indexes = inSourceOrder.map((_, index) => index);
  return { inSourceOrder, byPriority: indexes.sort((a, b) => priority(b) - priority(a)) };
}
