import { explainRule, parseProgram } from "@helve/agentspec";
import type { Locale, PredicateParameter } from "@helve/core";
import { type PlaygroundState, shareHash } from "@helve/playground/share";
import { predicateCatalogue } from "@helve/predicates";
import { actionOf, earlierCall, effectsOf, evaluateCondition, exampleContacts } from "./evaluate-example.ts";
import { cell, code, type ReferencePage } from "./page.ts";
import { type ExampleCall, type PredicateExample, predicateExamples } from "./predicate-examples.ts";

/** Writes the reference page of predicates: each with a true and a false example. */
export async function predicatePage(): Promise<ReferencePage> {
  const sections = await Promise.all(namedPredicates().map(section));
  return {
    path: "reference/predicates.md",
    title: "Predicates",
    description: "The ready predicates: what each asks, its arguments, and calls for which it is true and false.",
    order: 4,
    text: [introduction, ...sections].join("\n\n"),
  };
}

interface NamedPredicate {
  readonly names: readonly string[];
  readonly description: string;
  readonly parameters: readonly PredicateParameter[];
}

const introduction = `Predicates are the questions that rules ask about a call. These come with
[\`@helve/predicates\`](../../../../../../packages/rules/predicates/README.md). Names in the same section mean the same predicate. An argument
with a question mark may be left out: the predicate then inspects the arguments that the policy names for the tool. All values,
reasons and effects are computed when this page is built, with \`/home/ada/project\` as the working directory and \`corp.example\` as
the only contact. The quoted sentences are those by which \`helve explain\` explains a rule with the predicate, in English and in
Chinese.`;

/** The predicates of the catalogue; entries with the same description are names of one predicate. */
function namedPredicates(): readonly NamedPredicate[] {
  const byDescription = Map.groupBy(predicateCatalogue, ({ description }) => description);
  return Array.from(byDescription, ([description, entries]) => ({
    names: entries.map(({ name }) => name),
    description,
    parameters: entries.at(-1)?.parameters ?? [],
  }));
}

/** Writes the section of one predicate, with a true and a false example. */
async function section({ names, description, parameters }: NamedPredicate): Promise<string> {
  const [name = "", ...others] = names;
  const example = predicateExamples[name];
  if (example === undefined) throw new Error(`the predicate "${name}" has no example in predicate-examples.ts`);
  const condition = example.condition ?? name;
  const rows = await Promise.all((["true", "false"] as const).map((value) => row(condition, value, example[value])));
  const parts = [
    `## ${name}`,
    description,
    `Written ${code(`${name}${parameterText(parameters)}`)}${others.length === 0 ? "" : `; other names: ${others.map(code).join(", ")}`}.`,
    ...(example.condition === undefined ? [] : [`With the condition ${code(condition)}:`]),
    (["en", "zh"] as const).map((locale) => `> ${sentence(condition, locale)}`).join("\n>\n"),
    `| call | value | reason |\n| --- | --- | --- |\n${rows.join("\n")}`,
    effectLine(example),
    example.isJudged ? "" : `[Open in the playground](/playground/${shareHash(stateOf(condition, example.true))})`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Explains a rule with the condition in a sentence. */
function sentence(condition: string, locale: Locale): string {
  const [rule] = parseProgram(`rule @r trigger any check ${condition} enforce stop end`).rules;
  if (rule === undefined) throw new Error(`the condition ${condition} is no condition of a rule`);
  return explainRule(rule, { locale, predicates: predicateCatalogue });
}

function parameterText(parameters: readonly PredicateParameter[]): string {
  if (parameters.length === 0) return "";
  const texts = parameters.map(
    ({ name, required, rest }) => `${name}${rest ? "…" : ""}${required === false ? "?" : ""}`,
  );
  return `(${texts.join(", ")})`;
}

/** Writes the table row of an example, after checking that the predicate really has the expected value. */
async function row(condition: string, expected: string, call: ExampleCall): Promise<string> {
  const { value, reason } = await evaluateCondition(condition, call);
  if (String(value) !== expected)
    throw new Error(`${condition} is ${value}, not ${expected}, for its example: ${reason}`);
  return `| ${cell(code(callText(call)))} | ${value} | ${cell(code(reason))} |`;
}

/** Writes an example call as text: `Web.Read({"url":"…"}), asked "…"`. */
function callText(call: ExampleCall): string {
  if (typeof call === "string") return call;
  const { tool, args, prompt, read, reader } = call;
  const by = reader === undefined ? "" : ` by ${reader}`;
  const details = [prompt && `asked ${JSON.stringify(prompt)}`, read && `after it read ${JSON.stringify(read)}${by}`];
  return [`${tool}(${JSON.stringify(args)})`, ...details.filter(Boolean)].join(", ");
}

/** The kinds of effects that the first call has. */
function effectLine(example: PredicateExample): string {
  const kinds = [...new Set(effectsOf(example.true).map(({ kind }) => kind))];
  return kinds.length === 0
    ? ""
    : `Kinds of the [effects](effects.md) of the first call: ${kinds.map(code).join(", ")}.`;
}

/** Creates a playground link's content for an example: a rule with the condition, and the call. */
function stateOf(condition: string, call: ExampleCall): PlaygroundState {
  const rules = `rule @example\ntrigger ${actionOf(call).name}\ncheck ${condition}\nenforce stop\nend\n`;
  if (typeof call === "string") return { rules, input: { kind: "shell", text: call } };
  const { tool, args, prompt, read, reader } = call;
  const context = JSON.stringify({ policy: { contacts: exampleContacts }, prompt }, null, 2);
  if (read === undefined) return { rules, context, input: { kind: "call", tool, text: JSON.stringify(args) } };
  const earlier = earlierCall(reader);
  const steps = [
    { tool: earlier.name, args: earlier.args, result: read },
    { tool, args },
  ];
  return { rules, context, input: { kind: "trace", text: steps.map((step) => JSON.stringify(step)).join("\n") } };
}
