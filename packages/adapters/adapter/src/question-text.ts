import type { InspectionRequest, PredicateRecord, RuleRecord } from "@helve/core";
import { escapeInvisible, saferWays, shownText, visibleJson } from "@helve/core/internal";

/**
 * Formats the question to a person as a text, for SDKs that show one beside the call: the tool, all of its arguments, and each rule with its
 * reasons, the messages, and safer ways. Of a secret, only the length is shown. Texts of the model are JSON with escaped invisible characters, so they can't be taken for a part of the question.
 *
 * @example
 * questionText(request); // 'May pay run with {"amount":80}?\n@inspect_large: amount is above 50'
 */
export function questionText({ action, rules, messages = [] }: InspectionRequest): string {
  const name = escapeInvisible(action.name);
  const question = `May ${name} run with ${shownText(visibleJson(action.args))}?`;
  const lines = [question, ...rules.map(ruleText), ...messages, ...saferWays(rules).map((way) => `Safer: ${way}`)];
  return lines.map((line) => escapeInvisible(line)).join("\n");
}

/** Writes a rule and the reasons for its decision on one line: `@no_rm: the path is outside the project`. */
function ruleText({ rule, predicates }: RuleRecord): string {
  const reasons = predicates.filter(isRelevant).map(({ reason }) => shortened(reason.replaceAll("\n", " ")));
  return `@${rule}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}`;
}

function isRelevant({ irrelevant }: PredicateRecord): boolean {
  return irrelevant !== true;
}

const maxLength = 2000;

function shortened(text: string): string {
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength)} … and ${text.length - maxLength} characters more`;
}
