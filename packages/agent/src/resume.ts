import { canonicalJson } from "@helve/core";
import { AgentError } from "./agent-error.ts";
import type { AgentRun } from "./agent-event.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { loopStrategy } from "./generate-loop.ts";
import { loop } from "./loop.ts";
import { type PendingRun, parsePendingRun } from "./pending-run.ts";
import { type ReactOptions, reactStrategy } from "./react.ts";

/**
 * Continues a run that waited for answers, in this process or in another one. Calls that had ended are not run again. A call
 * without an answer waits on, and the new outcome is pending again.
 *
 * A run that is resumed twice continues twice, unless `ledger` refuses the second time.
 *
 * @param run - `run` of the pending outcome; it is trusted, so store it where nobody else can change it
 * @param answers - by the ids of the calls; an `Engine` takes `{ decision: "approve", token }`
 * @param options - the same as for the first part: the same guards, model and functions
 * @throws PendingRunError if it is not a run that waits; AgentError if an option is invalid, or an answer is for a call that
 *   does not wait; NotJsonError if JSON can't represent an answer
 *
 * @example
 * const { questions, run } = outcome;
 * const stored = JSON.stringify(run);
 * // Later, perhaps in another process:
 * const answers = { [callId]: { decision: "approve", token } };
 * const next = await outcomeOf(resume(JSON.parse(stored), answers, { model, executor }));
 */
export function resume(run: PendingRun, answers: Readonly<Record<string, unknown>>, options: ResumeOptions): AgentRun {
  const pending = parsePendingRun(run);
  const given = new Map(Object.entries(answers));
  const { ledger: _, ...runOptions } = options;
  const strategy = pending.kind === "react" ? reactStrategy(runOptions) : loopStrategy;
  if (pending.kind === "loop") checkLoopOptions(runOptions);
  checkAnswers(pending, given);
  return once(pending, options, () => loop({ pending, answers: given }, strategy, options));
}

/** Options of {@link resume}: those of the run, and a ledger. */
export interface ResumeOptions extends ReactOptions {
  /** Records which runs were resumed, so that none is resumed twice; none by default. */
  readonly ledger?: ResumeLedger | undefined;
}

/** Records which runs were resumed. A database table with a unique column is enough; `memoryAnswerLedger()` is one, too. */
export interface ResumeLedger {
  /**
   * Marks a run as resumed. Of several concurrent calls with the same id, only one may return `true`.
   *
   * @returns whether this is the first use
   */
  use(id: string): boolean | Promise<boolean>;
}

function checkAnswers({ turn }: PendingRun, answers: ReadonlyMap<string, unknown>): void {
  const waiting = turn.flatMap(({ call, actionReturn }) => (actionReturn?.status === "pending" ? [call.id] : []));
  const issues = [...answers.keys()]
    .filter((id) => !waiting.includes(id))
    .map((id) => ({
      code: "answer",
      message: `answers: the call ${JSON.stringify(id)} does not wait for an answer; those that wait: ${waiting.join(", ")}`,
    }));
  if (issues.length > 0) throw new AgentError(issues);
  for (const answer of answers.values()) canonicalJson(answer);
}

/** @throws AgentError when the first event is read, if the run was resumed before */
async function* once({ id }: PendingRun, { ledger }: ResumeOptions, begin: () => AgentRun): AgentRun {
  if (ledger !== undefined && !(await ledger.use(id))) {
    throw new AgentError([{ code: "resumed", message: `the run ${id} was resumed before` }]);
  }
  yield* begin();
}
