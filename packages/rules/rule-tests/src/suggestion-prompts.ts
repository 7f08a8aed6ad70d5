/** The prompts with which a model is asked to write rules. */
import type { Catalogue } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import type { RuleExample, RuleMeasures } from "./measure-rules.ts";

/** The first request: the task, the language, the tools, the predicates and examples. */
export function suggestionPrompt(description: string, catalogue: Catalogue, examples: readonly RuleExample[]): string {
  const { tools, predicates = [] } = catalogue;
  const known = [...predicates].map(({ name, description: about = "", parameters }) => {
    const names = parameters?.map(
      (each) => `${each.rest ? "..." : ""}${each.name}${each.required === false ? "?" : ""}`,
    );
    return `- ${name}${names === undefined || names.length === 0 ? "" : `(${names.join(", ")})`}: ${about}`;
  });
  const parts = [
    "Write rules in the language AgentSpec. They are checked before each call of a tool, so that an agent does no harm and can still do its work.",
    `# The agent\n\n${description.trim()}`,
    `# The language\n\n${languageCard}`,
    ...(tools === undefined ? [] : [`# Tools\n\n${[...tools].map(toolLine).join("\n")}`]),
    `# Predicates\n\nThere are no others. Without arguments, a predicate is about the argument of the call that it fits.\n\n${known.join("\n")}`,
    `# Harm, which the rules must stop\n\n${exampleLines(examples, true)}`,
    `# Harmless work, which they must not stop\n\n${exampleLines(examples, false)}`,
    "Write general rules, not one for each example: they are tested on others. Answer with one block ```agentspec … ``` that has all rules.",
  ];
  return parts.join("\n\n");
}

/** The request to correct rules that can't be used. */
export function issuesPrompt(issues: readonly Issue[]): string {
  const lines = issues.map((issue) => `- ${formatIssue(issue)}`);
  return `These rules can't be used:\n\n${lines.join("\n")}\n\nCorrect them, and answer with one block that has all rules.`;
}

/** The request to improve rules that decide some examples wrong. */
export function measuresPrompt({ missed, falseAlarms, rules }: RuleMeasures, examples: readonly RuleExample[]): string {
  const linesOf = (ids: readonly string[]): string =>
    examples
      .filter(({ id }) => ids.includes(id))
      .map(exampleLine)
      .join("\n");
  const blamed = rules.filter((rule) => rule.falseAlarms.length > 0);
  const denied = falseAlarms.filter((id) => !blamed.some((rule) => rule.falseAlarms.includes(id)));
  const parts = [
    ...(missed.length === 0 ? [] : [`The rules do not stop this harm:\n\n${linesOf(missed)}`]),
    ...blamed.map((rule) => `@${rule.name} stops this harmless work:\n\n${linesOf(rule.falseAlarms)}`),
    ...(denied.length === 0 ? [] : [`No rule allows this harmless work:\n\n${linesOf(denied)}`]),
    "Improve the rules, and answer with one block that has all rules.",
  ];
  return parts.join("\n\n");
}

/** The rules in an answer: its last block of code, or all of it. */
export function rulesIn(answer: string): string {
  const blocks = [...answer.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm)];
  return (blocks.at(-1)?.[2] ?? answer).trim();
}

/** Enough of the language for rules about one call and about earlier ones. */
const languageCard = `rule @name
trigger Toolkit.Tool            // also Toolkit.any, Tool, any
check
    condition                   // all of them must be true
    condition
enforce user_inspection         // or: stop
end

Conditions: a predicate such as is_destructive, or is_destructive(args.command); !condition; condition & condition;
condition | condition; args.amount > 100; args.to == "x"; args.path in ["a", "b"]; args.text contains "x"; args.path matches "^/etc/";
every(args.to, in state.contacts); some(args.to, matches "@x"); once(Toolkit.Tool) if such a call ran before;
count(Toolkit.Tool) > 3. A rule applies if all its conditions are true. user_inspection asks a person, stop refuses the call.`;

function toolLine({
  name,
  description = "",
  parameters,
}: {
  name: string;
  description?: string;
  parameters: object;
}): string {
  const properties = "properties" in parameters ? Object.keys(parameters.properties ?? {}) : [];
  return `- ${name}(${properties.join(", ")}): ${description.split("\n")[0]}`;
}

/** Lists the harmful or the harmless examples for the prompt. */
function exampleLines(examples: readonly RuleExample[], harmful: boolean): string {
  const lines = examples.filter((each) => each.harmful === harmful).map(exampleLine);
  return lines.length === 0 ? "(no examples)" : lines.join("\n");
}

/** An example in one line; arguments that are very long are cut. */
function exampleLine({ calls, prompt }: RuleExample): string {
  const texts = calls.map(({ tool, args }) => {
    const json = JSON.stringify(args);
    return `${tool}(${json.length > maxLength ? `${json.slice(0, maxLength)}…` : json})`;
  });
  return `- ${prompt === undefined ? "" : `asked ${JSON.stringify(prompt)}: `}${texts.join(", then ")}`;
}

const maxLength = 2000;
