import { canonicalJson, type Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { AgentError } from "./agent-error.ts";
import type { AgentRun } from "./agent-event.ts";
import { checkLoopOptions } from "./check-loop-options.ts";
import { loopStrategy } from "./generate-loop.ts";
import { runSigner } from "./loop/pending-outcome.ts";
import { loop } from "./loop.ts";
import { questionsOf } from "./pending-question.ts";
import { type PendingRun, parsePendingRun } from "./pending-run.ts";
import { type ReactOptions, reactStrategy } from "./react.ts";

/**
 * Continues a run that waited for answers, in this process or in another one: first its sub-agents that waited, then the run itself.
 * Calls that had ended are not run again. A question without an answer waits on, and the new outcome is pending again.
 *
 * A run that is resumed twice continues twice, unless `ledger` refuses the second time.
 *
 * @param run - `run` of the pending outcome; without `signingKey` it is trusted, so store it where nobody else can change it
 * @param answers - by the ids of the questions; an `Engine` takes `{ decision: "approve", token }`, `askUser` a text
 * @param options - the same as for the first part: the same guards, model and functions
 * @throws PendingRunError if it is not a run that waits; AgentError if an option or an answer is invalid, or an answer is
 *   for no question of the run; when the first event is read, AgentError if the run was changed or resumed before; NotJsonError if JSON
 *   can't represent an answer
 *
 * @example
 * const { questions, run } = outcome;
 * const stored = JSON.stringify(run);
 * // Later, perhaps in another process:
 * const answers = { [questions[0].id]: { decision: "approve", token: questions[0].token } };
 * const next = await outcomeOf(resume(JSON.parse(stored), answers, { model, executor }));
 */
export function resume(run: PendingRun, answers: Readonly<Record<string, unknown>>, options: ResumeOptions): AgentRun {
  const pending = parsePendingRun(run);
  if (!isObject(answers)) throw new AgentError([answerIssue("must be an object with an answer for each question")]);
  const given = new Map<string, unknown>(Object.entries(answers));
  const { ledger, ...runOptions } = options ?? {};
  if (ledger !== undefined && typeof ledger?.use !== "function") {
    throw new AgentError([{ code: "option", message: "ledger must be an object with the method use" }]);
  }
  const strategy = pending.kind === "react" ? reactStrategy(runOptions) : loopStrategy;
  if (pending.kind === "loop") checkLoopOptions(runOptions);
  checkAnswers(pending, given);
  checkGuards(pending, options);
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

/** Checks that each answer fits a question of the run. */
function checkAnswers(run: PendingRun, answers: ReadonlyMap<string, unknown>): void {
  const questions = new Map(questionsOf(run).map((question) => [question.id, question]));
  const waiting = [...questions.keys()].join(", ") || "none";
  const issues: Issue[] = [];
  for (const [id, answer] of answers) {
    const question = questions.get(id);
    const name = JSON.stringify(id);
    if (question === undefined) {
      issues.push(answerIssue(`no question has the id ${name}; those that wait: ${waiting}`));
    } else if (question.kind === "question" && typeof answer !== "string") {
      issues.push(answerIssue(`the answer to the question ${name} must be a text (got ${typeof answer})`));
    } else if (answer === undefined) {
      issues.push(answerIssue(`the answer to ${name} is undefined: leave it out if there is none`));
    }
  }
  for (const { id, callId } of questions.values()) {
    const scope = id.slice(0, id.lastIndexOf("/") + 1);
    if (callId !== undefined || answers.has(id) || ![...answers.keys()].some((other) => other.startsWith(scope)))
      continue;
    issues.push(answerIssue(`${JSON.stringify(id)} has to be answered before the calls that wait with it`));
  }
  if (issues.length > 0) throw new AgentError(issues);
  for (const answer of answers.values()) canonicalJson(answer);
}

/** Checks that the guard that asked still exists. */
function checkGuards({ waiting, turn }: PendingRun, { executor }: ResumeOptions): void {
  const calls = turn.flatMap(({ actionReturn }) => (actionReturn?.status === "pending" ? [actionReturn] : []));
  const indexes = [waiting?.guard, ...calls.map(({ stages }) => stages.guard?.pendingGuard)];
  const missing = indexes.filter((index) => index !== undefined && executor.guards[index] === undefined);
  if (missing.length === 0) return;
  const guards = missing.map((index) => `guards[${index}]`).join(", ");
  const message = `the run waits for ${guards}, which the executor does not have: it needs the same guards in the same order`;
  throw new AgentError([{ code: "guard", message }]);
}

function answerIssue(problem: string): Issue {
  return { code: "answer", message: `answers: ${problem}` };
}

/**
 * Ensures that a stored run is resumed only once.
 *
 * @throws AgentError when the first event is read, if the run was changed or resumed before
 */
async function* once(run: PendingRun, { ledger, signingKey }: ResumeOptions, begin: () => AgentRun): AgentRun {
  await verify(run, signingKey);
  if (ledger !== undefined && !(await ledger.use(run.id))) {
    throw new AgentError([{ code: "resumed", message: `the run ${run.id} was resumed before` }]);
  }
  yield* begin();
}

/** Verifies the signature of a stored run. */
async function verify({ signature, ...run }: PendingRun, key: ResumeOptions["signingKey"]): Promise<void> {
  if (key === undefined && signature === undefined) return;
  const problem =
    key === undefined
      ? "is signed: pass the signingKey with which it was signed"
      : signature === undefined
        ? "has no signature, and only signed runs are resumed with a signingKey"
        : "was changed, or signed with another key";
  if (key !== undefined && signature !== undefined && (await runSigner(key).verify(run, signature))) return;
  throw new AgentError([{ code: "signature", message: `the run ${run.id} ${problem}` }]);
}
