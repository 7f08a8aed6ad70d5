/** The documentation of AgentSpec keywords, shown by hover and completion. */
import { enforcementNames, nodeSchemas } from "@helve/agentspec/internal";

/** The documentation of a keyword in the header of a program, such as `default`; undefined for any other word. */
export function headerDocumentation(word: string): string | undefined {
  return headerKeywords.get(word);
}

const headerKeywords: ReadonlyMap<string, string> = new Map([
  ["default", "The decision on an action that no rule restricts: `allow` or `deny`."],
  ["on", "The policy for a check whose result is unknown (`unknown`) or whose predicate fails (`error`)."],
  ["allow", "An action that no rule restricts runs."],
  ["deny", "An action runs only if a rule allows it."],
  ["unknown", "The policy for a check whose result is unknown."],
  ["error", "The policy for a check whose predicate fails."],
  ["violated", "The rule counts as violated; this is the default."],
  ["ignore", "The rule is ignored."],
  ["stop", "The action does not run."],
  ["user_inspection", "A person decides."],
  ["trust", "The sources whose values are trusted: `prompt`, tools. They replace what the host trusts."],
  ["untrusted", "The sources whose values are not trusted, in place of what the host says."],
  ["let", "A name for a value, for all rules."],
]);

/** The documentation of a keyword in a rule, such as `trigger` or `stop`; undefined for any other word. */
export function wordDocumentation(word: string): string | undefined {
  return ruleKeywords.get(word);
}

const ruleKeywords: ReadonlyMap<string, string> = new Map([
  ["rule", "A rule: when it is evaluated, what it checks, what it enforces."],
  ["trigger", "When the rule is evaluated: an event, tools, or both."],
  ["check", "The conditions under which the rule is violated. Without conditions it is always violated."],
  ["enforce", "What happens when the rule is violated."],
  ["end", "The end of the rule."],
  ["let", "A name for a value, or for the result of an invoked tool, within this rule."],
  ["severity", "How severe a violation is; it is only reported."],
  ["priority", "Of two violated rules, the one with the higher number is enforced first; 0 by default."],
  ["on", "How an unknown result of the check counts: `on unknown ignore`, `on unknown path ignore`."],
  ["unknown", "A check is unknown if a predicate has no answer."],
  ["code", "It is unknown what code does, such as that of a program that can't be read."],
  ["path", 'Nothing is known of a path, such as that of `cat "$FILE"`.'],
  ["any", "Any toolkit, or any tool."],
  ["before_action", "Before an action runs."],
  ["after_action", "After an action ran."],
  ["state_change", "After the state of the host has changed."],
  ["agent_finish", "When the agent is about to finish."],
  ["args", "The arguments of the action."],
  [
    "action",
    "The action: its name, its id, its arguments, and the kinds of repairs (`repairKinds`) that these needed.",
  ],
  ["prompt", "The request of the user."],
  ["trajectory", "The steps so far, oldest first."],
  ["state", "The state of the host."],
  ["observation", "The result of the action, in rules with `after_action`."],
  ["before", "The state before the change, in rules with `state_change`."],
  ["after", "The state after the change, in rules with `state_change`."],
  ["now", "The time of the decision, in milliseconds since 1970."],
  ["step", "In `where` and `sum`, the earlier step: its `tool`, `args`, `result`, `status` and `at`."],
  ["once", "Whether an earlier step matches: `once(Web.Read where step.args.url == args.url)`."],
  ["count", "How many earlier steps match: `count(Bank.Transfer within 1h)`."],
  ["sum", "The sum of a number over the earlier steps that match: `sum(step.args.amount of Bank.Transfer)`."],
  ["last", "A part of the last step that matches: `last(Tests.Run).status`."],
  ["of", "The steps over which numbers are added."],
  ["where", "A condition on the earlier step, `step`; `args` are the arguments of the action in question."],
  ["since", "Only steps since the last one of these tools, itself included."],
  ["within", "Only the latest steps: `within 10 steps`, `within 1h`."],
  ["steps", "The number of the latest steps."],
  ["every", 'Whether all items of a list compare like this: `every(args.to, ends_with "@corp.com")`.'],
  ["some", "Whether an item of a list compares like this: `some(args.to, in blocked)`."],
  ["from", "Whether a part of the value comes from one of the sources."],
  ["only", "Whether every part of the value comes from the sources."],
  ["trusted", "The sources that are trusted."],
  ["untrusted", "The sources that are not trusted."],
  ["ignoring", "Upper and lower case are the same."],
  ["case", "Upper and lower case are the same."],
  ["matches", "Whether a part of a string matches a regular expression."],
  ["contains", "Whether a string contains another string, or a list contains a value."],
  ["starts_with", "Whether a string starts with another string."],
  ["ends_with", "Whether a string ends with another string."],
  ["in", "Whether a value is an element of a list, or a key of an object."],
  ...[...enforcementNames, "llm_self_examine"].map((name) => [name, enforcementDocumentation(name)] as const),
]);

function enforcementDocumentation(name: string): string {
  const type = name === "llm_self_examine" ? "llm_self_reflect" : name;
  return new Map(Object.entries(nodeSchemas)).get(type)?.description ?? "";
}
