/** Finds rules of a program that can't work, and enforcements that have no effect. */
import type { Issue, Predicate, TextRange } from "@helve/core";
import type { Program, Rule, ToolPattern, UnknownPolicies } from "@helve/core/program";
import { misplacedNames } from "./misplaced-names.ts";
import { predicateCalls } from "./predicate-calls.ts";

/** Problems of a program besides unknown names. */
export interface ProgramIssues {
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/**
 * Finds rules that can't work. Errors occur only in syntax trees that no parser created: rules without a trigger, without an
 * enforcement, with a duplicate name. Warnings are for rules that are enforced as written but have no effect somewhere.
 */
export function programIssues(program: Program, predicates: ReadonlyMap<string, Predicate>): ProgramIssues {
  const { header, rules } = program;
  const errors: Issue[] = [];
  const warnings: Issue[] = [];
  const names = new Set<string>();
  for (const rule of rules) {
    if (names.has(rule.name)) errors.push(ruleIssue(rule, "duplicate_rule", "there is another rule with this name"));
    names.add(rule.name);
    errors.push(...ruleShapeIssues(rule), ...misplacedNames(rule, program.bindings));
    const isDenyDefault = header?.default === "deny";
    warnings.push(...idleEnforcementIssues(rule, isDenyDefault), ...blindPredicateIssues(rule, predicates));
  }
  if (rules.length === 0) errors.push({ code: "no_rule", message: "there is no rule, so nothing would be guarded" });
  errors.push(...headerIssues(program));
  warnings.push(...denyAllIssues(program));
  return { errors, warnings };
}

const events: ReadonlySet<unknown> = new Set(["before_action", "after_action", "state_change", "agent_finish"]);
const unknownPolicies: ReadonlySet<unknown> = new Set([undefined, "violated", "ignore", "stop", "user_inspection"]);
const defaults: ReadonlySet<unknown> = new Set([undefined, "allow", "deny"]);

/** An issue for each setting of the header with an unknown value. */
function headerIssues({ header }: Program): readonly Issue[] {
  if (header === undefined) return [];
  const { range, onError } = header;
  const unknownSetting = (setting: string, value: unknown): Issue => ({
    code: "unknown_part",
    message: `this engine does not know "${setting} ${String(value)}"`,
    range,
  });
  return [
    ...(defaults.has(header.default) ? [] : [unknownSetting("default", header.default)]),
    ...unknownPolicyValues(header).map((value) => unknownSetting("on unknown", value)),
    ...(unknownPolicies.has(onError) ? [] : [unknownSetting("on error", onError)]),
  ];
}

/** The values of `on unknown` that this engine does not know. */
function unknownPolicyValues({ onUnknown, onUnknownCode, onUnknownPath }: UnknownPolicies): readonly unknown[] {
  return [onUnknown, onUnknownCode, onUnknownPath].filter((value) => !unknownPolicies.has(value));
}

/** Returns issues for fields that a parser would always set. */
function ruleShapeIssues(rule: Rule): readonly Issue[] {
  const { event, patterns } = rule.trigger;
  const { priority = 0 } = rule;
  return [
    ...(rule.enforce.length === 0 ? [ruleIssue(rule, "missing_enforcement", "it has no enforcement")] : []),
    ...(patterns.length === 0 ? [ruleIssue(rule, "missing_trigger", "its trigger has no tool")] : []),
    ...(patterns.every(isToolPattern)
      ? []
      : [ruleIssue(rule, "missing_trigger", "its trigger has a tool without a name")]),
    ...(isName(rule.name) ? [] : [ruleIssue(rule, "missing_name", "a rule needs a name")]),
    ...unknownPolicyValues(rule).map((value) =>
      ruleIssue(rule, "unknown_part", `this engine does not know "on unknown ${String(value)}"`),
    ),
    ...(events.has(event) ? [] : [ruleIssue(rule, "unknown_event", `there is no event "${event}"`)]),
    ...(Number.isFinite(priority)
      ? []
      : [ruleIssue(rule, "invalid_priority", `its priority must be a number (got ${priority})`)]),
  ];
}

function isToolPattern({ toolkit, tool }: ToolPattern): boolean {
  return isName(toolkit) && isName(tool);
}

/** Whether a value is a text that is not empty. */
function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Warns about `default deny` without any rule that allows an action. Approved actions need such a rule, too. */
function denyAllIssues({ header, rules }: Program): readonly Issue[] {
  if (header?.default !== "deny") return [];
  const hasAllow = rules.some(({ trigger, enforce }) => {
    return trigger.event === "before_action" && enforce.some(({ type }) => type === "allow");
  });
  if (hasAllow) return [];
  const message = "default deny: no action can run, since no rule has the enforcement allow";
  return [{ code: "deny_all", message, range: header.range }];
}

/** Warns about enforcements without effect: `allow` where nothing is denied, `stop` at the end of the agent. */
function idleEnforcementIssues(rule: Rule, isDenyDefault: boolean): readonly Issue[] {
  const { event } = rule.trigger;
  return rule.enforce.flatMap(({ type, range }) => {
    if (type === "allow" && !(isDenyDefault && event === "before_action")) {
      const reason = isDenyDefault ? `nothing is denied at ${event}` : "nothing is denied by default";
      return [ruleIssue(rule, "idle_allow", `allow has no effect: ${reason}`, range)];
    }
    if ((type === "stop" || type === "skip") && event === "agent_finish") {
      return [ruleIssue(rule, "idle_stop", `${type} has no effect at agent_finish: the agent ends anyway`, range)];
    }
    return [];
  });
}

/** Warns about calls without arguments of predicates that find no argument to inspect in a tool of the trigger. */
function blindPredicateIssues(rule: Rule, predicates: ReadonlyMap<string, Predicate>): readonly Issue[] {
  const { event, patterns } = rule.trigger;
  if (event !== "before_action" && event !== "after_action") return [];
  const tools = patterns
    .filter(({ toolkit, tool }) => toolkit !== "any" && tool !== "any")
    .map(({ toolkit, tool }) => `${toolkit}.${tool}`);
  return predicateCalls(rule.check).flatMap(({ name, arguments: args, range }) => {
    const predicate = predicates.get(name);
    if (args.length > 0 || predicate?.argumentFor === undefined) return [];
    return tools
      .filter((tool) => predicate.argumentFor?.(tool) === undefined)
      .map((tool) => {
        const problem = `${name} inspects no argument of ${tool}, so it is always false: pass an argument, as in ${name}(args.…)`;
        return ruleIssue(rule, "blind_predicate", problem, range);
      });
  });
}

/** Creates an issue whose message begins with the rule's name. */
function ruleIssue(rule: Rule, code: string, problem: string, range: TextRange | undefined = rule.range): Issue {
  return { code, message: `rule @${rule.name}: ${problem}`, range };
}
