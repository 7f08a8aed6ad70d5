import { styleText } from "node:util";
import type { ActionReturn, ResultPart, StateVerdict, ToolCall } from "@helve/core";
import { type AgentEvent, hasRules } from "@helve/demo-agent";
import { escapeInvisible, explainVerdict } from "@helve/enforcer";
import type { World } from "./world.ts";

/** Formats an event for the terminal; without colors if the terminal has none. */
export function formatEvent(event: AgentEvent): string {
  switch (event.type) {
    case "message":
      return `\n${line("model", event.content, "bold")}`;
    case "call":
      return line("asks", formatCall(event.call), "cyan");
    case "return":
      return formatReturn(event.actionReturn);
    case "verdict":
      return formatVerdict(event.verdict);
  }
}

/** Formats the sent mails, the contacts, the events and the tasks after the run. */
export function formatSummary({ mailbox, calendar, tasks }: World): string {
  const { sent, contacts } = mailbox.snapshot();
  const mails = sent.map(({ to, cc, subject, body }) => `${[...to, ...cc].join(", ")}: ${subject}\n  ${body}`);
  const contactList = contacts.filter((address) => address !== mailbox.owner.address);
  const events = calendar.snapshot().events.map(({ title, start }) => `${Object.values(start).join("")}: ${title}`);
  const taskList = tasks.snapshot().tasks.map(({ content, due }) => `${due?.date ?? "no date"}: ${content}`);
  return [
    "\n",
    line("sent", mails.join("\n"), "bold"),
    line("contacts", contactList.join("\n"), "bold"),
    line("calendar", events.join("\n"), "bold"),
    line("tasks", taskList.join("\n"), "bold"),
  ].join("");
}

/** Formats a call as the model wrote it. */
function formatCall({ name, arguments: raw }: ToolCall): string {
  return `${name} ${typeof raw === "string" ? raw : JSON.stringify(raw)}`;
}

/** Formats the verdicts on a call and its result. */
function formatReturn({ stages, observation, status }: ActionReturn): string {
  const { verdicts = [], after = [] } = stages.guard ?? {};
  return [
    ...[...verdicts, ...after.filter(hasRules)].map(formatVerdict),
    line(
      status === "success" ? "result" : status,
      observation.parts.map(partText).join("\n"),
      observation.isError ? "red" : "dim",
    ),
  ].join("");
}

/** Formats the explanation of a verdict. */
function formatVerdict(verdict: StateVerdict): string {
  return line("rules", explainVerdict(verdict), verdict.kind === "allow" ? "green" : "yellow");
}

function partText(part: ResultPart): string {
  return part.type === "json" ? JSON.stringify(part.content) : part.content || "(nothing)";
}

const width = 17;
const indent = " ".repeat(width + 1);

/** A label and a text; further lines of the text are indented below the first. */
function line(label: string, text: string, style: Parameters<typeof styleText>[0]): string {
  const shown = escapeInvisible(text).replaceAll("\n", `\n${indent}`).replaceAll(/^ +$/gm, "");
  return `${styleText(style, label.padStart(width))} ${shown}\n`;
}
