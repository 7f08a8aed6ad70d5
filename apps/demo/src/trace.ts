import { styleText } from "node:util";
import { type AgentEvent, plainText, textOf } from "@helve/agent";
import type { ActionReturn, Args, EnforcementRecord, PredicateRecord, RuleRecord } from "@helve/core";
import { escapeInvisible, excerpt, withCarets } from "@helve/enforcer";

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
      return formatVerdict(event);
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

/** Formats a verdict: the action or the event, and for each evaluation the violated rules and what was enforced. */
function formatVerdict({ event, verdict }: AgentEvent & { readonly type: "verdict" }): string {
  const passes = verdict.decision.passes.map(({ action, rules, enforcements }) => [
    event === "before_action"
      ? traceLine("action", `${action.name} ${JSON.stringify(action.args)}`, "cyan")
      : traceLine("event", event, "cyan"),
    ...formatRules(rules, action.args),
    ...enforcements.map(formatEnforcement),
  ]);
  // Why an action was stopped is in its result.
  const reason = event !== "before_action" && verdict.kind === "stop" ? [traceLine("stop", verdict.reason, "red")] : [];
  return [...passes.flat(), ...reason].join("");
}

function formatRules(rules: readonly RuleRecord[], args: Args): readonly string[] {
  const violated = rules.filter((rule) => rule.violated);
  if (violated.length === 0) return [traceLine("rules", `${rules.length} evaluated, none violated`, "green")];
  return violated.map((rule) => traceLine("rule", describeRule(rule, args), "yellow"));
}

function describeRule({ rule, line, check, predicates }: RuleRecord, args: Args): string {
  const relevant = predicates.filter(({ irrelevant }) => irrelevant !== true);
  const reasons = relevant.flatMap((predicate) => describePredicate(predicate, args));
  return [`@${rule} (line ${line}) is violated: its check is ${check}`, ...reasons].join("\n");
}

/** Describes the answer of a predicate, with its evidence marked by carets. */
function describePredicate({ predicate, value, reason, evidence }: PredicateRecord, args: Args): readonly string[] {
  return [`${predicate} is ${value}: ${reason}`, ...evidence.flatMap((each) => withCarets(excerpt(each, args)))];
}

/** Formats the outcome of an enforcement; empty for a stop, whose reason follows. */
function formatEnforcement({ enforcement, outcome, detail }: EnforcementRecord): string {
  if (enforcement === "stop") return "";
  const result = detail === undefined ? outcome : `${outcome}: ${detail}`;
  if (enforcement === "user_inspection") return traceLine("person", result, "magenta");
  return traceLine("rule", `${enforcement}: ${result}`, "yellow");
}

function formatResult({ status, observation }: ActionReturn): string {
  const label = status === "success" ? "result" : status;
  return traceLine(label, plainText(observation.parts).trimEnd(), observation.isError ? "red" : "dim");
}
