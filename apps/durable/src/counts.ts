/** Counts what was lost in a trial: what the database and the messages of the runs say, compared with the plan. */
import { type Message, plainText } from "@helve/agent";
import { type Bank, historyRules } from "./agent.ts";
import { isApproved, largeAmount, turnsOf } from "./task.ts";
import type { TrialOptions } from "./trial.ts";

/** How a run ended. */
export interface RunEnd {
  readonly status: string;
  readonly messages: readonly Message[];
}

/** The result of a trial. */
export interface Trial extends Counts {
  readonly kills: number;
  readonly restarts: number;
  /** In seconds. */
  readonly time: number;
}

/** What was made and what was lost. */
export interface Counts {
  readonly runs: number;
  /** Payments that were made. */
  readonly calls: number;
  /** Payments that were made again. */
  readonly twice: number;
  /** Planned payments that are missing. */
  readonly lost: number;
  /** Answers of the person that the plan has. */
  readonly approvals: number;
  /** Approved payments that are missing, rejected ones that were made, and questions that still wait. */
  readonly approvalsLost: number;
  /** Payments that were stopped because the history of the decision was not the one of the run. */
  readonly staleDecisions: number;
  /** Runs that did not finish, and calls that ended in another way than planned. */
  readonly failures: number;
  /** What the model has read of calls that did not end as planned. */
  readonly details: readonly string[];
}

/** Whether nothing was lost. */
export function isRight({ twice, lost, approvalsLost, staleDecisions, failures }: Counts): boolean {
  return twice + lost + approvalsLost + staleDecisions + failures === 0;
}

/** Compares what was made with the plan. */
export async function countsOf({ pool }: Bank, ends: readonly RunEnd[], { calls }: TrialOptions): Promise<Counts> {
  const { rows: paid } = await pool.query("SELECT name, count(*)::integer AS count FROM payments GROUP BY name");
  const { rows: waiting } = await pool.query("SELECT count(*)::integer AS count FROM helve_questions");
  const times = new Map<string, number>(paid.map(({ name, count }) => [name, count]));
  let [twice, lost, approvalsLost, staleDecisions, failures] = [0, 0, Number(waiting[0]?.count), 0, 0];
  const details: string[] = [];
  for (const [run, { status, messages }] of ends.entries()) {
    if (status !== "finished") {
      failures++;
      details.push(`run ${run}: ${status}`);
    }
    for (const { to, amount } of turnsOf({ run, calls }).flat()) {
      const count = times.get(to) ?? 0;
      const isPlanned = amount !== largeAmount || isApproved(run);
      twice += Math.max(0, count - 1);
      if (isPlanned && count === 0) lost++;
      if (amount === largeAmount && isPlanned !== count > 0) approvalsLost++;
    }
    for (const text of resultsOf(messages)) {
      if (/paid/.test(text) || (!isApproved(run) && /reject/.test(text))) continue;
      if (text.includes(historyRules)) staleDecisions++;
      else failures++;
      details.push(`run ${run}: ${text}`);
    }
  }
  const made = [...times.values()].reduce((sum, count) => sum + count, 0);
  return {
    runs: ends.length,
    calls: made,
    twice,
    lost,
    approvals: ends.length,
    approvalsLost,
    staleDecisions,
    failures,
    details,
  };
}

/** What the model has read of its calls. */
function resultsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message) => (message.role === "tool" ? [plainText(message.parts)] : []));
}
