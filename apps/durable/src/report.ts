/** Prints the result of a trial. */
import type { Trial } from "./counts.ts";

/** Writes a table, and below it what failed. */
export function table(trial: Trial): string {
  const rows: readonly (readonly [string, string | number])[] = [
    ["runs", trial.runs],
    ["payments made", trial.calls],
    ["made twice", trial.twice],
    ["lost", trial.lost],
    ["approvals and rejections", trial.approvals],
    ["approvals lost", trial.approvalsLost],
    ["decisions on a stale history", trial.staleDecisions],
    ["other failures", trial.failures],
    ["workers killed", trial.kills],
    ["restarts of the database", trial.restarts],
    ["payments a second", (trial.calls / trial.time).toFixed(0)],
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(30)}${String(value).padStart(7)}`);
  return `${[...lines, ...trial.details.slice(0, shownDetails)].join("\n")}\n`;
}

const shownDetails = 20;
