import type { ExplainOptions } from "@helve/core";
import { isObject, predicatePhrases, unknownOption, withoutUndefined } from "@helve/core/internal";
import type { Binding, Enforcement, Program, Rule, TriggerEvent, UnknownPolicies } from "@helve/core/program";
import { chinese } from "./explain/chinese.ts";
import { type ExplainContext, explainConditions, explainValue } from "./explain/conditions.ts";
import { english } from "./explain/english.ts";
import type { Language } from "./explain/language.ts";
import { messageText, valueText } from "./explain/source-text.ts";

/**
 * Explains a rule to a person: its doc comment, one sentence about when the rule applies and what it enforces, and a sentence for each of its
 * bindings, its severity and its priority.
 *
 * @param options - the language, and predicates with phrases; a predicate without a phrase is explained by its name
 * @throws TypeError if there is no rule, or an option does not exist
 *
 * @example
 * explainRule(rule, { predicates: [{ name: "is_destructive", phrase: { en: "it deletes files" } }] });
 * // "When the agent is about to run Terminal.Execute and it deletes files, ask the user."
 */
export function explainRule(rule: Rule, options: ExplainRuleOptions = {}): string {
  if (!isObject(rule) || !isObject(rule.trigger))
    throw new TypeError("explainRule takes one rule: explainRule(parseProgram(text).rules[0])");
  return ruleText(rule, explainContext(options), options.program);
}

/** The language and the phrases of the options. @throws TypeError if an option does not exist */
function explainContext(options: ExplainRuleOptions): ExplainContext {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, "an explanation", optionNames).message);
  const { locale = "en", predicates } = options;
  if (!Object.hasOwn(languages, locale))
    throw new TypeError(`"locale" must be "en" or "zh" (got ${JSON.stringify(locale)})`);
  return { language: languages[locale], locale, phrases: predicatePhrases(predicates) };
}

/** Explains a rule in sentences of the context's language. */
function ruleText(rule: Rule, context: ExplainContext, program: Program | undefined): string {
  const { language } = context;
  const { doc, severity, priority, trigger, bindings = [], check, enforce } = rule;
  const [first, ...rest] = trigger.patterns;
  const isForAll = rest.length === 0 && first?.toolkit === "any" && first.tool === "any";
  const event = language.event(trigger.event, isForAll ? undefined : language.tools(trigger.patterns));
  const enforcements = enforce.map((enforcement) => explainEnforcement(enforcement, trigger.event, context));
  const policies = check.operands.length === 0 ? {} : { ...program?.header, ...ownPolicies(rule) };
  const sentences = [
    ...(doc === undefined ? [] : [language.withFinalPunctuation(doc.split(/\s+/).join(" "))]),
    language.sentence(event, explainConditions(check, context), enforcements),
    ...(bindings.length === 0 ? [] : [language.bindings(bindings.map((binding) => explainBinding(binding, context)))]),
    ...unknownSubjectsOf(policies).map(({ policy, subject }) => language.unknownPolicy(policy, subject)),
    ...(severity === undefined ? [] : [language.severity(severity)]),
    ...(priority === undefined ? [] : [language.priority(priority)]),
  ];
  return language.joinSentences(sentences);
}

/** Returns the policies of a rule; a general one replaces those of the header. */
function ownPolicies({ onUnknown, onUnknownCode, onUnknownPath }: Rule): UnknownPolicies {
  const own = { onUnknownCode, onUnknownPath };
  return onUnknown === undefined ? withoutUndefined(own) : { onUnknown, ...own };
}

/** Lists the `on unknown` policies of a rule, each with its subject. */
function unknownSubjectsOf({ onUnknown, onUnknownCode, onUnknownPath }: UnknownPolicies) {
  return [
    ...(onUnknownCode === undefined ? [] : [{ policy: onUnknownCode, subject: "code" as const }]),
    ...(onUnknownPath === undefined ? [] : [{ policy: onUnknownPath, subject: "path" as const }]),
    ...(onUnknown === undefined ? [] : [{ policy: onUnknown, subject: undefined }]),
  ];
}

/** Options of `explainRule`. */
export interface ExplainRuleOptions extends ExplainOptions {
  /** The program that contains the rule; if present, its `on unknown` policy is part of the explanation. */
  readonly program?: Program;
}

const languages: Readonly<Record<"en" | "zh", Language>> = { en: english, zh: chinese };

const optionNames: readonly string[] = ["locale", "predicates", "program"] satisfies (keyof ExplainRuleOptions)[];

/**
 * Explains a program to a person: a line for each setting of its header, then one for each rule, with its name.
 *
 * @throws TypeError if there is no program, or an option does not exist
 *
 * @example
 * explainProgram(parseProgram(text), { locale: "zh" });
 */
export function explainProgram(program: Program, options: ExplainOptions = {}): string {
  if (!isObject(program) || !Array.isArray(program.rules))
    throw new TypeError("explainProgram takes a program: explainProgram(parseProgram(text))");
  const { header, bindings = [], rules } = program;
  const context = explainContext(options);
  const { language } = context;
  // Its header says what happens when a check is unknown.
  const lines = rules.map((rule) => `@${rule.name}: ${ruleText(rule, context, undefined)}`);
  const shared = bindings.map((binding) => explainBinding(binding, context));
  return [
    ...(header === undefined ? [] : language.header(header)),
    ...(shared.length === 0 ? [] : [language.bindings(shared)]),
    ...lines,
  ].join("\n");
}

/** Explains an enforcement as a phrase without a subject: `ask the user`. */
function explainEnforcement(enforcement: Enforcement, event: TriggerEvent, context: ExplainContext): string {
  const message =
    "message" in enforcement && enforcement.message !== undefined ? messageText(enforcement.message) : undefined;
  const isInvoked = enforcement.type === "invoke_action";
  const isEmpty = isInvoked && enforcement.args.type === "object" && enforcement.args.entries.length === 0;
  return context.language.enforcement(enforcement, {
    event,
    message,
    args: isInvoked && !isEmpty ? valueText(enforcement.args) : undefined,
    call:
      enforcement.type === "domain"
        ? domainEnforcementText(enforcement.name, enforcement.arguments.map(valueText))
        : "",
  });
}

/** A domain enforcement as it is written in a rule: `slow_to(10)`, or `plan:speed = 2` for a name with a colon. */
function domainEnforcementText(name: string, values: readonly string[]): string {
  return name.includes(":") && values.length === 1 ? `${name} = ${values[0]}` : `${name}(${values.join(", ")})`;
}

/** Explains the value of a `let`; the name is unchanged. */
function explainBinding(
  { name, value }: Binding,
  context: ExplainContext,
): { readonly name: string; readonly value: string } {
  if (value.type !== "invoke_action") return { name, value: explainValue(value, context).text };
  return { name, value: context.language.invocationResult(`${value.tool}(${valueText(value.args)})`) };
}
