import type { ExplainOptions } from "@helve/core";
import {
  type Action,
  canonicalJson,
  type Evidence,
  type GuardEvent,
  type Pass,
  type PredicateRecord,
  type RuleRecord,
  type StateVerdict,
  type Verdict,
} from "@helve/core";
import { escapeInvisible, quote, visibleJson } from "@helve/core/internal";
import { chinese } from "./explain-verdict/chinese.ts";
import { english } from "./explain-verdict/english.ts";
import type { VerdictLanguage } from "./explain-verdict/language.ts";

/** Who tells: a language, and what predicates say in it. */
interface Teller {
  readonly language: VerdictLanguage;
  readonly locale: "en" | "zh";
  readonly predicates: NonNullable<ExplainOptions["predicates"]>;
}

/**
 * A verdict for a person: what was decided, and pass by pass which rules were looked at, which of them were violated and
 * why, what was enforced and what came of it.
 *
 * @param options - the language, and what predicates say in it, as for `explainRule` of `@helve/agentspec`
 *
 * @example
 * console.log(explainVerdict(verdict, { locale: "zh" }));
 */
export function explainVerdict(verdict: Verdict | StateVerdict, options: ExplainOptions = {}): string {
  const { locale = "en", predicates = {} } = options;
  const teller: Teller = { language: locale === "zh" ? chinese : english, locale, predicates };
  const { event = "before_action", passes } = verdict.decision;
  return [
    ...decided(verdict, event, teller),
    ...passes.flatMap((pass, index) => ["", ...lookedAt(pass, index + 1, event, teller)]),
  ].join("\n");
}

function decided(verdict: Verdict | StateVerdict, event: GuardEvent, { language }: Teller): readonly string[] {
  const { decision } = verdict;
  const { passes, mode, shadowVerdict: would } = decision;
  const asked = passes[0]?.action;
  const lines = [
    language.headline(event, verdict.kind, asked === undefined ? language.action : escapeInvisible(asked.name)),
  ];
  if (mode === "shadow") lines.push(language.shadow(would?.kind ?? verdict.kind, shown(would?.reason)));
  if (mode === "dry run") lines.push(language.dryRun);
  switch (verdict.kind) {
    case "allow": {
      if ("action" in verdict && asked !== undefined) lines.push(...change(asked, verdict.action, language));
      lines.push(...(verdict.notes ?? []).map((note) => language.note(oneLine(note))));
      break;
    }
    case "pending": {
      const { rules, fixes, messages = [] } = verdict.request;
      lines.push(language.asked(rules.map(nameOf), fixes.map(escapeInvisible)));
      lines.push(...messages.map((message) => language.message(oneLine(message))));
      break;
    }
    default:
      lines.push(language.reason(oneLine(verdict.reason)));
  }
  return lines;
}

function change(asked: Action, runs: Action, language: VerdictLanguage): readonly string[] {
  if (runs.name !== asked.name) return [language.replaced(actionInWords(runs))];
  if (canonicalJson(runs.args) === canonicalJson(asked.args)) return [];
  return [language.changed(argsInWords(runs))];
}

function lookedAt(pass: Pass, number: number, event: GuardEvent, teller: Teller): readonly string[] {
  const { action, approved = [], rules, enforcements } = pass;
  const { language } = teller;
  const isOfAction = event === "before_action" || event === "after_action";
  const kept = rules.filter(({ violated }) => !violated).map(nameOf);
  const lines = [
    ...(approved.length === 0 ? [] : [language.approved(approved.map((name) => `@${escapeInvisible(name)}`))]),
    ...(rules.length === 0 ? [language.noRules] : []),
    ...rules.filter(({ violated }) => violated).flatMap((rule) => violation(rule, teller)),
    ...(kept.length === 0 ? [] : [language.kept(kept)]),
    ...enforcements.map(({ rule, sharedWith: others = [], enforcement, outcome, detail }) => {
      const rules = [rule, ...others].map((name) => `@${escapeInvisible(name)}`);
      return language.enforced(
        escapeInvisible(enforcement),
        rules,
        language.outcome(escapeInvisible(outcome), shown(detail)),
      );
    }),
  ];
  const what = isOfAction ? actionInWords(action) : language.world(event);
  return [language.pass(number, what), ...lines.map((line) => `   ${line}`)];
}

function violation(rule: RuleRecord, teller: Teller): readonly string[] {
  const { line, check, predicates } = rule;
  return [
    teller.language.violated(nameOf(rule), line, check),
    ...predicates.map((predicate) => `  ${found(predicate, teller)}`),
  ];
}

function found({ predicate, value, reason, evidence }: PredicateRecord, teller: Teller): string {
  const { language } = teller;
  const quotes = evidence.map((one) => language.evidence(placeOf(one), escapeInvisible(quote(one.text))));
  return language.because(said(predicate, value, teller), oneLine(reason), quotes);
}

/** What a predicate says in words when there are some, else as the rule wrote it. */
function said(predicate: string, value: PredicateRecord["value"], { language, locale, predicates }: Teller): string {
  const opening = predicate.indexOf("(");
  const name = opening < 0 ? predicate : predicate.slice(0, opening);
  const phrase = Object.hasOwn(predicates, name) ? predicates[name] : undefined;
  const plain = phrase?.[locale];
  if (plain === undefined) return language.predicate(escapeInvisible(predicate), value);
  const given = opening < 0 ? [] : argumentsIn(predicate.slice(opening + 1, -1));
  const filled = (text: string): string =>
    text.replace(/\{(\d{1,3})\}/g, (hole, index) => {
      const argument = given[Number(index)];
      return argument === undefined ? hole : escapeInvisible(argumentInWords(argument, language));
    });
  const contrary = phrase?.not?.[locale];
  return language.phrase(filled(plain), contrary && filled(contrary), value);
}

/** What stands in parentheses, at its outer commas. */
function argumentsIn(text: string): readonly string[] {
  const given: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\](){},]/gs)) {
    if ("[({".includes(sign)) depth++;
    else if ("])}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) {
      given.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === "" ? given : [...given, last];
}

function argumentInWords(text: string, language: VerdictLanguage): string {
  return text.startsWith("args.") ? language.argument(text.slice("args.".length)) : text;
}

function placeOf({ path }: Evidence): string {
  const keys = path.split("/").slice(1);
  const steps = keys.map((key) => {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(name)) return `[${name}]`;
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `.${name}` : `[${visibleJson(name)}]`;
  });
  return `args${steps.join("")}`;
}

/** At most this much of an action's arguments is told, in UTF-16 units. */
const mostArgs = 300;

function actionInWords(action: Action): string {
  return `${escapeInvisible(action.name)} ${argsInWords(action)}`;
}

function argsInWords({ args }: Action): string {
  const json = visibleJson(args);
  return json.length <= mostArgs ? json : `${json.slice(0, mostArgs)}…`;
}

function nameOf({ rule }: RuleRecord): string {
  return `@${escapeInvisible(rule)}`;
}

function oneLine(text: string): string {
  return escapeInvisible(text).replace(/\s*\n\s*/g, " ");
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text);
}
