import type { Action, Args, Evidence, InspectionRequest, Observation, PredicateRecord, RuleRecord } from "@helve/core";
import { escapeInvisible, excerpt, visibleJson, withCarets } from "@helve/core/internal";

import { type ArgsText, argsText } from "./args-text.ts";
import type { Paint } from "./paint.ts";

/** How a request is shown. */
export interface RequestView {
  readonly paint: Paint;
  /** A rule in words; its name has to do when there are none. */
  readonly inWords: (rule: RuleRecord) => string | undefined;
  /** Whether long arguments are shown to their end. */
  readonly isWhole: boolean;
}

/** What a person is shown before deciding, and whether some of it was left out. */
export function requestText(
  request: InspectionRequest,
  view: RequestView,
): { readonly text: string; readonly isShortened: boolean } {
  const { action, messages = [], rules } = request;
  const { paint, isWhole } = view;
  const isOfWorld = request.event === "state_change" || request.event === "agent_finish";
  const args = isOfWorld ? nothing : argsText(action.args, isWhole);
  const result = request.observation === undefined ? nothing : argsText(resultIn(request.observation), isWhole);
  const lines = [
    paint(["bold", "yellow"], `? ${questionOf(request)}`),
    ...args.lines.map((line) => `    ${line}`),
    ...replacedAction(action),
    ...result.lines.map((line) => `    ${line}`),
    ...rules.flatMap((rule) => ruleLines(rule, action.args, view)),
    ...messages.flatMap((message) => indented(escapeInvisible(message), "  ").map((line) => paint("bold", line))),
  ];
  return { text: `${lines.join("\n")}\n`, isShortened: args.isShortened || result.isShortened };
}

const nothing: ArgsText = { lines: [], isShortened: false };

/** What came of the action, as if it were arguments. */
function resultIn({ parts, isError }: Observation): Args {
  const texts = parts.map((part) => (part.type === "text" ? part.content : visibleJson(part.content)));
  return { [isError ? "error" : "result"]: texts.join("\n") };
}

function questionOf({ event = "before_action", action }: InspectionRequest): string {
  const name = escapeInvisible(action.name);
  switch (event) {
    case "before_action":
      return `may the agent run ${name}?`;
    case "after_action":
      return `may the model see what ${name} gave back?`;
    case "state_change":
      return "the state has changed: may the agent go on?";
    case "agent_finish":
      return "the agent says that it is done: may it finish?";
  }
}

function replacedAction({ replaces: replaced, invokedBy }: Action): readonly string[] {
  if (replaced === undefined) return [];
  const by = invokedBy === undefined ? "" : `, as rule @${escapeInvisible(invokedBy)} says`;
  return [`  in the place of ${escapeInvisible(replaced.name)} ${visibleJson(replaced.args)}${by}`];
}

function ruleLines(rule: RuleRecord, args: Args, { paint, inWords }: RequestView): readonly string[] {
  const words = inWords(rule);
  return [
    `  ${paint("cyan", `rule @${escapeInvisible(rule.rule)}`)} (line ${rule.line}): its check is ${rule.check}`,
    ...(words === undefined ? [] : indented(escapeInvisible(words), "    ")),
    ...rule.predicates.flatMap((predicate) => predicateLines(predicate, args, paint)),
  ];
}

function predicateLines({ predicate, value, reason, evidence }: PredicateRecord, args: Args, paint: Paint): string[] {
  const shown = evidence.slice(0, mostEvidence);
  return [
    ...indented(escapeInvisible(`${predicate} is ${value}: ${reason}`), "    "),
    ...shown.flatMap((one) => evidenceLines(one, args, paint)).map((line) => `      ${line}`),
    ...(evidence.length > mostEvidence ? [`      … and ${evidence.length - mostEvidence} places more`] : []),
  ];
}

/** How many places are shown of those that one answer rests on. */
const mostEvidence = 5;

/** Underlined where there is colour, with carets under it where there is none. */
function evidenceLines(evidence: Evidence, args: Args, paint: Paint): readonly string[] {
  const lines = excerpt(evidence, args);
  if (!paint.hasColor) return withCarets(lines);
  return lines.map(({ before, marked, after }) => `${before}${paint(["underline", "red"], marked)}${after}`);
}

function indented(text: string, indent: string): readonly string[] {
  return text.split("\n").map((line) => `${indent}${line}`);
}
