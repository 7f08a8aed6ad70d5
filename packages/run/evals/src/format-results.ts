import { escapeInvisible } from "@helve/core/internal";
import type { Progress } from "./eval-event.ts";
import type { EvalResults, MetricResult } from "./eval-results.ts";
import { formatCount, formatDuration, formatNumber } from "./format.ts";

/**
 * Formats results for people: one line for each figure.
 *
 * @example
 * formatResults(results); // match  accuracy  0.833  0.436 to 0.97 (95 %, Wilson)  6 samples
 */
export function formatResults({ scores }: EvalResults): string {
  const rows = scores
    .flatMap(({ scorer, reducer, scored, metrics }) =>
      metrics.map((metric) => [
        reducer === "mean" ? scorer : `${scorer}, ${reducer}`,
        metric.name,
        metric.value === null ? "–" : formatNumber(metric.value),
        formatInterval(metric),
        scored === 1 ? "1 sample" : `${formatCount(scored)} samples`,
      ]),
    )
    .map((row) => row.map((cell) => escapeInvisible(cell).replaceAll(/[\t\n]/g, " ")));
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).filter((cell) => cell !== ""))
    .map((row) => row.join("  ").trimEnd())
    .join("\n");
}

/** An interval, or why there is no figure. */
export function formatInterval({ interval, error }: MetricResult): string {
  if (interval === undefined || error !== undefined) return error ?? "";
  const { low, high, level, method } = interval;
  const name = { wilson: "Wilson", t: "Student’s t", bootstrap: "bootstrap" }[method];
  return `${formatNumber(low)} to ${formatNumber(high)} (${formatNumber(level * 100)} %, ${name})`;
}

/**
 * Formats the progress of a run for people.
 *
 * @example
 * formatProgress(event); // 12 of 50 samples, 1 failed, 34,120 tokens, 1 min 5 s, 3 min 20 s left
 */
export function formatProgress({ done, total, errors, usage, cost, elapsed, left }: Progress): string {
  return [
    `${formatCount(done)} of ${formatCount(total)} samples`,
    ...(errors > 0 ? [`${formatCount(errors)} failed`] : []),
    `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`,
    ...(cost > 0 ? [`cost ${formatNumber(cost)}`] : []),
    formatDuration(elapsed),
    ...(left !== undefined && done < total ? [`${formatDuration(left)} left`] : []),
  ].join(", ");
}
