import { styleText } from "node:util";
import type { ActionReturn, ResultPart, StateVerdict, ToolCall } from "@helve/core";
import { type AgentEvent, hasRules } from "@helve/demo-agent";
import { escapeInvisible, explainVerdict } from "@helve/enforcer";
import type { Mailbox } from "./mailbox.ts";

/** How an event looks on screen; there are no colours where the terminal has none. */
export function traceOf(event: AgentEvent): string {
  switch (event.type) {
    case "said":
      return `\n${line("model", event.content, "bold")}`;
    case "called":
      return line("asks", called(event.call), "cyan");
    case "returned":
      return returned(event.actionReturn);
    case "judged":
      return ruleLines(event.verdict);
  }
}

/** What the assistant's work came to. */
export function summary({ sent, contacts, owner }: Mailbox): string {
  const mails = sent.map(({ to, cc, subject, body }) => `${[...to, ...cc].join(", ")}: ${subject}\n  ${body}`);
  const others = [...contacts.keys()].filter((address) => address !== owner.address);
  return ["\n", line("sent", mails.join("\n"), "bold"), line("contacts", others.join("\n"), "bold")].join("");
}

function called({ name, arguments: raw }: ToolCall): string {
  return `${name} ${typeof raw === "string" ? raw : JSON.stringify(raw)}`;
}

function returned({ stages, observation, status }: ActionReturn): string {
  const { verdicts = [], after = [] } = stages.guard ?? {};
  return [
    ...[...verdicts, ...after.filter(hasRules)].map(ruleLines),
    line(
      status === "success" ? "result" : status,
      observation.parts.map(partText).join("\n"),
      observation.isError ? "red" : "dim",
    ),
  ].join("");
}

function ruleLines(verdict: StateVerdict): string {
  return line("rules", explainVerdict(verdict), verdict.kind === "allow" ? "green" : "yellow");
}

function partText(part: ResultPart): string {
  return part.type === "json" ? JSON.stringify(part.content) : part.content || "(nothing)";
}

const width = 17;
const indent = " ".repeat(width + 1);

/** One line with its label before it; whatever lines follow are indented under it. */
function line(label: string, text: string, style: Parameters<typeof styleText>[0]): string {
  const shown = escapeInvisible(text).replaceAll("\n", `\n${indent}`).replaceAll(/^ +$/gm, "");
  return `${styleText(style, label.padStart(width))} ${shown}\n`;
}
