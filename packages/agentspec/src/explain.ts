import type { ExplainOptions } from "@helve/core";
import type { Binding, Enforcement, Program, Rule, TriggerEvent } from "@helve/core/program";
import { flatText, messageText } from "./explain/as-written.ts";
import { chinese } from "./explain/chinese.ts";
import { english } from "./explain/english.ts";
import { conditionsOf, type Teller, valueInWords } from "./explain/in-words.ts";
import type { Language } from "./explain/language.ts";

/** How one rule is explained. */
export interface ExplainRuleOptions extends ExplainOptions {
  /** The program of the rule: what its header says of checks that can't be answered is said then too. */
  readonly program?: Program;
}

const languages: Readonly<Record<"en" | "zh", Language>> = { en: english, zh: chinese };

/**
 * A rule as a sentence for a person, after what its doc comment says.
 *
 * @example
 * explainRule(rule, { predicates: { is_destructive: { en: "the command deletes files" } } });
 * // "When the agent is about to run Terminal.Execute and the command deletes files, ask the user."
 */
export function explainRule(rule: Rule, options: ExplainRuleOptions = {}): string {
  const { locale = "en", predicates = {}, program } = options;
  const language = languages[locale];
  const teller: Teller = { language, locale, predicates };
  const { doc, severity, priority, trigger, bindings = [], check, enforce } = rule;
  const [first, ...others] = trigger.patterns;
  const isForAll = others.length === 0 && first?.toolkit === "any" && first.tool === "any";
  const event = language.event(trigger.event, isForAll ? undefined : language.tools(trigger.patterns));
  const deeds = enforce.map((one) => deedInWords(one, trigger.event, teller));
  const onUnknown = check.operands.length === 0 ? undefined : program?.header?.onUnknown;
  const sentences = [
    ...(doc === undefined ? [] : [language.ended(doc.split(/\s+/).join(" "))]),
    language.sentence(event, conditionsOf(check, teller), deeds),
    ...(bindings.length === 0 ? [] : [language.bindings(bindings.map((one) => bindingInWords(one, teller)))]),
    ...(onUnknown === undefined ? [] : [language.unknown(onUnknown)]),
    ...(severity === undefined ? [] : [language.severity(severity)]),
    ...(priority === undefined ? [] : [language.priority(priority)]),
  ];
  return sentences.join(language.space);
}

/**
 * A program for a person: a line for each thing that its header says, then one for each rule, with its name.
 *
 * @example
 * explainProgram(parseProgram(text), { locale: "zh" });
 */
export function explainProgram(program: Program, options: ExplainOptions = {}): string {
  const { header, rules } = program;
  const language = languages[options.locale ?? "en"];
  const lines = rules.map((rule) => `@${rule.name}: ${explainRule(rule, options)}`);
  return [...(header === undefined ? [] : language.header(header)), ...lines].join("\n");
}

function deedInWords(enforcement: Enforcement, event: TriggerEvent, teller: Teller): string {
  const message =
    "message" in enforcement && enforcement.message !== undefined ? messageText(enforcement.message) : undefined;
  const isInvoked = enforcement.type === "invoke_action";
  const isEmpty = isInvoked && enforcement.args.type === "object" && enforcement.args.entries.length === 0;
  return teller.language.deed(enforcement, {
    event,
    message,
    args: isInvoked && !isEmpty ? flatText(enforcement.args) : undefined,
    call: enforcement.type === "domain" ? domainText(enforcement.name, enforcement.arguments.map(flatText)) : "",
  });
}

function domainText(name: string, values: readonly string[]): string {
  return name.includes(":") && values.length === 1 ? `${name} = ${values[0]}` : `${name}(${values.join(", ")})`;
}

function bindingInWords({ name, value }: Binding, teller: Teller): { readonly name: string; readonly value: string } {
  if (value.type !== "invoke_action") return { name, value: valueInWords(value, teller).text };
  return { name, value: teller.language.given(`${value.tool}(${flatText(value.args)})`) };
}
