import { createHash } from "node:crypto";
import { escapeInvisible, Html, html } from "@helve/core/internal";
import { redact } from "@helve/executor";
import type { DescribedEffect } from "@helve/predicates";
import { script, style } from "./page-assets.ts";
import type { Timeline, TimelineCall, TimelineEvent } from "./timeline.ts";

/**
 * One HTML page of a session, without external requests: its calls with their effects under the characters that have them, the verdicts, the
 * questions and answers. Secrets are hidden, texts are escaped, and the page's policy allows no script but its own.
 */
export function sessionPage({ client, session, directory, events }: Timeline): string {
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const calls = events.filter((event): event is TimelineCall => event.kind === "call");
  const begun = events[0] === undefined ? "" : timeText(events[0].at);
  const facts = [
    ["Client", client],
    ["Session", session],
    ["Folder", directory],
    ["Begun", begun],
    ...verdicts.map((verdict) => [verdict, String(calls.filter((call) => call.verdict === verdict).length)]),
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Session ${session}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><h1>Session ${session}</h1>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${shown(value ?? "")}</dd></div>`)}</dl></header>
<main>${filterForm(calls)}
<ol class="timeline">${events.map(eventItem)}</ol></main>
<noscript><p>Filters need JavaScript.</p></noscript>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.markup;
}

const verdicts: readonly TimelineCall["verdict"][] = ["allow", "approved", "ask", "deny"];

/** Builds the form to search the calls of a session. */
function filterForm(calls: readonly TimelineCall[]): Html {
  const kinds = [...new Set(calls.flatMap(({ effects }) => effects.map(({ kind }) => kind)))].sort();
  const options = (values: readonly string[]) =>
    values.map((value) => html`<option value="${value}">${value}</option>`);
  return html`<form role="search" aria-label="Filter the calls">
<label>Search <input type="search" id="search" autocomplete="off"></label>
<label>Verdict <select id="verdict"><option value="">all</option>${options(verdicts)}</select></label>
<label>Effect <select id="effect"><option value="">all</option>${options(kinds)}</select></label>
<output id="count" aria-live="polite">${calls.length} calls</output>
</form>`;
}

/** Shows an event of a session as an item of the list: a prompt, a call, an answer. */
function eventItem(event: TimelineEvent): Html {
  const time = html`<time datetime="${new Date(event.at).toISOString()}">${timeText(event.at)}</time>`;
  if (event.kind === "prompt")
    return html`<li class="prompt"><p class="head">${time} <strong>user</strong></p><p class="text">${shown(event.text)}</p></li>`;
  if (event.kind === "answer")
    return html`<li class="answer"><p class="head">${time} <strong>a person allowed</strong> question ${event.id}, ${
      event.scope === "session" ? "for the rest of the session" : "once"
    }</p></li>`;
  const { tool, agent, verdict, rules, effects, failed, result, reason, question, withheld } = event;
  const kinds = [...new Set(effects.map(({ kind }) => kind))].join(" ");
  return html`<li class="call ${verdict}" data-verdict="${verdict}" data-effects="${kinds}"><details>
<summary>${time} <span class="verdict">${verdict}</span> <strong>${shown(tool)}</strong>${
    agent !== undefined && html` <span class="soft">by ${shown(agent)}</span>`
  } <code>${shown(firstArgument(event))}</code>${failed === true && html` <span class="verdict">failed</span>`}</summary>
${Object.entries(event.args).map(([name, value]) => argumentSection(name, value, effects))}
${otherEffects(event)}
${rules.length > 0 && html`<p>Rules: ${rules.map((rule) => `@${rule}`).join(", ")}</p>`}
${reason !== undefined && html`<h4>Why</h4><p class="text">${shown(reason)}</p>`}
${question !== undefined && html`<p class="soft">Question ${question}</p>`}
${withheld !== undefined && html`<h4>The result was withheld</h4><p class="text">${shown(withheld)}</p>`}
${result !== undefined && html`<h4>Result</h4><pre>${shown(textOf(result)).slice(0, longestResult)}</pre>`}
</details></li>`;
}

/** Longer results are cut off. */
const longestResult = 5000;

/** An argument as text, with a mark on each piece that has effects, and the effects under it. */
function argumentSection(name: string, value: unknown, all: readonly DescribedEffect[]): Html {
  const text = textOf(value);
  const effects = all.filter(({ path }) => path === `/${name}`);
  // The positions of effects count in the text as it is: a text with a secret has no marks.
  const isWhole = shown(text) === text;
  return html`<h4>${shown(name)}</h4><pre>${isWhole ? markedText(text, effects) : shown(text)}</pre>${effectList(effects)}`;
}

/** Marks the places in a command's text that cause its effects. */
function markedText(text: string, effects: readonly DescribedEffect[]): readonly Html[] {
  const bounds = new Set([0, text.length, ...effects.flatMap(({ start, end }) => [start, Math.min(end, text.length)])]);
  const places = [...bounds].sort((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => {
    const piece = text.slice(start, places[index + 1]);
    const own = effects.filter((effect) => effect.start <= start && effect.end > start);
    const numbers = own.map((effect) => effects.indexOf(effect) + 1).join(", ");
    return own.length === 0
      ? html`${piece}`
      : html`<mark title="${own.map(({ sentence }) => shown(sentence)).join("; ")}">${piece}<sub>${numbers}</sub></mark>`;
  });
}

/** Lists the effects of a call. */
function effectList(effects: readonly DescribedEffect[]): Html {
  const items = effects.map(
    ({ kind, sentence, certainty }) =>
      html`<li><span class="kind">${kind}</span> ${shown(sentence)}${certainty !== "certain" && html` <span class="soft">(${certainty})</span>`}</li>`,
  );
  return html`${items.length > 0 && html`<ol class="effects" aria-label="Effects">${items}</ol>`}`;
}

/** The effects that are in none of the arguments that are shown. */
function otherEffects({ args, effects }: TimelineCall): Html {
  return effectList(effects.filter(({ path }) => !Object.keys(args).some((name) => path === `/${name}`)));
}

/** Returns the most telling argument of a call on one line: its command or file. */
function firstArgument({ args }: TimelineCall): string {
  const text = textOf(args["command"] ?? args["file_path"] ?? Object.values(args)[0] ?? "").replaceAll(/\s+/g, " ");
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Writes a value as text or indented JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}

/** A text without secrets, whose invisible characters are visible. */
function shown(text: string): string {
  return escapeInvisible(String(redact(text)));
}

/** Writes a time as `2026-05-01 09:00:00`. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
