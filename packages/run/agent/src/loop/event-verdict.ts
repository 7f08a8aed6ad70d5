import {
  errorJson,
  type Guard,
  type GuardContext,
  type GuardEvent,
  type StateVerdict,
  type Verdict,
} from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { AgentEvent } from "../agent-event.ts";
import { type Message, userMessage } from "../message.ts";
import type { PendingEvent } from "../pending-run.ts";
import type { Ending } from "./ending.ts";
import type { Run } from "./run.ts";
import { resultUntilAborted } from "./until-aborted.ts";

/**
 * Asks a guard about an event without a call; if the guard throws, the run ends.
 *
 * @param event - names the decision in the session's journal
 */
export function eventVerdict(run: Run, event: GuardEvent, decide: Decide): Promise<StateVerdict> {
  return run.session.step(`${event} decision`, () => decidedVerdict(run, decide));
}

/** An event that waited, with the answer about it. */
export interface Answered {
  readonly waiting: PendingEvent;
  readonly answer: unknown;
}

type Decide = (context: GuardContext) => Promise<StateVerdict | undefined>;

/** Lets the guards decide about an event. */
async function decidedVerdict(run: Run, decide: Decide): Promise<StateVerdict> {
  const context = await run.session.guardContext({ signal: run.signal });
  try {
    const verdict = await resultUntilAborted(() => decide(context), run.signal);
    if (isVerdict(verdict)) return verdict;
    throw new TypeError(`its verdict is invalid: ${JSON.stringify(verdict)}`);
  } catch (error) {
    run.signal.throwIfAborted();
    const reason = `a guard failed: ${errorJson(error).message}`;
    return { kind: "end", reason, decision: { passes: [] } };
  }
}

/** Whether a guard returned a valid verdict. */
function isVerdict(value: unknown): value is StateVerdict {
  if (!isObject(value) || !isObject(value["decision"]) || !Array.isArray(value["decision"]["passes"])) return false;
  const { kind, reason, notes = [] } = value;
  if (kind === "allow") return Array.isArray(notes);
  return kind === "pending" || ((kind === "stop" || kind === "end") && typeof reason === "string");
}

/** Returns the verdict of a guard after an answer. A refused state change ends the run. */
export async function answeredVerdict(run: Run, guard: Guard, { waiting, answer }: Answered): Promise<StateVerdict> {
  const { event, verdict, before } = waiting;
  const resumed = await eventVerdict(run, event, async (context) => {
    if (guard.resume === undefined) throw new TypeError("it accepts no answers");
    return guard.resume(verdict, answer, { ...context, stateBefore: before ?? context.stateBefore });
  });
  return event === "state_change" && resumed.kind === "stop" ? { ...resumed, kind: "end" as const } : resumed;
}

/** Returns the waiting event; ends the run if the guard accepts no answers. */
export function pendingEvent(guard: Guard, waiting: PendingEvent): Ending | PendingEvent {
  if (guard.resume !== undefined) return waiting;
  return { by: "guard", reason: "a person has to decide, and the guard accepts no answers: it has no `resume`" };
}

/** Returns the event that reports a verdict, unless it plainly allows. */
export function* verdictEvents(event: GuardEvent, verdict: StateVerdict): Generator<AgentEvent> {
  if (isWorthAnEvent(verdict)) yield { type: "verdict", event, verdict };
}

/** Whether a verdict is of interest: rules were evaluated, or it does not allow. */
export function isWorthAnEvent({ kind, decision }: Verdict | StateVerdict): boolean {
  return kind !== "allow" || decision.passes.some(({ rules }) => rules.length > 0);
}

/** Converts a verdict to messages for the model. */
export function notesOf(verdict: StateVerdict): readonly Message[] {
  if (verdict.kind === "stop") return [userMessage(verdict.reason)];
  if (verdict.kind !== "allow" || verdict.notes === undefined || verdict.notes.length === 0) return [];
  return [userMessage(verdict.notes.join("\n"))];
}
