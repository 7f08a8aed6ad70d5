/** Formats an inspection request as the text that a person reads at the terminal. */
import type { Args, Evidence, InspectionRequest, Observation, PredicateRecord, RuleRecord } from "@helve/core";
import {
  decidingPredicate,
  escapeInvisible,
  excerpt,
  replacementTexts,
  requestQuestion,
  ruleReason,
  saferWays,
  visibleJson,
  withCarets,
} from "@helve/core/internal";
import { largestEvidence } from "../../largest-evidence.ts";
import { groupUnknownRules, relevantPredicates, type UnknownRules } from "../../unknown-rules.ts";
import { type FormattedArgs, formatArgs } from "./format-args.ts";
import type { Paint } from "./paint.ts";

/** Options for formatting a request. */
export interface RequestFormat {
  readonly paint: Paint;
  /** The text below a rule's name, if there is one. */
  readonly describeRule: (rule: RuleRecord) => string | undefined;
  /** Whether long arguments are shown completely. */
  readonly showAll: boolean;
}

/** Formats an inspection request for the terminal: the question, the action, the rules with their evidence, the messages. */
export function formatRequest(
  request: InspectionRequest,
  format: RequestFormat,
): { readonly text: string; readonly isShortened: boolean } {
  const { action, messages = [], rules } = request;
  const { paint, showAll } = format;
  const hasAction = request.event !== "state_change" && request.event !== "agent_finish";
  const args = hasAction ? formatArgs(action.args, showAll) : noLines;
  const result = request.observation === undefined ? noLines : formatArgs(resultAsArgs(request.observation), showAll);
  const lines = [
    paint(["bold", "yellow"], `? ${requestQuestion(request, action)}`),
    ...args.lines.map((line) => `    ${line}`),
    ...replacementTexts(action).map((text) => `  ${text}`),
    ...result.lines.map((line) => `    ${line}`),
    ...groupUnknownRules(rules).flatMap((each) =>
      "cause" in each ? unknownLines(each, action.args, paint) : ruleLines(each, action.args, format),
    ),
    ...messages.flatMap((message) => indent(escapeInvisible(message), "  ").map((line) => paint("bold", line))),
    ...saferWays(rules).map((way) => `  safer: ${escapeInvisible(way)}`),
  ];
  return { text: `${lines.join("\n")}\n`, isShortened: args.isShortened || result.isShortened };
}

const noLines: FormattedArgs = { lines: [], isShortened: false };

/** The result of an action as one argument, `result` or `error`, to format it like the others. */
function resultAsArgs({ parts, isError }: Observation): Args {
  const texts = parts.map((part) => (part.type === "text" ? part.content : visibleJson(part.content)));
  return { [isError ? "error" : "result"]: texts.join("\n") };
}

/** The lines about one violated rule: its name with the reason, its description, the evidence, and the other predicates that matter. */
function ruleLines(rule: RuleRecord, args: Args, { paint, describeRule }: RequestFormat): readonly string[] {
  const description = describeRule(rule);
  const cause = decidingPredicate(rule);
  const others = relevantPredicates(rule).filter((predicate) => predicate !== cause);
  const [first = "", ...more] = escapeInvisible(ruleReason(rule)).split("\n");
  const name = `rule @${escapeInvisible(rule.rule)}`;
  return [
    `  ${paint("cyan", name)}${first.slice(name.length)}`,
    ...more.map((line) => `    ${line}`),
    ...(description === undefined ? [] : indent(escapeInvisible(description), "    ")),
    ...(cause === undefined ? [] : shownEvidence(cause, args, paint)),
    ...others.flatMap((predicate) => predicateLines(predicate, args, paint)),
  ];
}

/** Formats the rules whose checks are unknown for one reason, with the reason once. */
function unknownLines({ rules, cause }: UnknownRules, args: Args, paint: Paint): readonly string[] {
  const names = rules.map(({ rule }) => paint("cyan", `@${escapeInvisible(rule)}`)).join(", ");
  return [
    `  the checks of ${rules.length} rules are unknown: ${names}`,
    ...causeLines(cause, cause.reason, args, paint),
  ];
}

/** How many pieces of evidence of one predicate are shown. */
const maxEvidence = 5;

/** The lines about one predicate: its answer, the reason, and the first pieces of evidence. */
function predicateLines(record: PredicateRecord, args: Args, paint: Paint): readonly string[] {
  const { predicate, value, reason } = record;
  return causeLines(record, `${predicate} is ${value}: ${reason}`, args, paint);
}

/** A text about a predicate, and the first pieces of its evidence. */
function causeLines(record: PredicateRecord, text: string, args: Args, paint: Paint): readonly string[] {
  return [...indent(escapeInvisible(text), "    "), ...shownEvidence(record, args, paint)];
}

/** The lines around the first pieces of a predicate's evidence. */
function shownEvidence(record: PredicateRecord, args: Args, paint: Paint): readonly string[] {
  const evidence = largestEvidence(record.evidence);
  const shown = evidence.slice(0, maxEvidence);
  return [
    ...shown.flatMap((item) => evidenceLines(item, args, paint)).map((line) => `      ${line}`),
    ...(evidence.length > maxEvidence ? [`      … and ${evidence.length - maxEvidence} places more`] : []),
  ];
}

/** The lines around the evidence, which is underlined if there are colors and marked with carets otherwise. */
function evidenceLines(evidence: Evidence, args: Args, paint: Paint): readonly string[] {
  const lines = excerpt(evidence, args);
  if (!paint.hasColor) return withCarets(lines);
  return lines.map(({ before, marked, after }) => `${before}${paint(["underline", "red"], marked)}${after}`);
}

function indent(text: string, indentation: string): readonly string[] {
  return text.split("\n").map((line) => `${indentation}${line}`);
}
