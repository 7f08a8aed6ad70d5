import {
  type Action,
  type ActionReturn,
  canonicalJson,
  type Guard,
  type GuardAnswer,
  type GuardContext,
  type GuardRecord,
  type Issue,
  type Recoverable,
  type Step,
  type Verdict,
} from "@helve/core";
import { jsonCopy, stringifiedJson, unlessAborted } from "@helve/core/internal";
import { aborted, type Failure, unexpected } from "../failure.ts";

import type { Preparer, Runnable } from "../runnable.ts";

/** How often guards may put another action in the place of one before it is stopped. */
const mostRewrites = 8;

/** What the stage gives: the action that may run, or the last that was looked at and why it may not. */
type Guarded =
  | {
      readonly ok: true;
      readonly record: GuardRecord;
      readonly made: Runnable;
      /** What the model is told before it reads what came of the action. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly record: GuardRecord; readonly action: Action; readonly failure: Failure };

/** What guards are asked with. */
export interface Asking {
  readonly context: GuardContext;
  readonly prepare: Preparer;
  /** What guards that waited were answered; one that is asked about another action now gets none. */
  readonly answers: readonly GuardAnswer[];
  /** What came of the actions that guards ran beside this one, so far. */
  readonly invoked: readonly ActionReturn[];
  /** The steps that those are, and the action's own when it has run. */
  readonly happened: Step[];
}

const none: readonly never[] = Object.freeze([]);

/** The stage without guards. */
export function unguarded(action: Action): GuardRecord {
  return { verdicts: none, action, after: none };
}

type Pending = Verdict & { readonly kind: "pending" };

/**
 * Action to verdict. The guards are asked in their order; the first that denies ends it. One that waits for an answer
 * does not: the others may still deny, and nobody is asked for what is denied anyway. When one lets another action
 * through, that action is prepared and the other guards are asked about it, from the first on. A guard that fails stops
 * the action.
 */
export async function guard(
  asked: Runnable,
  guards: readonly Guard[],
  { context, prepare, answers, invoked }: Asking,
): Promise<Guarded> {
  const verdicts: Verdict[] = [];
  let current = asked;
  /** Of the verdicts that made the current action of the one asked about. */
  let changes: readonly string[] = none;
  /** The same, and of those that let it through as it is. */
  let notes = changes;
  let pending: { readonly verdict: Pending; readonly waiting: number } | undefined;
  const refuse = (failure: Failure, waiting?: number): Guarded => {
    const record = { ...recordOf(null), ...(waiting !== undefined && { pendingGuard: waiting }) };
    return { ok: false, record, action: current.action, failure };
  };
  const recordOf = (action: Action | null): GuardRecord => {
    return {
      verdicts,
      action,
      ...(answers.length > 0 && { answers }),
      after: [],
      ...(invoked.length > 0 && { invoked: [...invoked] }),
    };
  };
  const ask = (guard: Guard, action: Action): Promise<Verdict> => {
    const given = answers.findLast((one) => guards[one.guard] === guard && isSame(askedAbout(one.pending), action));
    if (given === undefined) return guard.before(action, context);
    if (guard.resume === undefined) throw new TypeError("it takes no answers");
    return guard.resume(given.pending, given.answer, context);
  };
  try {
    let waiting = guards;
    for (let rewrites = 0; rewrites <= mostRewrites; ) {
      const [guard, ...others] = waiting;
      const { action } = current;
      if (guard === undefined && pending !== undefined) {
        return refuse(waitingFor(action, pending.verdict), pending.waiting);
      }
      if (guard === undefined) return { ok: true, record: recordOf(action), made: current, notes };

      const given = await unlessAborted(async () => ask(guard, action), context.signal);
      if (given === "aborted") return refuse(aborted("stopped", action.name));
      const verdict = known(given);
      verdicts.push(verdict);
      if (verdict.kind === "stop" || verdict.kind === "end") return refuse(denial(action, verdict));
      if (verdict.kind === "pending") {
        pending = { verdict, waiting: guards.indexOf(guard) };
        waiting = others;
        continue;
      }

      const own = "action" in given ? given.action : undefined;
      if (own === action) {
        notes = [...notes, ...notesOf(verdict)];
        waiting = others;
        continue;
      }
      // An action that was made here is known by itself, not by a copy; of any other, the copy is what is recorded.
      const isMadeHere = own !== undefined && Object.isFrozen(own) && isSame(own, verdict.action);
      const prepared = await unlessAborted(() => prepare(isMadeHere ? own : verdict.action), context.signal);
      if (prepared === "aborted") return refuse(aborted("stopped", action.name));
      if (!prepared.ok) return refuse(unfit(action, verdict.action, prepared.issues));
      if (isSame(prepared.runnable.action, action)) {
        notes = [...notes, ...notesOf(verdict)];
        waiting = others;
      } else {
        changes = notes = [...changes, ...notesOf(verdict)];
        current = prepared.runnable;
        pending = undefined;
        waiting = guards.filter((other) => other !== guard);
        rewrites++;
      }
    }
    return refuse(
      stopped(`${asked.action.name} was stopped: its guards changed it more than ${mostRewrites} times.`, "caller"),
    );
  } catch (error) {
    return refuse(unexpected("stopped", `${current.action.name} was stopped: a guard failed`, error));
  }
}

/** What the guards say of a step before the model sees its observation; any verdict but `allow` withholds that. */
export async function guardAfter(
  step: Step,
  guards: readonly Guard[],
  context: GuardContext,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly notes: readonly string[]; readonly failure?: Failure }> {
  const verdicts: Verdict[] = [];
  const withheld = (why: string, recoverable: Recoverable) => {
    const error = { code: "withheld", message: `${what}: ${why}` };
    return { verdicts, notes: none, failure: { status: "stopped", error, recoverable } as const };
  };
  const what = `What ${step.action.name} gave back was withheld`;
  try {
    for (const guard of guards) {
      const after = guard.after?.bind(guard);
      if (after === undefined) continue;
      const given = await unlessAborted(() => after(step, context), context.signal);
      if (given === "aborted") return withheld("the caller gave up.", "caller");
      const verdict = known(given);
      verdicts.push(verdict);
      if (verdict.kind === "pending") return withheld("it waits for an answer.", "caller");
      if (verdict.kind !== "allow") return withheld(verdict.reason, verdict.kind === "end" ? "nobody" : "model");
    }
    return { verdicts, notes: verdicts.flatMap(notesOf) };
  } catch (error) {
    return { verdicts, notes: none, failure: unexpected("stopped", `${what}: a guard failed`, error) };
  }
}

/**
 * The verdict as it is judged by and recorded: what the guard does with its own later changes neither.
 *
 * @throws TypeError for anything that is no verdict, or that JSON can't say
 */
function known(given: Verdict): Verdict {
  if (typeof given !== "object" || given === null) throw new TypeError(`its verdict is none: ${String(given)}`);
  const verdict = (jsonCopy(given) ?? stringifiedJson(given)) as unknown;
  if (isVerdict(verdict)) return verdict;
  throw new TypeError(`its verdict is none that is known: ${JSON.stringify(verdict)}`);
}

function isVerdict(value: unknown): value is Verdict {
  const { kind, notes = [] } = value as { readonly kind?: unknown; readonly notes?: unknown };
  if (kind === "allow") return Array.isArray(notes) && notes.every((note) => typeof note === "string");
  return kind === "stop" || kind === "pending" || kind === "end";
}

function notesOf(verdict: Verdict): readonly string[] {
  return (verdict.kind === "allow" && verdict.notes) || none;
}

/** The action that a guard was asked about when it had to wait: its own rules may have made another of it by then. */
function askedAbout({ decision, request }: Pending): Action {
  return decision.passes[0]?.action ?? request.action;
}

function isSame(one: Action, other: Action): boolean {
  if (one === other) return true;
  return one.name === other.name && canonicalJson(one.args) === canonicalJson(other.args);
}

function denial({ name }: Action, { kind, reason }: Verdict & { readonly kind: "stop" | "end" }): Failure {
  return kind === "stop"
    ? stopped(`${name} was stopped: ${reason}`, "model")
    : stopped(`${name} was stopped, and the agent with it: ${reason}`, "nobody");
}

function waitingFor({ name }: Action, { request }: Pending): Failure {
  const rules = request.rules.map(({ rule }) => `@${rule}`).join(", ");
  const message = `${name} waits for an answer${rules === "" ? "" : ` that ${rules} asks for`}.`;
  return { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
}

/** A guard put an action in another's place that can't run; the model has no part in it. */
function unfit(action: Action, rewritten: Action, issues: readonly Issue[]): Failure {
  const problems = issues.map((issue) => issue.message).join("; ");
  const what = `${action.name} was stopped: what a guard put in its place, ${rewritten.name}, can't run: ${problems}`;
  return stopped(what, "caller");
}

function stopped(message: string, recoverable: Recoverable): Failure {
  return { status: "stopped", error: { code: "stopped", message }, recoverable };
}
