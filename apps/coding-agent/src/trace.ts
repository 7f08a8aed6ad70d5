import { styleText } from "node:util";
import type {
  Action,
  ActionReturn,
  EnforcementRecord,
  Pass,
  PredicateRecord,
  ResultPart,
  RuleRecord,
  ToolCall,
} from "@helve/core";
import { type AgentEvent, hasRules } from "@helve/demo-agent";
import { escapeInvisible, excerpt, explainVerdict, withCarets } from "@helve/enforcer";
import type { Outcome } from "./scratch-folder.ts";

/** Formats an event as text, with colors if the terminal supports them. */
export function traceOf(event: AgentEvent): string {
  switch (event.type) {
    case "message":
      return `\n${line("model", event.content, "bold")}`;
    case "call":
      return callLine(event.call);
    case "return":
      return returnLines(event.actionReturn);
    case "verdict":
      return line("rules", explainVerdict(event.verdict), event.verdict.kind === "allow" ? "green" : "yellow");
  }
}

/** Formats the files that were deleted and those that are left. */
export function summary({ freed, before, left }: Outcome): string {
  const files = left.map(({ path, size }) => `\n${path} (${kilobytes(size)})`).join("");
  const total = before.reduce((sum, { size }) => sum + size, 0);
  return [
    "\n",
    line("freed", `${kilobytes(freed)} of ${kilobytes(total)}`, "bold"),
    line("left", `${left.length} of ${before.length} files${files}`, "bold"),
  ].join("");
}

/** Formats a call as the model wrote it. */
function callLine({ name, arguments: raw }: ToolCall): string {
  return line("asks", `${name} ${typeof raw === "string" ? raw : JSON.stringify(raw)}`, "cyan");
}

/** Formats an action return: the decoded call, the rules that were evaluated, the run and the result. */
function returnLines(actionReturn: ActionReturn): string {
  const { stages, observation, status } = actionReturn;
  const { verdicts = [], after = [] } = stages.guard ?? {};
  const afterwards = after.filter(hasRules).flatMap(({ decision }) => decision.passes);
  return [
    decodeLine(actionReturn),
    ...verdicts.flatMap(({ decision }) => decision.passes).map(passLines),
    stages.run === undefined
      ? ""
      : line("run", `${stages.run.outcome} after ${Math.round(stages.run.duration)} ms`, "green"),
    ...afterwards.map(passLines),
    line(
      status === "success" ? "result" : status,
      observation.parts.map(partText).join("\n"),
      observation.isError ? "red" : "dim",
    ),
  ].join("");
}

/** Formats the decoded arguments and the kinds of their repairs; empty if they could not be decoded. */
function decodeLine({ type, stages: { decode, resolve } }: ActionReturn): string {
  if (decode === undefined || decode.args === null) return "";
  const repairs = decode.repairs.map(({ kind }) => kind).join(", ");
  return line(
    "decode",
    `${actionText({ name: resolve?.tool ?? type, args: decode.args })}${repairs === "" ? "" : ` (repaired: ${repairs})`}`,
    "cyan",
  );
}

/** Formats the violated rules of a pass and their enforcements. */
function passLines({ action, rules, enforcements }: Pass): string {
  const violated = rules.filter((rule) => rule.violated);
  if (violated.length === 0) return line("rules", `${rules.length} evaluated, none violated`, "green");
  return violated.map((rule) => ruleLines(rule, action)).join("") + enforcements.map(enforcementLine).join("");
}

/** Formats a violated rule with the answers of its predicates. */
function ruleLines({ rule, line: at, check, predicates }: RuleRecord, action: Action): string {
  const relevant = predicates.filter(({ irrelevant }) => irrelevant !== true);
  const answers = relevant.map((predicate) => `\n${predicateLines(predicate, action)}`).join("");
  return line("rule", `@${rule} (line ${at}) is violated: its check is ${check}${answers}`, "yellow");
}

/** Formats the answer of a predicate, with its evidence marked by carets. */
function predicateLines({ predicate, value, reason, evidence }: PredicateRecord, action: Action): string {
  const characters = evidence.map((one) => withCarets(excerpt(one, action.args)));
  return [`${predicate} is ${value}: ${reason}`, ...characters.flat()].join("\n");
}

/** Formats the outcome of an enforcement. */
function enforcementLine({ enforcement, outcome }: EnforcementRecord): string {
  return enforcement === "user_inspection"
    ? line("person", outcome, "magenta")
    : line("rule", `${enforcement}: ${outcome}`, "yellow");
}

function actionText({ name, args }: Pick<Action, "name" | "args">): string {
  return `${name} ${JSON.stringify(args)}`;
}

function partText(part: ResultPart): string {
  return part.type === "json" ? JSON.stringify(part.content) : part.content || "(nothing printed)";
}

const width = 19;
const indent = " ".repeat(width + 1);

/** Formats a text with a label before its first line; the other lines are indented. */
function line(label: string, text: string, style: Parameters<typeof styleText>[0]): string {
  return `${styleText(style, label.padStart(width))} ${escapeInvisible(text).replaceAll("\n", `\n${indent}`)}\n`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} kB`;
}
