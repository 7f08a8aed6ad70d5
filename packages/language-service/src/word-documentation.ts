import { enforcementNames, nodeSchemas } from "@helve/agentspec/internal";

/** What a word of the header says, for a person. */
export function headerDocumentation(word: string): string | undefined {
  return headerWords.get(word);
}

const headerWords: ReadonlyMap<string, string> = new Map([
  ["default", "What becomes of an action that no rule objects to: `allow` or `deny`."],
  ["on", "What a check comes to that can't be answered (`unknown`), or whose predicate fails (`error`)."],
  ["allow", "An action that no rule objects to runs."],
  ["deny", "An action runs only where a rule allows it."],
  ["unknown", "What a check comes to that can't be answered."],
  ["error", "What a check comes to whose predicate fails."],
  ["violated", "The rule counts as violated, as without this line."],
  ["ignore", "The rule is left out."],
  ["stop", "The action does not run."],
  ["user_inspection", "A person decides."],
]);

/** What a word of a rule says, for a person; undefined for a name. */
export function wordDocumentation(word: string): string | undefined {
  return words.get(word);
}

const words: ReadonlyMap<string, string> = new Map([
  ["rule", "A rule: when to look, what to check, what to do."],
  ["trigger", "When the rule is looked at: an event, tools, or both."],
  ["check", "What must hold for the rule to count as violated. Without predicates it always does."],
  ["enforce", "What happens then."],
  ["end", "The end of the rule."],
  ["let", "A name for a value, or for what an invoked action gives, within this rule."],
  ["severity", "How bad a violation is; only reported."],
  ["priority", "Of two violated rules the one with the higher number goes first; 0 when absent."],
  ["any", "Every toolkit, or every tool."],
  ["before_action", "Before an action runs."],
  ["after_action", "After an action ran."],
  ["state_change", "When the state of the host's world has changed."],
  ["agent_finish", "When the agent is about to finish."],
  ["args", "The arguments of the action."],
  ["action", "The action: its name, its id, its arguments."],
  ["prompt", "What the user asked for."],
  ["trajectory", "The steps so far, oldest first."],
  ["state", "The state of the host's world."],
  ["matches", "Whether a text has a stretch that fits a regular expression."],
  ["contains", "Whether a text has another one in it, or a list a value."],
  ["starts_with", "Whether a text begins with another one."],
  ["ends_with", "Whether a text ends with another one."],
  ["in", "Whether a value is one of a list, or a key of an object."],
  ...[...enforcementNames, "llm_self_examine"].map((name) => [name, enforcementSays(name)] as const),
]);

function enforcementSays(name: string): string {
  const type = name === "llm_self_examine" ? "llm_self_reflect" : name;
  return new Map(Object.entries(nodeSchemas)).get(type)?.description ?? "";
}
