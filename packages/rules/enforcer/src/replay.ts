import type { Action, DecodedAction, GuardContext, Verdict } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { EngineOptions } from "./engine-options.ts";
import { namedHandlers } from "./named-handlers.ts";
import { ProgramEngine } from "./program-engine.ts";
import { changeBetween, type ReplayChange, rulesBetween } from "./replay/compare-verdicts.ts";
import { type RecordedAnswers, recordedAnswers } from "./replay/recorded-answers.ts";
import { type RecordedDecision, type ReplayContext, readRecordedDecision } from "./replay/recorded-decision.ts";

/**
 * Decides recorded actions again under other rules, and reports which verdicts differ. Predicates are evaluated again. Nobody
 * is asked and nothing runs: the answers of people, models, fixes and the application's enforcements come from the records,
 * where the same rule asks about an equal action. A question without a recorded answer counts as `now asked`.
 *
 * Only decisions about an action before it runs can be replayed.
 *
 * @param recorded - verdicts, or verdicts with the context of their decisions
 * @throws PlanError if the rules can't be enforced; the signal's reason when it is aborted
 *
 * @example
 * const report = await replay(verdicts, parseProgram(text), { predicates });
 * console.log(report.summary); // 40 decisions replayed: 3 now stopped, 37 as before
 */
export async function replay(
  recorded: readonly (Verdict | RecordedDecision)[],
  program: Program,
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const { signal = new AbortController().signal, onProgress } = options;
  let answers = recordedAnswers([]);
  const engine = replayEngine(program, options, () => answers);
  const differences: ReplayDifference[] = [];
  const skipped: { readonly index: number; readonly reason: string }[] = [];
  for (const [index, record] of recorded.entries()) {
    signal.throwIfAborted();
    const { value: decision, issues } = readRecordedDecision(record);
    if (decision === undefined) skipped.push({ index, reason: issues.map(({ message }) => message).join("; ") });
    else {
      const { verdict: before, action, context } = decision;
      answers = decision.answers;
      const after = withoutToken(await engine.before(action, replayGuardContext(context, answers, options, signal)));
      const kind = changeBetween(before, after);
      if (kind !== undefined) {
        differences.push({ index, kind, action, before, after, rules: rulesBetween(before, after) });
      }
    }
    onProgress?.(index + 1, recorded.length);
    if (index % 100 === 99) await yieldToEventLoop();
  }
  return createReport(recorded.length - skipped.length, differences, skipped);
}

/** Options of `replay`: the predicates and limits of the engine, and what the records don't contain. */
export interface ReplayOptions
  extends Pick<EngineOptions, "predicates" | "trust" | "stopEnds" | "maxTrials" | "predicateTimeout"> {
  /** The context of decisions without a context of their own; by default no steps and an empty prompt. */
  readonly context?: ReplayContext | undefined;
  /** Decodes an action that replaces another one; by default every action matches that is not recorded as undecodable. */
  readonly decode?: GuardContext["decode"] | undefined;
  /** Decodes arguments from a text; by default only recorded ones can be decoded. */
  readonly decodeText?: GuardContext["decodeText"] | undefined;
  /** Called after each decision. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A replayed decision whose verdict differs from the recorded one. */
export interface ReplayDifference {
  /** The index of the recorded decision, from 0. */
  readonly index: number;
  readonly kind: ReplayChange;
  readonly action: Action;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The names of the rules that cause the difference. */
  readonly rules: readonly string[];
}

/** The result of `replay`. */
export interface ReplayReport {
  /** The number of decisions that were replayed. */
  readonly replayed: number;
  /** The number of differences of each kind. */
  readonly totals: Readonly<Record<ReplayChange, number>>;
  readonly differences: readonly ReplayDifference[];
  /** The decisions that can't be replayed, and why. */
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
  /** One line: `40 decisions replayed: 3 now stopped, 1 now asked, 36 as before`. */
  readonly summary: string;
}

/** Creates an engine that answers questions from the record and runs nothing. */
function replayEngine(program: Program, options: ReplayOptions, answers: () => RecordedAnswers): ProgramEngine {
  const { predicates, trust, stopEnds, maxTrials, predicateTimeout } = options;
  return new ProgramEngine(program, {
    predicates,
    trust,
    stopEnds,
    maxTrials,
    predicateTimeout,
    inspect: (request) => answers().inspection(request),
    // A question without a recorded answer becomes a pending verdict, whose token is removed.
    lateAnswers: { key: "replay".padEnd(32), lifetime: Number.POSITIVE_INFINITY },
    reflect: ({ action }) => answers().reflection(action),
    ...namedHandlers(program, {
      fix: (name) => (action) => answers().fix(name, action),
      enforcement:
        (name) =>
        (_args, { action, rule }) =>
          answers().domain(name, rule, action),
    }),
  });
}

/** Creates the guard context of a replay, which uses recorded results. */
function replayGuardContext(
  context: ReplayContext | undefined,
  answers: RecordedAnswers,
  options: ReplayOptions,
  signal: AbortSignal,
): GuardContext {
  const { trajectory = [], prompt = "", state, now } = { ...options.context, ...context };
  const {
    decode = async (action) => (answers.invoked(action) === null ? undecodable : { ok: true, action, repairs: [] }),
    decodeText = async (action) => {
      const args = answers.invoked(action);
      return args === null || args === undefined ? undecodable : { ok: true, action: { ...action, args }, repairs: [] };
    },
  } = options;
  return {
    trajectory,
    prompt,
    signal,
    decode,
    decodeText,
    state,
    now,
  };
}

const undecodable: DecodedAction = {
  ok: false,
  issues: [{ code: "undecodable_arguments", message: "the record does not contain its arguments" }],
  repairs: [],
};

/** Removes the answer token of a verdict, because a replayed verdict can't be answered. */
function withoutToken(verdict: Verdict): Verdict {
  if (verdict.kind !== "pending") return verdict;
  const { token: _token, expires: _expires, ...rest } = verdict;
  return rest;
}

/** Waits for the next turn of the event loop, so that a long replay can be aborted. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

/** Counts the differences, and summarizes them in one line. */
function createReport(
  replayed: number,
  differences: readonly ReplayDifference[],
  skipped: ReplayReport["skipped"],
): ReplayReport {
  const totals: Record<ReplayChange, number> = {
    "now stopped": 0,
    "now ended": 0,
    "now asked": 0,
    "now allowed": 0,
    "now changed": 0,
    "now noted": 0,
  };
  for (const { kind } of differences) totals[kind]++;
  const counts = Object.entries(totals).filter(([, count]) => count > 0);
  const parts = [...counts.map(([kind, count]) => `${count} ${kind}`), `${replayed - differences.length} as before`];
  const notReplayed = skipped.length === 0 ? "" : `; ${skipped.length} can't be replayed`;
  const summary = `${replayed} ${replayed === 1 ? "decision" : "decisions"} replayed: ${parts.join(", ")}${notReplayed}`;
  return { replayed, totals, differences, skipped, summary };
}
