import type { Args, InspectionRequest, JsonValue, RuleRecord } from "@helve/core";
import {
  decidingPredicate,
  escapeInvisible,
  replacementTexts,
  requestQuestion,
  ruleReason,
  saferWays,
  shownText,
  shownValue,
  visibleJson,
} from "@helve/core/internal";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";

/**
 * Formats a question to a person as an elicitation in form mode (MCP 2025-06-18 §Elicitation): the tool, its arguments, the rules with their
 * reasons and messages, and the choices.
 *
 * Arguments are texts of a model. Each line of them begins with a bar, and invisible characters are escaped, so that they can't be taken for
 * a line of the question. Of a secret, only the length is shown.
 */
export function questionForm(request: InspectionRequest): ElicitRequestFormParams {
  const decision = {
    type: "string" as const,
    title: "Decision",
    oneOf: [
      { const: "approve", title: "Approve once" },
      { const: "reject", title: "Reject" },
      ...request.fixes.map((fix) => ({ const: `${fixPrefix}${fix}`, title: `Fix: ${escapeInvisible(fix)}` })),
    ],
  };
  const reason = { type: "string" as const, title: "Reason", description: "Why, if you reject. The model reads it." };
  return {
    mode: "form",
    message: questionText(request),
    requestedSchema: { type: "object", properties: { decision, reason }, required: ["decision"] },
  };
}

/** The prefix of a fix's name in the choices. */
export const fixPrefix = "fix:";

/** The question as a text of several lines. */
function questionText(request: InspectionRequest): string {
  const { action, rules, messages = [], observation } = request;
  return [
    requestQuestion(request, action),
    ...replacementTexts(action).map(indented),
    ...argumentLines(action.args),
    ...(observation === undefined ? [] : resultLines(observation.parts.map(({ content }) => content))),
    ...rules.flatMap(ruleLines),
    ...messages.map((message) => indented(message)),
    ...saferWays(rules).map((way) => indented(`Safer: ${way}`)),
  ].join("\n");
}

/** Shows every argument completely, on its own lines: a person approves only what is shown. */
function argumentLines(args: Args): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const lines = shownValue(name, value).split("\n");
    return [`${visibleJson(name)}:`, ...lines.map((line) => `  │ ${line}`)];
  });
}

/** Shows a result, cut if it is long. */
function resultLines(result: JsonValue): readonly string[] {
  const text = visibleJson(result);
  const shown = shownText(text.slice(0, maxLength));
  const more = text.length > maxLength ? [`  … and ${text.length - maxLength} characters more`] : [];
  return ['"result":', `  │ ${shown}`, ...more];
}

/** How much of a result is shown, in UTF-16 units. */
const maxLength = 2000;

/** Formats a violated rule with its reasons. */
function ruleLines(rule: RuleRecord): readonly string[] {
  const cause = decidingPredicate(rule);
  const others = rule.predicates.filter((predicate) => predicate !== cause && predicate.irrelevant !== true);
  const [first = "", ...more] = escapeInvisible(ruleReason(rule)).split("\n");
  return [first, ...more.map((line) => `  ${line}`), ...others.map(({ reason }) => indented(reason))];
}

/** Indents a model's text, so that its lines can't be taken for those of the question. */
function indented(text: string): string {
  return `  ${escapeInvisible(text).replaceAll("\n", "\n  ")}`;
}
