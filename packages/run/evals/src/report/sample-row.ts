import { plainText } from "@helve/agent";
import { errorJson } from "@helve/core";
import { type Html, html } from "@helve/core/internal";
import type { SampleLog } from "../eval-log.ts";
import { formatCount, formatDuration, formatNumber } from "../format.ts";
import { targetsOf } from "../sample.ts";
import { type ScoreValue, valueToNumber } from "../score.ts";
import { callCount, guardedCalls, transcriptHtml } from "./transcript.ts";

/** A sample in the table: a row, and a second one with the transcript, which opens. */
export function sampleRow(log: SampleLog, index: number, hasEpochs: boolean): Html {
  try {
    return wholeRow(log, index, hasEpochs);
  } catch (error) {
    // The events of a damaged log are not checked when it is read. The other samples can be shown.
    const reason = errorJson(error).message;
    const note = html`<p class="note bad">The events of this sample are damaged, and left out: ${reason}</p>`;
    return wholeRow({ ...log, events: [] }, index, hasEpochs, note);
  }
}

function wholeRow(log: SampleLog, index: number, hasEpochs: boolean, note?: Html): Html {
  const { id, epoch, sample, end } = log;
  const calls = callCount(log);
  const guarded = guardedCalls(log);
  const tokens = end === undefined ? 0 : end.usage.inputTokens + end.usage.outputTokens;
  const detail = `sample-${index + 1}`;
  const scores = Object.entries(end?.scores ?? {});
  const answer = scores.find(([, score]) => score.answer !== undefined)?.[1].answer ?? end?.output ?? "";
  const scoreNames = JSON.stringify(scores.map(([name, { value }]) => scoreLabel(name, value)));
  return html`<tbody class="sample" data-status="${statusOf(log)}" data-guarded="${String(guarded > 0)}" data-scores="${scoreNames}">
<tr class="row"><th scope="row"><button type="button" aria-expanded="false" aria-controls="${detail}">${id}${
    hasEpochs && html`<span class="visually-hidden">, epoch </span><span aria-hidden="true"> · </span>${epoch}`
  }</button></th>
${cell("Input", html`<span class="clip">${short(inputText(log))}</span>`, "long")}
${cell("Target", html`<span class="clip">${short(targetsOf(sample).join("\n"))}</span>`, targetsOf(sample).join("") === "" ? "empty" : "")}
${cell("Answer", html`<span class="clip">${short(answer)}</span>`, answer === "" ? "long empty" : "long")}
${cell("Scores", html`<span class="chips">${scores.map(([name, { value }]) => html`<span class="chip ${toneOf(value)}">${scoreLabel(name, value)}</span>`)}</span>`, scores.length === 0 ? "empty" : "")}
${cell("Status", statusHtml(log), "")}
${cell("Calls", html`${calls > 0 && formatCount(calls)}${guarded > 0 && html` <span class="chip bad">${guarded} not allowed</span>`}`, calls === 0 && guarded === 0 ? "number empty" : "number")}
${cell("Tokens", html`${end?.usage.estimated === true && "~"}${formatCount(tokens)}`, "number")}
${cell("Time", html`${end !== undefined && formatDuration(end.time)}`, end === undefined ? "number empty" : "number")}</tr>
<tr class="detail" id="${detail}" hidden><td colspan="9"><template>${note}${transcriptHtml(log)}</template></td></tr>
</tbody>`;
}

/** The status of a sample for people and filters. */
export function statusOf({ end }: SampleLog): string {
  if (end === undefined) return "unfinished";
  return end.status === "success" && end.limit !== undefined ? "limit" : end.status;
}

/** A score in few words: `match C`. */
export function scoreLabel(name: string, value: ScoreValue): string {
  if (typeof value === "number") return `${name} ${formatNumber(value)}`;
  return `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`.slice(0, 60);
}

function cell(label: string, content: Html, classes: string): Html {
  return html`<td data-label="${label}" class="${classes}"><div>${content}</div></td>`;
}

function statusHtml(log: SampleLog): Html {
  const status = statusOf(log);
  const tone = status === "success" ? "" : status === "error" ? "bad" : "mid";
  const text = status === "limit" ? `limit of ${log.end?.limit?.type ?? ""}` : status;
  return html`<span class="chip ${tone}">${text}</span>`;
}

/** Returns the color of a score. */
function toneOf(value: ScoreValue): string {
  const number = valueToNumber(value);
  return number === 1 ? "good" : number === 0 ? "bad" : "";
}

/** Returns the text of a sample's input, without what system and assistant say. */
function inputText({ sample: { input } }: SampleLog): string {
  if (typeof input === "string") return input;
  return input
    .map((message) => (message.role === "user" ? plainText(message.parts) : ""))
    .join("\n")
    .trim();
}

/** Shortens a text to fit into a cell. */
function short(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
