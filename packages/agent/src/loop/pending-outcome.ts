import type { AgentOutcome, PendingQuestion } from "../agent-outcome.ts";
import type { Message } from "../message.ts";
import type { PendingRun, TurnCall } from "../pending-run.ts";
import type { Run } from "./run.ts";
import { toolMessages } from "./run-turn.ts";

/**
 * The outcome of a run whose calls wait.
 *
 * @param before - the conversation up to the message with the calls
 */
export function pendingOutcome(
  run: Run,
  kind: PendingRun["kind"],
  before: readonly Message[],
  turn: readonly TurnCall[],
): AgentOutcome {
  const { prompt, session, state, toolChoice, usage, cost, steps, attempts, elapsed, earlier } = run;
  const notes = run.messages.slice(before.length);
  const pending: PendingRun = {
    version: 1,
    id: crypto.randomUUID(),
    kind,
    messages: before,
    notes,
    turn,
    prompt,
    trajectory: session.trajectory,
    ...(earlier !== undefined && { earlier }),
    ...(state !== undefined && { state }),
    ...{ toolChoice, usage, cost, steps, attempts, elapsed },
  };
  const messages = [...before, ...toolMessages(turn), ...notes];
  return { ...run.summary, messages, status: "pending", questions: turn.flatMap(questionOf), run: copyOf(pending) };
}

function copyOf(pending: PendingRun): PendingRun {
  return JSON.parse(JSON.stringify(pending));
}

function questionOf({ call, actionReturn }: TurnCall): readonly PendingQuestion[] {
  const verdict = actionReturn?.verdict;
  if (actionReturn?.status !== "pending" || verdict?.kind !== "pending") return [];
  const { request, token, expires } = verdict;
  const optional = { ...(token !== undefined && { token }), ...(expires !== undefined && { expires }) };
  return [{ callId: call.id, action: request.action, request, ...optional }];
}
