import type { Action, DecodedAction, GuardContext, Trajectory, Verdict } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { EnforcementHandler } from "./enforcements/domain.ts";
import { Engine } from "./engine.ts";
import type { EngineOptions } from "./engine-options.ts";
import { changeBetween, type ReplayChange, rulesBetween } from "./replay/compare-verdicts.ts";
import { readRecord } from "./replay/read-record.ts";
import { type RecordedAnswers, recordedAnswers } from "./replay/recorded-answers.ts";

/** What an action was looked at with, where rules ask for it. */
export interface ReplayContext {
  readonly trajectory?: Trajectory;
  readonly prompt?: string;
  readonly state?: unknown;
}

/** A decision that was recorded, with what a verdict does not hold. */
export interface RecordedDecision {
  readonly verdict: Verdict;
  /** The action as it came; what the verdict's first pass looked at by default. */
  readonly action?: Action;
  readonly context?: ReplayContext;
}

/** How recorded decisions are made again. */
export interface ReplayOptions
  extends Pick<EngineOptions, "predicates" | "stopEnds" | "maxPasses" | "predicateTimeout"> {
  /** For the decisions that have none of their own; no steps and no prompt by default. */
  readonly context?: ReplayContext | undefined;
  /** Makes what is put in an action's place fit its tool; by default all fits that is not recorded as unfit. */
  readonly decode?: GuardContext["decode"] | undefined;
  /** The same for arguments that are a text; by default only what is recorded can be read. */
  readonly decodeText?: GuardContext["decodeText"] | undefined;
  /** Told after each decision. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A decision that comes out otherwise. */
export interface ReplayDifference {
  /** Its place among the recorded ones, from 0. */
  readonly index: number;
  readonly kind: ReplayChange;
  readonly action: Action;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The rules that made the difference. */
  readonly rules: readonly string[];
}

/** What other rules would have made of recorded decisions. */
export interface ReplayReport {
  /** How many were made again. */
  readonly replayed: number;
  /** How many of them come out otherwise, by how. */
  readonly totals: Readonly<Record<ReplayChange, number>>;
  readonly differences: readonly ReplayDifference[];
  /** Those that could not be made again, and why. */
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
  /** The same in one line: `40 decisions replayed: 3 now stopped, 1 now asked, 36 as before`. */
  readonly summary: string;
}

/**
 * Makes recorded decisions again under other rules, and says which come out otherwise. Predicates are asked anew. Nobody
 * else is asked, and nothing is done: what a person answered, what a fix made and what the host's own enforcements came to
 * is taken from the records, where the same rule asks about an equal action, and so is what the model thought of instead
 * of it. What nobody was asked then is `now asked`.
 *
 * Only decisions about an action before it runs are made again.
 *
 * @param recorded - verdicts, or verdicts with what they were made with
 * @throws PlanError when the rules can't be enforced
 * @throws what the signal was aborted with
 *
 * @example
 * const report = await replay(verdicts, parseProgram(text), { predicates });
 * console.log(report.summary); // 40 decisions replayed: 3 now stopped, 37 as before
 */
export async function replay(
  recorded: readonly (Verdict | RecordedDecision)[],
  program: Program,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const { signal = new AbortController().signal, onProgress } = options;
  let answers = recordedAnswers([]);
  const engine = replayingEngine(program, options, () => answers);
  const differences: ReplayDifference[] = [];
  const skipped: { readonly index: number; readonly reason: string }[] = [];
  for (const [index, given] of recorded.entries()) {
    signal.throwIfAborted();
    const read = readRecord(given);
    if ("reason" in read) skipped.push({ index, reason: read.reason });
    else {
      const { verdict: before, action, context } = read;
      answers = read.answers;
      const after = withoutToken(await engine.before(action, contextFor(context, answers, options, signal)));
      const kind = changeBetween(before, after);
      if (kind !== undefined) {
        differences.push({ index, kind, action, before, after, rules: rulesBetween(before, after) });
      }
    }
    onProgress?.(index + 1, recorded.length);
    if (index % 100 === 99) await breath();
  }
  return reportOf(recorded.length - skipped.length, differences, skipped);
}

/** An engine that asks the records, and does nothing. */
function replayingEngine(program: Program, options: ReplayOptions, answers: () => RecordedAnswers): Engine {
  const { predicates, stopEnds, maxPasses, predicateTimeout } = options;
  const enforcements = program.rules.flatMap(({ enforce }) => enforce);
  const fixes = enforcements.flatMap((one) => (one.type === "user_inspection" ? one.fixes : []));
  const domain = enforcements.flatMap((one) => (one.type === "domain" ? [one.name] : []));
  return new Engine(program, {
    predicates,
    stopEnds,
    maxPasses,
    predicateTimeout,
    inspect: (request) => answers().inspection(request),
    // What nobody was asked is pending; the token is for nobody.
    answers: { key: "replay" },
    reflect: ({ action }) => answers().reflection(action),
    fixes: Object.fromEntries(fixes.map((name) => [name, (action: Action) => answers().fix(name, action)])),
    enforcements: Object.fromEntries(
      domain.map((name): [string, EnforcementHandler] => {
        return [name, (_args, { action, rule }) => answers().domain(name, rule, action)];
      }),
    ),
  });
}

function contextFor(
  own: ReplayContext | undefined,
  answers: RecordedAnswers,
  options: ReplayOptions,
  signal: AbortSignal,
): GuardContext {
  const { trajectory = [], prompt = "", state } = { ...options.context, ...own };
  const {
    decode = async (action) => (answers.invoked(action) === null ? unfit : { ok: true, action, repairs: [] }),
    decodeText = async (action) => {
      const args = answers.invoked(action);
      return args === null || args === undefined ? unfit : { ok: true, action: { ...action, args }, repairs: [] };
    },
  } = options;
  return { trajectory, prompt, signal, decode, decodeText, ...(state !== undefined && { state }) };
}

const unfit: DecodedAction = {
  ok: false,
  issues: [{ code: "not_recorded", message: "the record has no arguments for it" }],
  repairs: [],
};

function withoutToken(verdict: Verdict): Verdict {
  if (verdict.kind !== "pending") return verdict;
  const { token: _token, ...rest } = verdict;
  return rest;
}

/** Lets others have a turn, so that a long run can be aborted. */
function breath(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

function reportOf(
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
  const parts = Object.entries(totals).filter(([, count]) => count > 0);
  const counted = [...parts.map(([kind, count]) => `${count} ${kind}`), `${replayed - differences.length} as before`];
  const rest = skipped.length === 0 ? "" : `; ${skipped.length} can't be replayed`;
  const summary = `${replayed} ${replayed === 1 ? "decision" : "decisions"} replayed: ${counted.join(", ")}${rest}`;
  return { replayed, totals, differences, skipped, summary };
}
