import { styleText } from "node:util";
import { type AgentEvent, plainText, textOf } from "@helve/agent";
import type { ActionReturn, EnforcementRecord, Pass, PredicateRecord, RuleRecord } from "@helve/core";
import { escapeInvisible, excerpt, explainVerdict, withCarets } from "@helve/enforcer";

/** Formats an event of a run as text, with colors if the terminal has them; some events are empty. */
export function formatEvent(event: AgentEvent): string {
  switch (event.type) {
    case "message":
      return `\n${traceLine("model", textOf(event.message), "bold")}`;
    case "call":
      return traceLine("asks", `${event.call.name} ${event.call.arguments}`, "cyan");
    case "repairs":
      return traceLine("repaired", event.repairs.map(({ kind }) => kind).join(", "), "cyan");
    case "verdict":
      if (event.event === "before_action") return event.verdict.decision.passes.map(formatPass).join("");
      return traceLine("rules", explainVerdict(event.verdict), event.verdict.kind === "allow" ? "green" : "yellow");
    case "result":
      return formatResult(event.actionReturn);
    case "submission":
      return traceLine("submits", event.answer, "bold");
    case "end":
      return "reason" in event.outcome ? `\n${traceLine("end", event.outcome.reason, "bold")}` : "";
    default:
      return "";
  }
}

/** Formats a text with a label before its first line; the other lines are indented below it. */
export function traceLine(label: string, text: string, style: Parameters<typeof styleText>[0]): string {
  const shown = escapeInvisible(text).replaceAll("\n", `\n${" ".repeat(width + 1)}`);
  return `${styleText(style, label.padStart(width))} ${shown}`.replaceAll(/ +$/gm, "").concat("\n");
}

/** The width of the longest label, `invalid_arguments`. */
const width = 17;

/** Formats an evaluation of the rules: the decoded action, the violated rules, and what was enforced. */
function formatPass({ action, rules, enforcements }: Pass): string {
  const violated = rules.filter((rule) => rule.violated);
  return [
    traceLine("action", `${action.name} ${JSON.stringify(action.args)}`, "cyan"),
    ...violated.map((rule) => traceLine("rule", describeRule(rule, action.args), "yellow")),
    violated.length === 0 ? traceLine("rules", `${rules.length} evaluated, none violated`, "green") : "",
    ...enforcements.map(formatEnforcement),
  ].join("");
}

function describeRule({ rule, line, check, predicates }: RuleRecord, args: Pass["action"]["args"]): string {
  const relevant = predicates.filter(({ irrelevant }) => irrelevant !== true);
  const reasons = relevant.flatMap((predicate) => describePredicate(predicate, args));
  return [`@${rule} (line ${line}) is violated: its check is ${check}`, ...reasons].join("\n");
}

/** Describes the answer of a predicate, with its evidence marked by carets. */
function describePredicate(
  { predicate, value, reason, evidence }: PredicateRecord,
  args: Pass["action"]["args"],
): readonly string[] {
  return [`${predicate} is ${value}: ${reason}`, ...evidence.flatMap((each) => withCarets(excerpt(each, args)))];
}

function formatEnforcement({ enforcement, outcome, detail }: EnforcementRecord): string {
  const result = detail === undefined ? outcome : `${outcome}: ${detail}`;
  if (enforcement === "user_inspection") return traceLine("person", result, "magenta");
  return traceLine("rule", `${enforcement}: ${result}`, "yellow");
}

function formatResult({ status, observation }: ActionReturn): string {
  const label = status === "success" ? "result" : status;
  return traceLine(label, plainText(observation.parts).trimEnd(), observation.isError ? "red" : "dim");
}
