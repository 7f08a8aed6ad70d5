import type { Issue, Predicate, TextRange } from "@helve/core";
import type { Expression, PredicateCall, Program, Rule, ToolPattern } from "@helve/core/program";

/** What is wrong with rules beside the names in them, and what comes to less than it seems to. */
export interface ProgramIssues {
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/**
 * Looks a program over.
 *
 * The errors are in trees that no parser made: rules that could never fire, or would do nothing. The warnings are of rules
 * that are enforced as they read, and do not do what they seem to.
 */
export function programIssues(program: Program, predicates: ReadonlyMap<string, Predicate>): ProgramIssues {
  const { header, rules } = program;
  const errors: Issue[] = [];
  const warnings: Issue[] = [];
  const names = new Set<string>();
  for (const rule of rules) {
    if (names.has(rule.name)) errors.push(issue(rule, "duplicate_rule", "there is another rule of this name"));
    names.add(rule.name);
    errors.push(...shapeIssues(rule));
    warnings.push(...idleEnforcements(rule, header?.default === "deny"), ...blindPredicates(rule, predicates));
  }
  errors.push(...headerIssues(program));
  warnings.push(...denyingIssues(program));
  return { errors, warnings };
}

const events: ReadonlySet<unknown> = new Set(["before_action", "after_action", "state_change", "agent_finish"]);
const policies: ReadonlySet<unknown> = new Set([undefined, "violated", "ignore", "stop", "user_inspection"]);
const defaults: ReadonlySet<unknown> = new Set([undefined, "allow", "deny"]);

function headerIssues({ header }: Program): readonly Issue[] {
  if (header === undefined) return [];
  const { range, onUnknown, onError } = header;
  const unknown = (what: string, value: unknown): Issue => ({
    code: "unknown_part",
    message: `this engine does not know "${what} ${String(value)}"`,
    ...(range !== undefined && { range }),
  });
  return [
    ...(defaults.has(header.default) ? [] : [unknown("default", header.default)]),
    ...(policies.has(onUnknown) ? [] : [unknown("on unknown", onUnknown)]),
    ...(policies.has(onError) ? [] : [unknown("on error", onError)]),
  ];
}

function shapeIssues(rule: Rule): readonly Issue[] {
  const { event, patterns } = rule.trigger;
  const { priority = 0 } = rule;
  return [
    ...(rule.enforce.length === 0 ? [issue(rule, "no_enforcement", "it enforces nothing")] : []),
    ...(patterns.length === 0 ? [issue(rule, "no_trigger", "it watches no tool")] : []),
    ...(patterns.every(isPattern) ? [] : [issue(rule, "no_trigger", "it watches a tool that has no name")]),
    ...(isName(rule.name) ? [] : [issue(rule, "no_name", "a rule has a name")]),
    ...(events.has(event) ? [] : [issue(rule, "unknown_event", `there is no event "${event}"`)]),
    ...(Number.isFinite(priority) ? [] : [issue(rule, "invalid_priority", `${priority} is no priority`)]),
  ];
}

function isPattern({ toolkit, tool }: ToolPattern): boolean {
  return isName(toolkit) && isName(tool);
}

function isName(given: unknown): boolean {
  return typeof given === "string" && given !== "";
}

/** A program that allows nothing: what a person approves, a rule has to allow, too. */
function denyingIssues({ header, rules }: Program): readonly Issue[] {
  if (header?.default !== "deny") return [];
  const allows = rules.some(({ trigger, enforce }) => {
    return trigger.event === "before_action" && enforce.some(({ type }) => type === "allow");
  });
  if (allows) return [];
  const message = "default deny: no action ever runs, since no rule says allow";
  return [{ code: "deny_all", message, ...(header.range !== undefined && { range: header.range }) }];
}

/** Enforcements that do nothing where they stand. */
function idleEnforcements(rule: Rule, isDenyDefault: boolean): readonly Issue[] {
  const { event } = rule.trigger;
  return rule.enforce.flatMap(({ type, range }) => {
    if (type === "allow" && !(isDenyDefault && event === "before_action")) {
      const why = isDenyDefault ? `nothing is denied at ${event}` : "nothing is denied by default";
      return [issue(rule, "idle_allow", `allow does nothing: ${why}`, range)];
    }
    if ((type === "stop" || type === "skip") && event === "agent_finish") {
      return [issue(rule, "idle_stop", `${type} does nothing at agent_finish: the agent ends anyway`, range)];
    }
    return [];
  });
}

/** Predicates that know no argument of a tool that the rule names: they are false of all its actions. */
function blindPredicates(rule: Rule, predicates: ReadonlyMap<string, Predicate>): readonly Issue[] {
  const { event, patterns } = rule.trigger;
  if (event !== "before_action" && event !== "after_action") return [];
  const tools = patterns
    .filter(({ toolkit, tool }) => toolkit !== "any" && tool !== "any")
    .map(({ toolkit, tool }) => `${toolkit}.${tool}`);
  return predicateCalls(rule.check).flatMap(({ name, arguments: given, range }) => {
    const predicate = predicates.get(name);
    if (given.length > 0 || predicate?.argumentFor === undefined) return [];
    return tools
      .filter((tool) => predicate.argumentFor?.(tool) === undefined)
      .map((tool) => {
        const problem = `${name} looks at no argument of ${tool}, and so is false of it: name one, as in ${name}(args.…)`;
        return issue(rule, "blind_predicate", problem, range);
      });
  });
}

function predicateCalls(check: Expression): readonly PredicateCall[] {
  const calls: PredicateCall[] = [];
  const left = [check];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (one.type === "predicate") calls.push(one);
    else if (one.type === "not") left.push(one.operand);
    else if (one.type === "and" || one.type === "or") left.push(...one.operands.toReversed());
  }
  return calls;
}

function issue(rule: Rule, code: string, problem: string, range: TextRange | undefined = rule.range): Issue {
  return { code, message: `rule @${rule.name}: ${problem}`, ...(range !== undefined && { range }) };
}
