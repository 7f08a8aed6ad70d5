import { callsOf, type Message, userMessage } from "@helve/agent";
import type { ActionReturn, ErrorJson, Repair, ResultPart, StateVerdict, Verdict } from "@helve/core";
import { type Html, html } from "@helve/core/internal";
import type { TranscriptEvent } from "../eval-event.ts";
import type { SampleLog } from "../eval-log.ts";
import { formatDuration, formatJson } from "../format.ts";
import { targetsOf } from "../sample.ts";

/**
 * Shows everything about a run of a sample: how it ended, its scores, its conversation with what the executor did, its
 * data.
 */
export function transcriptHtml(log: SampleLog): Html {
  const { sample, end, events } = log;
  const returns = returnsOf(events);
  const messages = conversationOf(log);
  return html`${endHtml(log)}
<h3>Target</h3>
${targetsOf(sample).map((target) => html`<pre>${target}</pre>`)}
${Object.entries(end?.scores ?? {}).map(([name, { value, answer, explanation, metadata }]) => {
  return html`<h3>Score ${name}: ${typeof value === "object" ? formatJson(value) : String(value)}</h3>
${answer !== undefined && html`<p>Answer</p><pre>${answer}</pre>`}
${explanation !== undefined && explanation !== answer && details("Explanation", html`<pre>${explanation}</pre>`)}
${metadata !== undefined && details("Metadata of the score", html`<pre>${formatJson(metadata)}</pre>`)}`;
})}
<h3>Conversation</h3>
<ol class="transcript">${messages.map((message) => messageHtml(message, returns, events))}</ol>
${otherEvents(events)}
${dataHtml(log)}`;
}

/** The action returns by the ids of their calls. */
function returnsOf(events: readonly TranscriptEvent[]): ReadonlyMap<string, ActionReturn> {
  return new Map(
    events.flatMap((event) => (event.type === "result" ? [[event.callId, event.actionReturn] as const] : [])),
  );
}

/** Returns the conversation of a sample, also if it has not ended. */
function conversationOf({ sample, end, events }: SampleLog): readonly Message[] {
  if (end !== undefined) return end.messages;
  const input = typeof sample.input === "string" ? [userMessage(sample.input)] : sample.input;
  const later = events.flatMap((event): readonly Message[] => {
    if (event.type === "message") return [event.message];
    if (event.type !== "result") return [];
    const { parts, isError } = event.actionReturn.observation;
    return [{ role: "tool", callId: event.callId, name: event.actionReturn.type, parts, isError }];
  });
  return [...input, ...later];
}

function endHtml({ end }: SampleLog): Html {
  if (end === undefined) return html`<p class="note mid">The sample has not ended.</p>`;
  const { status, error, limit, stopped, retries = [] } = end;
  return html`${status === "cancelled" && html`<p class="note mid">The run was cancelled before the sample ended.</p>`}
${limit !== undefined && html`<p class="note mid">Limit: ${limit.reason}</p>`}
${stopped !== undefined && html`<p class="note mid">The agent was stopped: ${stopped}</p>`}
${error !== undefined && errorHtml("Error", error)}
${retries.map((each, index) => errorHtml(`Error of attempt ${index + 1}`, each))}`;
}

function errorHtml(title: string, error: ErrorJson): Html {
  const causes: string[] = [];
  for (let cause = error.cause; cause !== undefined; cause = cause.cause)
    causes.push(`${cause.code}: ${cause.message}`);
  return html`<div class="note bad" role="group" aria-label="${title}"><strong>${title}</strong>
<div class="text">${error.code}: ${error.message}</div>
${causes.length > 0 && html`<ul>${causes.map((cause) => html`<li class="text">${cause}</li>`)}</ul>`}</div>`;
}

function messageHtml(
  message: Message,
  returns: ReadonlyMap<string, ActionReturn>,
  events: readonly TranscriptEvent[],
): Html {
  switch (message.role) {
    case "system":
      return html`<li class="system"><div class="role">System</div><div class="text">${message.content}</div></li>`;
    case "user":
      return html`<li class="user"><div class="role">User</div>${message.parts.map(partHtml)}</li>`;
    case "assistant":
      return html`<li class="assistant"><div class="role">Assistant</div>${message.parts.map((part) => {
        if (part.type === "text") return html`<div class="text">${part.content}</div>`;
        if (part.type === "reasoning") return html`<div class="text reasoning">${part.content}</div>`;
        return html`<div class="call"><strong>Call ${part.name}</strong><pre>${part.arguments}</pre></div>`;
      })}</li>`;
    case "tool": {
      const found = returns.get(message.callId);
      const inner = events.flatMap((event) =>
        event.type === "agent" && event.callId === message.callId ? [event] : [],
      );
      return html`<li class="tool${message.isError === true && " failed"}"><div class="role"><span>Result of ${message.name}</span>${
        found !== undefined && html`<span>${found.status}</span><span>${formatDuration(found.duration)}</span>`
      }</div>
${found !== undefined && returnHtml(found)}
${message.parts.map(partHtml)}
${inner.length > 0 && details(`Agent ${inner[0]?.agent ?? ""}`, html`<ol class="transcript">${inner.map(({ event }) => eventHtml(event))}</ol>`)}</li>`;
    }
  }
}

/** Shows how the executor handled a call: repairs, changed arguments, verdicts, truncation, the error. */
function returnHtml({ repairs, stages, truncated, error, status }: ActionReturn): Html {
  const { verdicts = [], after = [], action } = stages.guard ?? {};
  return html`${repairs.length > 0 && repairsHtml(repairs)}
${action?.replaces !== undefined && html`<p>Another action ran: ${action.name}</p><pre>${formatJson(action.args)}</pre>`}
${[...verdicts, ...after].filter(isWorthShowing).map(verdictHtml)}
${truncated !== null && html`<p class="note mid">${truncated.bytes} of ${truncated.from} bytes are shown.</p>`}
${error !== null && status !== "stopped" && html`<p class="note bad">${error.code}: ${error.message}</p>`}`;
}

function repairsHtml(repairs: readonly Repair[]): Html {
  const items = repairs.map(({ kind, path, before, after }) => {
    return html`<li>${kind}${path !== "" && ` at ${path}`}: <code>${shortJson(before)}</code> → <code>${shortJson(after)}</code></li>`;
  });
  const title = `${repairs.length} ${repairs.length === 1 ? "repair" : "repairs"} of the arguments`;
  return details(title, html`<ul>${items}</ul>`);
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Whether a verdict is shown: it did not allow, or a rule applied. */
function isWorthShowing({ kind, decision }: Verdict | StateVerdict): boolean {
  return kind !== "allow" || decision.passes.some(({ rules }) => rules.length > 0);
}

function verdictHtml(verdict: Verdict | StateVerdict): Html {
  const { kind, decision } = verdict;
  const rules = decision.passes.flatMap((pass) => pass.rules);
  const reason = "reason" in verdict ? verdict.reason : "notes" in verdict ? verdict.notes?.join("\n") : undefined;
  const content = html`${reason !== undefined && html`<div class="text">${reason}</div>`}
${
  rules.length > 0 &&
  html`<ul>${rules.map(({ rule, line, check, violated, predicates }) => {
    return html`<li>@${rule} (line ${line}): ${String(check)}${violated && ", violated"}
${predicates.length > 0 && html`<ul>${predicates.map((each) => html`<li class="text">${each.predicate}: ${each.reason}</li>`)}</ul>`}</li>`;
  })}</ul>`
}`;
  if (kind === "allow") return details("Verdict: allow", content);
  const tone = kind === "pending" ? "mid" : "bad";
  return html`<div class="note ${tone}"><strong>Verdict: ${kind}</strong>${content}</div>`;
}

/** Events that belong to no call. */
function otherEvents(events: readonly TranscriptEvent[]): Html | false {
  const others = events.filter(({ type }) => ["verdict", "retry", "submission", "compaction"].includes(type));
  if (others.length === 0) return false;
  return details("Other events", html`<ol class="transcript">${others.map(eventHtml)}</ol>`);
}

function eventHtml(event: TranscriptEvent): Html {
  switch (event.type) {
    case "message":
      return messageHtml(event.message, new Map(), []);
    case "result":
      return html`<li class="tool"><div class="role">Result of ${event.actionReturn.type}</div>${returnHtml(event.actionReturn)}${event.actionReturn.observation.parts.map(partHtml)}</li>`;
    case "verdict":
      return html`<li><div class="role">${event.event}</div>${verdictHtml(event.verdict)}</li>`;
    case "retry":
      return html`<li><div class="role">Request ${event.attempt}, after an error</div><div class="text">${event.error.message}</div></li>`;
    case "submission":
      return html`<li><div class="role">Submission ${event.attempt}</div><div class="text">${event.answer}</div></li>`;
    case "compaction":
      return html`<li><div class="role">Shortened from ${event.before} to ${event.after} tokens</div></li>`;
    case "agent":
      return html`<li><div class="role">Agent ${event.agent}</div><ol class="transcript">${eventHtml(event.event)}</ol></li>`;
  }
}

function partHtml(part: ResultPart): Html {
  switch (part.type) {
    case "text":
      return html`<div class="text">${part.content}</div>`;
    case "json":
      return html`<pre>${formatJson(part.content)}</pre>`;
    default: {
      // Only images that the page contains: others would be requests.
      const isImage =
        part.type === "image" && /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/.test(part.content);
      return isImage
        ? html`<img src="${part.content}" alt="An image of the conversation">`
        : html`<pre>[${part.type}] ${part.content.slice(0, 500)}</pre>`;
    }
  }
}

/** Shows the metadata, files and store of a sample. */
function dataHtml({ sample, end }: SampleLog): Html {
  const { files = {}, setup } = sample;
  const blocks: readonly (readonly [title: string, value: unknown])[] = [
    ["Choices", sample.choices],
    ["Metadata", end?.metadata ?? sample.metadata],
    ["Store", end?.store],
    ["Files", Object.keys(files).length > 0 ? files : undefined],
    ["Setup", setup],
  ];
  return html`${blocks.map(([title, value]) => {
    const isEmpty = value === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
    return !isEmpty && details(title, html`<pre>${typeof value === "string" ? value : formatJson(value)}</pre>`);
  })}`;
}

/** Writes a section that can be opened. */
function details(title: string, content: Html): Html {
  return html`<details><summary>${title}</summary>${content}</details>`;
}

/** How many calls of a sample the rules did not allow as they were. */
export function guardedCalls({ events }: SampleLog): number {
  return events.filter((event) => {
    if (event.type === "verdict") return event.verdict.kind !== "allow";
    if (event.type !== "result") return false;
    const { stages } = event.actionReturn;
    return [...(stages.guard?.verdicts ?? []), ...(stages.guard?.after ?? [])].some(({ kind }) => kind !== "allow");
  }).length;
}

/** How many calls a sample has. */
export function callCount(log: SampleLog): number {
  return conversationOf(log).reduce(
    (sum, message) => sum + (message.role === "assistant" ? callsOf(message).length : 0),
    0,
  );
}
