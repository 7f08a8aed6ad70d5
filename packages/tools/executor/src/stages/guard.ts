import {
  type Action,
  type ActionReturn,
  canonicalJson,
  type Guard,
  type GuardAnswer,
  type GuardContext,
  type GuardRecord,
  type Verdict,
} from "@helve/core";
import { exactJson, unlessAborted } from "@helve/core/internal";
import { abortedFailure, type Failure, type StageResult, unexpectedFailure } from "../failure.ts";
import { denialFailure, pendingFailure, replacementFailure, stoppedFailure, timeoutFailure } from "./guard-failures.ts";
import { type PrepareAction, type PreparedAction, preparationIssues } from "./prepare-action.ts";
import { type PendingVerdict, recordedVerdict, verdictNotes } from "./recorded-verdict.ts";

/**
 * The guard stage: an action to a verdict. The guards are evaluated in their order.
 *
 * - After the first guard that denies, no other guard is asked.
 * - After a guard that returns `pending`, the others are asked: one may still deny, and then nobody needs to answer.
 * - If a guard replaces the action, the replacement is decoded and the other guards are evaluated again, from the first on.
 * - A guard that throws, or whose verdict is invalid, stops the action.
 */
export async function guard(
  prepared: PreparedAction,
  guards: readonly Guard[],
  scope: GuardScope,
): Promise<StageResult<GuardRecord, AllowedAction>> {
  const state: GuardState = {
    guards,
    scope,
    requested: prepared.action,
    current: prepared,
    remaining: guards,
    verdicts: [],
    replacementNotes: none,
    notes: none,
    pending: undefined,
    replacements: 0,
  };
  try {
    for (;;) {
      const [next, ...rest] = state.remaining;
      state.remaining = rest;
      const result = next === undefined ? finishStage(state) : await evaluateNext(state, next);
      if (result !== undefined) return result;
    }
  } catch (error) {
    const message = `${state.current.action.name} was stopped: a guard failed`;
    return refusedResult(state, unexpectedFailure("stopped", message, error));
  }
}

/** The inputs of the guard stage besides the action. */
export interface GuardScope {
  readonly context: GuardContext;
  readonly prepare: PrepareAction;
  /** The answers to earlier pending verdicts; a guard gets one only for the action that it was given for. */
  readonly answers: readonly GuardAnswer[];
  /** The action returns of the actions that guards have invoked so far. */
  readonly invoked: readonly ActionReturn[];
  /** The time limit of each evaluation of a guard, in milliseconds. */
  readonly timeout: number;
  /** Waits for a guard; ends it when the time limit is reached or the caller aborts. */
  inTime<Result>(guard: Guard, work: () => Promise<Result>): Promise<Result | "aborted" | "timeout">;
  /** Returns the state of this moment. @throws what the session's function throws; TypeError if it takes too long */
  readState(): Promise<unknown>;
  /** Returns the context in which the guards review the result of the run, with the steps and the state of that moment. */
  review(): Promise<GuardContext>;
}

/** An action that the guards allow. */
export interface AllowedAction {
  readonly prepared: PreparedAction;
  /** The texts that the model reads before the tool's result. */
  readonly notes: readonly string[];
}

/** The progress of the guard stage. */
interface GuardState {
  readonly guards: readonly Guard[];
  readonly scope: GuardScope;
  /** The model's action. */
  readonly requested: Action;
  /** The model's action, or its latest replacement. */
  current: PreparedAction;
  /** The guards that have yet to decide about the current action. */
  remaining: readonly Guard[];
  readonly verdicts: Verdict[];
  /** The notes of the verdicts that led to the current action. */
  replacementNotes: readonly string[];
  /** Those, and the notes of the verdicts that allowed the current action. */
  notes: readonly string[];
  /** The last guard that needs an answer about the current action. */
  pending: { readonly verdict: PendingVerdict; readonly guard: number } | undefined;
  replacements: number;
}

const none: readonly never[] = Object.freeze([]);

/** After this many replacements the action is stopped, because guards may replace each other's actions forever. */
const maxReplacements = 8;

/** Returns the guard record of a pipeline without guards. */
export function unguardedRecord(action: Action): GuardRecord {
  return { verdicts: none, action, after: none };
}

/** Returns the decision when no guard denied the action: it may run, or it waits for an answer. */
function finishStage(state: GuardState): StageResult<GuardRecord, AllowedAction> {
  const { current, pending, notes } = state;
  if (pending !== undefined)
    return refusedResult(state, pendingFailure(current.action, pending.verdict), pending.guard);
  return { ok: true, record: guardRecord(state, current.action), value: { prepared: current, notes } };
}

/** Asks one guard. Returns the decision if no other guard needs to be asked. */
async function evaluateNext(
  state: GuardState,
  guard: Guard,
): Promise<StageResult<GuardRecord, AllowedAction> | undefined> {
  const { action } = state.current;
  const returned = await state.scope.inTime(guard, async () => evaluateGuard(guard, action, state));
  if (returned === "aborted") return refusedResult(state, abortedFailure("stopped", action.name));
  if (returned === "timeout") return refusedResult(state, timeoutFailure(action, state.scope.timeout));
  const verdict = recordedVerdict(returned);
  state.verdicts.push(verdict);
  switch (verdict.kind) {
    case "stop":
    case "end":
      return refusedResult(state, denialFailure(action, verdict));
    case "pending":
      state.pending = { verdict, guard: state.guards.indexOf(guard) };
      return undefined;
    case "allow": {
      const allowed = "action" in returned ? returned.action : undefined;
      if (allowed !== action) return replaceAction(state, guard, verdict, allowed);
      acceptAction(state, verdict);
      return undefined;
    }
  }
}

/** Calls `resume` of a guard whose pending verdict about this action was answered, and `before` otherwise. */
function evaluateGuard(
  guard: Guard,
  action: Action,
  { guards, scope: { answers, context } }: GuardState,
): Promise<Verdict> {
  const answered = answers.findLast(
    (answer) => guards[answer.guard] === guard && isExactAction(questionedAction(answer.pending), action),
  );
  if (answered === undefined) return guard.before(action, context);
  if (guard.resume === undefined) throw new TypeError("it accepts no answers: it has no `resume` method");
  return guard.resume(answered.pending, answered.answer, context);
}

/** Accepts the action after a guard allowed it unchanged, and collects the guard's notes. */
function acceptAction(state: GuardState, verdict: Verdict): void {
  state.notes = [...state.notes, ...verdictNotes(verdict)];
}

/**
 * Decodes the action that a guard allowed in place of the current one, and restarts with the other guards.
 *
 * @param allowed - the action object that the guard returned; `verdict.action` is a copy of it
 */
async function replaceAction(
  state: GuardState,
  guard: Guard,
  verdict: Verdict & { readonly kind: "allow" },
  allowed: Action | undefined,
): Promise<StageResult<GuardRecord, AllowedAction> | undefined> {
  const { action } = state.current;
  // `prepare` recognizes the frozen actions that it created itself; of any other object, the recorded copy is used.
  const isPrepared = allowed !== undefined && Object.isFrozen(allowed) && isSameAction(allowed, verdict.action);
  const replacement = isPrepared ? allowed : verdict.action;
  const { prepare, context } = state.scope;
  const preparation = await unlessAborted(() => prepare(replacement), context.signal);
  if (preparation === "aborted") return refusedResult(state, abortedFailure("stopped", action.name));
  if (!preparation.ok)
    return refusedResult(state, replacementFailure(action, verdict.action, preparationIssues(preparation)));
  if (isSameAction(preparation.prepared.action, action)) {
    acceptAction(state, verdict);
    return undefined;
  }
  state.replacementNotes = [...state.replacementNotes, ...verdictNotes(verdict)];
  state.notes = state.replacementNotes;
  state.current = preparation.prepared;
  state.pending = undefined;
  state.remaining = state.guards.filter((other) => other !== guard);
  state.replacements++;
  if (state.replacements <= maxReplacements) return undefined;
  const message = `${state.requested.name} was stopped: its guards replaced it more than ${maxReplacements} times.`;
  return refusedResult(state, stoppedFailure(message, "caller"));
}

/**
 * Returns the decision that the action does not run, with its failure.
 *
 * @param pendingGuard - the index of the guard that needs an answer
 */
function refusedResult(
  state: GuardState,
  failure: Failure,
  pendingGuard?: number,
): StageResult<GuardRecord, AllowedAction> {
  const record = { ...guardRecord(state, null), ...(pendingGuard !== undefined && { pendingGuard }) };
  return { ok: false, record, action: state.current.action, failure };
}

/**
 * Returns the record of what the guards decided.
 *
 * @param action - the action that may run; `null` if none may
 */
function guardRecord({ verdicts, scope }: GuardState, action: Action | null): GuardRecord {
  const { answers, invoked, context } = scope;
  return {
    ...(context.now !== undefined && { decidedAt: context.now }),
    verdicts,
    action,
    ...(answers.length > 0 && { answers }),
    after: [],
    ...(invoked.length > 0 && { invoked: [...invoked] }),
  };
}

/** Returns the action that the guard was evaluated for; the guard's own rules may have replaced it in `request`. */
function questionedAction({ decision, request }: PendingVerdict): Action {
  return decision.passes[0]?.action ?? request.action;
}

/** Returns whether an answer about one action is about another: also the order of arguments and the sign of a zero are the same. */
function isExactAction(left: Action, right: Action): boolean {
  return left === right || (left.name === right.name && exactJson(left.args) === exactJson(right.args));
}

/** Returns whether two actions have the same tool and equal arguments. */
export function isSameAction(left: Action, right: Action): boolean {
  if (left === right) return true;
  return left.name === right.name && canonicalJson(left.args) === canonicalJson(right.args);
}
