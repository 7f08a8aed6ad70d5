/** Writes the HTML pages of the inbox. */
import { escapeInvisible, Html, html, sha256 } from "@helve/core/internal";
import type { InboxQuestion } from "../create-inbox.ts";
import type { WaitingQuestion } from "../question-store.ts";
import type { Choice, QuestionView, ShownArgument } from "../question-view.ts";
import { argumentField } from "./form-answer.ts";
import { style } from "./style.ts";

/** The Content-Security-Policy of every page: no script, no request but an empty icon, no frame, and no style but its own. */
export async function policy(): Promise<string> {
  styleHash ??= sha256(style).then((hex) =>
    btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))),
  );
  return `default-src 'none'; img-src data:; style-src 'sha256-${await styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}

let styleHash: Promise<string> | undefined;

/** The list of questions. */
export function listPage(questions: readonly InboxQuestion[], { root, next, isLater, done, now }: ListPage): string {
  const items = questions.map((waiting) => {
    return html`<li><a href="${root === "/" ? "" : root}/question?address=${encodeURIComponent(waiting.address)}">
<strong>${waiting.view.title}</strong> <span class="summary">${waiting.view.summary}</span></a>
<span class="soft">${escapeInvisible(waiting.agent)}, ${timeOf(waiting.askedAt, now)}${expiryText(waiting, now)}</span></li>`;
  });
  const empty = isLater ? "No more questions wait for you." : "No questions wait for you.";
  return page(
    "Inbox",
    html`${done && html`<p role="status" class="done">Your answer was recorded. The run continues.</p>`}
${items.length > 0 ? html`<ol class="questions">${items}</ol>` : html`<p>${empty}</p>`}
${
  (isLater || next !== undefined) &&
  html`<nav aria-label="Pages">
${isLater && html`<a href="${root}">Oldest questions</a>`} ${next !== undefined && html`<a href="${root}?after=${encodeURIComponent(next)}">Next page</a>`}</nav>`
}`,
  );
}

interface ListPage {
  /** The path of the list. */
  readonly root: string;
  /** The place at which the next page begins. */
  readonly next: string | undefined;
  readonly isLater: boolean;
  readonly done: boolean;
  readonly now: number;
}

/** The page of one question. */
export function questionPage(waiting: InboxQuestion, { form, root, now }: QuestionPage): string {
  const { title, texts, call, rules, safer, choices } = waiting.view;
  const isExpired = waiting.expires !== undefined && waiting.expires <= now;
  const possible = isExpired ? choices.filter(({ kind }) => kind === "reject") : choices;
  return page(
    title,
    html`${root !== undefined && html`<nav aria-label="Inbox"><a href="${root}">All questions</a></nav>`}
<p class="soft">${escapeInvisible(waiting.agent)}, run ${escapeInvisible(waiting.run)}, ${timeOf(waiting.askedAt, now)}${expiryText(waiting, now)}</p>
${texts.map((text) => html`<p class="text">${text}</p>`)}
${call.length > 0 && html`<section aria-labelledby="call"><h2 id="call">The call</h2>${call.map(argumentSection)}</section>`}
${
  rules.length > 0 &&
  html`<section aria-labelledby="rules"><h2 id="rules">Why it asks</h2>${rules.map(
    ({ names, description, reasons }) => html`<h3>${names.map((name) => `@${name}`).join(", ")}</h3>
${description !== undefined && html`<p>${description}</p>`}
<ul>${reasons.map(({ text, marks }) => html`<li>${text}${marks.map((mark) => html` <span class="number">(${mark})</span>`)}</li>`)}</ul>`,
  )}</section>`
}
${safer.length > 0 && html`<section aria-labelledby="safer"><h2 id="safer">Safer</h2><ul>${safer.map((way) => html`<li>${way}</li>`)}</ul></section>`}
<section aria-labelledby="answer"><h2 id="answer">Answer</h2>
${possible.map((choice, index) => choiceForm(choice, { call, form, id: `effect-${index}` }))}</section>`,
  );
}

interface QuestionPage {
  /** The signed member of the forms. */
  readonly form: string;
  /** The path of the list; a link has none. */
  readonly root: string | undefined;
  readonly now: number;
}

/** A page with a message. @param root - where the list is */
export function messagePage(title: string, text: string, root: string | undefined): string {
  return page(
    title,
    html`<p role="status">${escapeInvisible(text)}</p>${root !== undefined && html`<p><a href="${root}">All questions</a></p>`}`,
  );
}

/** Writes an HTML page. */
function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup;
}

/** Shows an argument of a call with the places marked that the rules refer to. */
function argumentSection({ name, pieces }: ShownArgument): Html {
  const marked = pieces.map(({ text, marks }) =>
    marks.length === 0 ? html`${text}` : html`<mark>${text}<sub>(${marks.join(", ")})</sub></mark>`,
  );
  return html`<h3>${name}</h3><pre>${marked}</pre>`;
}

interface ChoiceForm {
  readonly call: QuestionView["call"];
  readonly form: string;
  readonly id: string;
}

/** Creates a form for one answer; one form each keeps Enter from sending another answer. */
function choiceForm({ kind, label, effect, value }: Choice, { call, form, id }: ChoiceForm): Html {
  const field = fields[kind];
  const content = html`<input type="hidden" name="form" value="${form}"><input type="hidden" name="answer" value="${kind}">
${value !== undefined && html`<input type="hidden" name="value" value="${value}">`}
${
  value === undefined &&
  field !== undefined &&
  html`<label for="${id}-field">${field.label}</label>
<textarea id="${id}-field" name="${field.name}" rows="2"></textarea>`
}
${
  kind === "edit" &&
  call.map(
    ({ name, pieces }, index) => html`<label for="${id}-${index}">${name}</label>
<textarea id="${id}-${index}" name="${argumentField(index)}" rows="3" spellcheck="false">
${pieces.map(({ text }) => text).join("")}</textarea>`,
  )
}
<button type="submit" class="${kind}" aria-describedby="${id}">${kind === "edit" ? "Run with these arguments" : label}</button>
<p id="${id}" class="effect">${effect}</p>`;
  const filled = html`<form method="post">${content}</form>`;
  return kind === "edit" ? html`<details><summary>${label}</summary>${filled}</details>` : filled;
}

const fields: { readonly [Kind in Choice["kind"]]?: { readonly name: string; readonly label: string } } = {
  reject: { name: "reason", label: "Reason to reject (the model reads it; may be empty)" },
  text: { name: "value", label: "Your answer" },
  ran: { name: "value", label: "Its result (the model reads it)" },
  value: { name: "value", label: "Your answer, as JSON" },
};

/** Says how long ago a question was asked. */
function timeOf(at: number, now: number): Html {
  return html`asked <time datetime="${new Date(at).toISOString()}">${durationText(now - at)} ago</time>`;
}

/** Says when a question expires; undefined if it never does. */
function expiryText({ expires }: WaitingQuestion, now: number): Html | undefined {
  if (expires === undefined) return undefined;
  const time = (text: string): Html => html`<time datetime="${new Date(expires).toISOString()}">${text}</time>`;
  return expires > now
    ? html`, expires in ${time(durationText(expires - now))}`
    : html`, ${time("expired")}: it can only be rejected`;
}

/** Writes a duration in its largest whole unit: `3 hours`. */
function durationText(milliseconds: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1000],
  ] as const;
  const [name, length] = units.find(([, unit]) => milliseconds >= unit) ?? ["second", 1000];
  const count = Math.max(0, Math.floor(milliseconds / length));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
