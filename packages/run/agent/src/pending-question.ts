/** A question that a run waits for: about a call, or from the model. */
import type { Action, InspectionRequest, JsonValue, Verdict } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { PendingEvent, PendingRun, TurnCall } from "./pending-run.ts";
import { readWaiting, waitingOf } from "./waiting-call.ts";

/** A question that a run waits for. Plain JSON. */
export type PendingQuestion = QuestionPlace &
  (
    | {
        /** A guard needs a decision about an action, or about an event. */
        readonly kind: "inspection";
        readonly request: InspectionRequest;
      }
    /** `askUser`: the answer is a text. */
    | { readonly kind: "question"; readonly question: string; readonly choices: readonly string[] }
    /** A tool of your own threw a `PendingError`. */
    | { readonly kind: "tool"; readonly message: string; readonly waiting: JsonValue }
  );

/** Where a question comes from. */
export interface QuestionPlace {
  /**
   * `resume` takes the answer under this id: that of the call; for a call of a sub-agent, the ids of the calls that lead to it, joined by
   * `/`; for an event, `~agent_finish` or `~state_change`. In ids of calls, `~` is `~0` and `/` is `~1`.
   */
  readonly id: string;
  /** The sub-agents that lead to it, the outermost first; empty if the agent itself asks. */
  readonly agents: readonly string[];
  /** The call in the conversation of the agent that asks; absent for an event. */
  readonly callId?: string;
  /** For an event: a placeholder with its name. */
  readonly action: Action;
  /** For an inspection: the token that the answer to an `Engine` must contain. */
  readonly token?: string;
  /** For an inspection: the fingerprint of the rules that ask. */
  readonly program?: string;
  /** For an inspection: the time when the question expires, in milliseconds since 1970. */
  readonly expires?: number;
}

/** The questions of a run and its sub-agents. */
export function questionsOf(run: PendingRun, agents: readonly string[] = [], prefix = ""): readonly PendingQuestion[] {
  const { waiting } = run;
  const event = waiting === undefined ? [] : [eventQuestion(waiting, agents, prefix)];
  return [...event, ...run.turn.flatMap((entry) => callQuestions(entry, agents, prefix))];
}

/** Returns the part of a question's id that identifies the call. */
function callKey(callId: string): string {
  return jsonPointer([callId]).slice(1);
}

/** Returns the id of a question about an event. */
export function eventKey(event: PendingEvent["event"]): string {
  return `~${event}`;
}

/**
 * The answer to a call that waits; for a call of a sub-agent, the answers to its questions.
 *
 * @param answers - by the ids of the questions
 * @returns an object with the answer; `undefined` if not found
 */
export function answerTo(
  { call, actionReturn }: TurnCall,
  answers: ReadonlyMap<string, unknown>,
): { readonly answer: unknown } | undefined {
  const key = callKey(call.id);
  if (readWaiting(waitingOf(actionReturn))?.type !== "agent_run") {
    return answers.has(key) ? { answer: answers.get(key) } : undefined;
  }
  const inner = [...answers].filter(([id]) => id.startsWith(`${key}/`));
  if (inner.length === 0) return undefined;
  return { answer: Object.fromEntries(inner.map(([id, answer]) => [id.slice(key.length + 1), answer])) };
}

/** Builds the question that rules ask about an event other than a call. */
function eventQuestion({ event, verdict }: PendingEvent, agents: readonly string[], prefix: string): PendingQuestion {
  const { action } = verdict.request;
  return { id: `${prefix}${eventKey(event)}`, agents, action, ...inspection(verdict) };
}

/** Lists the questions of a call that waits for a person. */
function callQuestions(
  { call, actionReturn }: TurnCall,
  agents: readonly string[],
  prefix: string,
): readonly PendingQuestion[] {
  if (actionReturn?.status !== "pending") return [];
  const id = `${prefix}${callKey(call.id)}`;
  const waiting = waitingOf(actionReturn);
  const { verdict, type: name, args } = actionReturn;
  if (waiting === undefined) {
    if (verdict?.kind !== "pending") return [];
    return [{ id, agents, callId: call.id, action: verdict.request.action, ...inspection(verdict) }];
  }
  const place = { id, agents, callId: call.id, action: { id: call.id, name, args: args ?? {} } };
  const own = readWaiting(waiting);
  switch (own?.type) {
    case "agent_run":
      return questionsOf(own.run as unknown as PendingRun, [...agents, own.agent], `${id}/`);
    case "user_question":
      return [{ ...place, kind: "question", question: own.question, choices: own.choices }];
    case undefined:
      return [{ ...place, kind: "tool", message: actionReturn.errmsg ?? "", waiting }];
  }
}

/** Returns what a person needs to answer a question of the rules. */
function inspection({ request, token, expires, decision: { plan } }: Verdict & { readonly kind: "pending" }) {
  const optional = { token, expires, ...(plan !== undefined && { program: plan }) };
  return { kind: "inspection" as const, request, ...optional };
}
