import {
  type Action,
  canonicalJson,
  type Evidence,
  type ExplainOptions,
  type GuardEvent,
  type Locale,
  type Pass,
  type PredicatePhrase,
  type PredicateRecord,
  type RuleRecord,
  type StateVerdict,
  type Verdict,
} from "@helve/core";
import {
  escapeInvisible,
  pointerParts,
  predicateClause,
  predicatePhrases,
  quote,
  saferWays,
  visibleJson,
} from "@helve/core/internal";
import { chinese } from "./explain-verdict/chinese.ts";
import { english } from "./explain-verdict/english.ts";
import type { VerdictLanguage } from "./explain-verdict/language.ts";
import { largestEvidence } from "./largest-evidence.ts";
import { groupUnknownRules, relevantPredicates, type UnknownRules } from "./unknown-rules.ts";

/**
 * Explains a verdict to a person: what was decided, and for each pass which rules were checked, which were violated and why,
 * and which enforcements were applied with which outcome.
 *
 * @param options - the language, and predicates with phrases, as for `explainRule` of `@helve/agentspec`
 * @returns several lines of text
 *
 * @example
 * console.log(explainVerdict(verdict, { locale: "zh" }));
 */
export function explainVerdict(verdict: Verdict | StateVerdict, options: ExplainOptions = {}): string {
  const { locale = "en", predicates } = options;
  const language = locale === "zh" ? chinese : english;
  const style: ExplanationStyle = { language, locale, phrases: predicatePhrases(predicates) };
  const { event = "before_action", passes } = verdict.decision;
  return [
    ...decisionLines(verdict, event, style),
    ...passes.flatMap((pass, index) => ["", ...passLines(pass, index + 1, event, style)]),
  ].join("\n");
}

/** The language of an explanation, and the phrases for predicates. */
interface ExplanationStyle {
  readonly language: VerdictLanguage;
  readonly locale: Locale;
  readonly phrases: ReadonlyMap<string, readonly PredicatePhrase[]>;
}

/** The first lines of an explanation: what was decided, why, and what the person and the model read. */
function decisionLines(
  verdict: Verdict | StateVerdict,
  event: GuardEvent,
  { language }: ExplanationStyle,
): readonly string[] {
  const { passes, mode, shadowVerdict } = verdict.decision;
  const original = passes[0]?.action;
  const tool = original === undefined ? language.unnamedAction : escapeInvisible(original.name);
  const lines = [language.headline(event, verdict.kind, tool)];
  if (mode === "shadow") {
    lines.push(language.shadow(shadowVerdict?.kind ?? verdict.kind, optionalLine(shadowVerdict?.reason)));
  }
  if (mode === "dry run") lines.push(language.dryRun);
  switch (verdict.kind) {
    case "allow": {
      if ("action" in verdict && original !== undefined) {
        lines.push(...changeLines(original, verdict.action, language));
      }
      lines.push(...(verdict.notes ?? []).map((note) => language.note(oneLine(note))));
      break;
    }
    case "pending": {
      const { rules, fixes, messages = [] } = verdict.request;
      lines.push(language.asked(rules.map(ruleName), fixes.map(escapeInvisible)));
      lines.push(...messages.map((message) => language.message(oneLine(message))));
      break;
    }
    default:
      lines.push(language.reason(oneLine(verdict.reason)));
  }
  const violated = passes.flatMap(({ rules }) => rules.filter((rule) => rule.violated));
  const ways = verdict.kind === "allow" ? [] : saferWays(violated);
  return [...lines, ...ways.map((way) => language.safer(oneLine(way)))];
}

/** A line about the changed action or arguments; none if the original action runs. */
function changeLines(original: Action, allowed: Action, language: VerdictLanguage): readonly string[] {
  if (allowed.name !== original.name) return [language.replaced(actionText(allowed))];
  if (canonicalJson(allowed.args) === canonicalJson(original.args)) return [];
  return [language.changed(argsText(allowed))];
}

/** The lines about one pass: the violated rules, the other rules, and the enforcements with their outcomes. */
function passLines(pass: Pass, number: number, event: GuardEvent, style: ExplanationStyle): readonly string[] {
  const { action, approved = [], rules, enforcements } = pass;
  const { language } = style;
  const isAboutAction = event === "before_action" || event === "after_action";
  const notViolated = rules.filter(({ violated }) => !violated).map(ruleName);
  const lines = [
    ...(approved.length === 0 ? [] : [language.approved(approved.map((name) => `@${escapeInvisible(name)}`))]),
    ...(rules.length === 0 ? [language.noRules] : []),
    ...groupUnknownRules(rules.filter(({ violated }) => violated)).flatMap((each) =>
      "cause" in each ? unknownLines(each, language) : violationLines(each, style),
    ),
    ...(notViolated.length === 0 ? [] : [language.notViolated(notViolated)]),
    ...enforcements.map(({ rule, sharedWith = [], enforcement, outcome, detail }) => {
      const names = [rule, ...sharedWith].map((name) => `@${escapeInvisible(name)}`);
      const outcomeText = language.outcome(escapeInvisible(outcome), optionalLine(detail));
      return language.enforced(escapeInvisible(enforcement), names, outcomeText);
    }),
  ];
  const subject = isAboutAction ? actionText(action) : language.stateSubject(event);
  return [language.pass(number, subject), ...lines.map((line) => `   ${line}`)];
}

/** The lines about a violated rule and the answers of its predicates. */
function violationLines(rule: RuleRecord, style: ExplanationStyle): readonly string[] {
  const { line, check } = rule;
  return [
    style.language.violated(ruleName(rule), line, check),
    ...relevantPredicates(rule).map((predicate) => `  ${predicateLine(predicate, style)}`),
  ];
}

/** Explains the rules whose checks are unknown for one reason. */
function unknownLines({ rules, cause }: UnknownRules, language: VerdictLanguage): readonly string[] {
  const { reason, evidence } = cause;
  const quotes = quotesOf(evidence, language);
  return [language.unknownRules(rules.map(ruleName)), `  ${language.cause(oneLine(reason), quotes)}`];
}

/** The line about one predicate: its statement, the reason and the quoted evidence. */
function predicateLine({ predicate, value, reason, evidence }: PredicateRecord, style: ExplanationStyle): string {
  const { language } = style;
  const quotes = quotesOf(evidence, language);
  return language.because(predicateStatement(predicate, value, style), oneLine(reason), quotes);
}

/** Quotes the pieces of evidence. */
function quotesOf(evidence: readonly Evidence[], language: VerdictLanguage): readonly string[] {
  return largestEvidence(evidence).map((item) =>
    language.evidence(argumentPath(item), escapeInvisible(quote(item.text))),
  );
}

/** The clause of the predicate's phrase, or else the call as the rule writes it. */
function predicateStatement(
  call: string,
  value: PredicateRecord["value"],
  { language, locale, phrases }: ExplanationStyle,
): string {
  const parenthesis = call.indexOf("(");
  const name = parenthesis < 0 ? call : call.slice(0, parenthesis);
  const sources = parenthesis < 0 ? [] : splitArguments(call.slice(parenthesis + 1, -1));
  const args = sources.map((source) => ({ source, text: escapeInvisible(argumentText(source, language)) }));
  const clause = predicateClause(phrases.get(name) ?? [], args, locale);
  if (clause === undefined) return language.predicate(escapeInvisible(call), value);
  return language.clause(clause.text, clause.negation, value);
}

/** Splits the arguments of a call at the commas that are not inside quotes or brackets. */
function splitArguments(text: string): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\](){},]/gs)) {
    if ("[({".includes(token)) depth++;
    else if ("])}".includes(token)) depth--;
    else if (token === "," && depth === 0) {
      args.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === "" ? args : [...args, last];
}

/** An argument of a predicate call as text for a person. */
function argumentText(text: string, language: VerdictLanguage): string {
  return text.startsWith("args.") ? language.argument(text.slice("args.".length)) : text;
}

/** The location of evidence in the syntax of the rule language: `args.to[0]`. */
function argumentPath({ path }: Evidence): string {
  const steps = pointerParts(path).map((name) => {
    if (/^\d+$/.test(name)) return `[${name}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `.${name}` : `[${visibleJson(name)}]`;
  });
  return `args${steps.join("")}`;
}

/** The maximum length of an action's arguments, in UTF-16 units. */
const maxArgsLength = 300;

/** An action with its arguments on one line. */
function actionText(action: Action): string {
  return `${escapeInvisible(action.name)} ${argsText(action)}`;
}

/** The arguments of an action as JSON on one line, cut if they are long. */
function argsText({ args }: Action): string {
  const json = visibleJson(args);
  return json.length <= maxArgsLength ? json : `${json.slice(0, maxArgsLength)}…`;
}

/** Writes the name of the rule of a record: `@no_rm`. */
function ruleName({ rule }: RuleRecord): string {
  return `@${escapeInvisible(rule)}`;
}

/** A text on one line, with invisible characters escaped. */
function oneLine(text: string): string {
  return escapeInvisible(text).replace(/\s*\n\s*/g, " ");
}

function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text);
}
