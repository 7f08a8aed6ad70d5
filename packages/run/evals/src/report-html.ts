import { Html, html } from "@helve/core/internal";
import type { EvalLog } from "./eval-log.ts";
import type { MetricResult } from "./eval-results.ts";
import { formatCount, formatDuration, formatNumber } from "./format.ts";
import { formatInterval } from "./format-results.ts";
import { sampleRow, scoreLabel, statusOf } from "./report/sample-row.ts";
import { script, scriptHash } from "./report/script.ts";
import { style } from "./report/style.ts";

/**
 * Creates a report of a run: one HTML page without external requests, with the results, the samples to filter and search, and a transcript
 * of each. Texts of models are escaped, and the page's policy allows no script but its own.
 *
 * @example
 * await writeFile("report.html", reportHtml(await readLog(file)));
 */
export function reportHtml(log: EvalLog): string {
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;
  const { task } = log.start;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${task.name} · ${log.start.model}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><h1>${task.name}</h1>${factsHtml(log)}${
    log.error !== undefined && html`<p class="note bad"><strong>Error</strong> ${log.error.message}</p>`
  }</header>
<main>
<section aria-labelledby="results-title"><h2 id="results-title">Results</h2>${resultsHtml(log)}</section>
<section aria-labelledby="samples-title"><h2 id="samples-title">Samples</h2>${filterHtml(log)}${tableHtml(log)}</section>
</main>
<noscript><p class="note mid">Filters and transcripts need JavaScript.</p></noscript>
<script>${new Html(script)}</script>
</body>
</html>
`;
  return page.markup;
}

/** Lists facts of an evaluation: its time, tokens and costs. */
function factsHtml({ start, status, samples, results }: EvalLog): Html {
  const ended = samples.flatMap(({ end }) => (end === undefined ? [] : [end]));
  const tokens = ended.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
  const cost = ended.reduce((sum, end) => sum + end.cost, 0);
  const last = Math.max(start.at, ...ended.map(({ at }) => at));
  const facts: readonly (readonly [name: string, value: string])[] = [
    ["Model", start.model],
    ["Status", status],
    ["Samples", `${formatCount(start.samples.length)}${start.epochs > 1 ? ` × ${start.epochs} epochs` : ""}`],
    ["Failed", formatCount(results?.failed ?? ended.filter((end) => end.status === "error").length)],
    ["Tokens", formatCount(tokens)],
    ...(cost > 0 ? [["Cost", formatNumber(cost)] as const] : []),
    ["Begun", `${new Date(start.at).toISOString().slice(0, 16).replace("T", " ")} UTC`],
    ["Time", formatDuration(last - start.at)],
    ["Version", start.task.version],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function resultsHtml({ results, start }: EvalLog): Html {
  const hasEpochs = start.epochs > 1;
  if (results === undefined) return html`<p>The run has not ended, so there are no results.</p>`;
  const rows = results.scores.flatMap(({ scorer, reducer, scored, metrics }) =>
    metrics.map((metric) => {
      const value = metric.value === null ? "–" : formatNumber(metric.value);
      const hasInterval = metric.interval !== undefined || metric.error !== undefined;
      return html`<tr><th scope="row">${scorer}</th><td data-label="Metric">${metric.name}</td>
<td data-label="Value" class="number">${value}</td><td data-label="Interval" class="${hasInterval ? "" : "empty"}"><span>${intervalHtml(metric)}</span></td>
<td data-label="Samples" class="number">${formatCount(scored)}</td>${hasEpochs && html`<td data-label="Epochs by">${reducer}</td>`}</tr>`;
    }),
  );
  return html`<table class="results"><caption class="visually-hidden">Metrics of each scorer</caption>
<thead><tr><th scope="col">Scorer</th><th scope="col">Metric</th><th scope="col" class="number">Value</th><th scope="col">Interval</th><th scope="col" class="number">Samples</th>${hasEpochs && html`<th scope="col">Epochs by</th>`}</tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** Shows a confidence interval as a bar. */
function intervalHtml(metric: MetricResult): Html {
  const { value, interval } = metric;
  const isShare = interval !== undefined && value !== null && interval.low >= 0 && interval.high <= 1;
  const bar =
    isShare &&
    html`<span class="bar" aria-hidden="true" style="--low:${Number(interval.low)};--high:${Number(interval.high)};--value:${Number(value)}"><i></i><b></b></span> `;
  return html`${bar}${formatInterval(metric)}`;
}

function filterHtml({ samples }: EvalLog): Html {
  const statuses = [...new Set(samples.map(statusOf))];
  const scores = new Set(
    samples.flatMap(({ end }) => Object.entries(end?.scores ?? {}).map(([name, { value }]) => scoreLabel(name, value))),
  );
  const options = (values: Iterable<string>) =>
    Array.from(values, (value) => html`<option value="${value}">${value}</option>`);
  return html`<form role="search" aria-label="Filter the samples">
<label>Search <input type="search" id="search" autocomplete="off"></label>
<label>Status <select id="status"><option value="">all</option>${options(statuses)}</select></label>
<label>Score <select id="score"><option value="">all</option>${options([...scores].sort().slice(0, 100))}</select></label>
<label class="check"><input type="checkbox" id="guarded"> Calls not allowed</label>
<output id="count" aria-live="polite">${samples.length} samples</output>
</form>`;
}

function tableHtml({ samples, start }: EvalLog): Html {
  const names = ["Input", "Target", "Answer", "Scores", "Status"];
  return html`<table class="samples"><caption class="visually-hidden">Samples; the button in the first column opens the transcript</caption>
<thead><tr><th scope="col">Sample</th>${names.map((name) => html`<th scope="col">${name}</th>`)}${["Calls", "Tokens", "Time"].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
${samples.map((sample, index) => sampleRow(sample, index, start.epochs > 1))}</table>`;
}
