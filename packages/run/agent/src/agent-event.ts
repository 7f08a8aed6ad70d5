/** The events of an agent's run: a message, a call, a result, a question. */
import type { ActionReturn, GuardEvent, Repair, StateVerdict, Verdict } from "@helve/core";
import type { AgentOutcome } from "./agent-outcome.ts";
import type { AssistantMessage, CallPart } from "./message.ts";
import type { ModelError } from "./model-error.ts";
import type { Usage } from "./usage.ts";

/**
 * An event of an agent's run. An event needs no answer, but the run does not continue until
 * the next event is read, except for the calls that are running.
 */
export type AgentEvent =
  | { readonly type: "text" | "reasoning"; readonly delta: string }
  /** The request to the model failed and will be sent again: the deltas of this message are void. */
  | { readonly type: "retry"; readonly attempt: number; readonly delay: number; readonly error: ModelError }
  /** The model has ended a message. */
  | { readonly type: "message"; readonly message: AssistantMessage }
  /** Tokens and cost of the model's last answer, and of the run so far, sub-agents included. */
  | {
      readonly type: "usage";
      readonly usage: Usage;
      readonly cost: number;
      readonly total: { readonly usage: Usage; readonly cost: number };
    }
  /** A call begins. Then come its progress, its repairs, its verdicts and its result. */
  | { readonly type: "call"; readonly call: CallPart }
  | { readonly type: "progress"; readonly callId: string; readonly update: unknown }
  | { readonly type: "repairs"; readonly callId: string; readonly repairs: readonly Repair[] }
  /**
   * A verdict about a call, or about an event without one: only verdicts of rules, and those that don't allow. A call has several
   * if it was decided again, because the session changed meanwhile; the last one counts.
   */
  | {
      readonly type: "verdict";
      readonly event: GuardEvent;
      readonly callId?: string;
      readonly verdict: Verdict | StateVerdict;
    }
  /** A call has ended, or waits for an answer. */
  | { readonly type: "result"; readonly callId: string; readonly actionReturn: ActionReturn }
  /** An event of a sub-agent that runs for a call. */
  | { readonly type: "agent"; readonly agent: string; readonly callId: string; readonly event: AgentEvent }
  /** The model submitted an answer. */
  | { readonly type: "submission"; readonly answer: string; readonly attempt: number }
  /** Older messages were left out or summarized; both numbers are estimated tokens. */
  | { readonly type: "compaction"; readonly before: number; readonly after: number }
  /** The last event. */
  | { readonly type: "end"; readonly outcome: AgentOutcome };

/** A run of an agent, which begins when its first event is read. Leaving the loop over the events cancels it. */
export type AgentRun = AsyncIterable<AgentEvent>;

/**
 * Waits for the end of a run.
 *
 * @throws what a function of the host throws: `onContinue`, `score`, `state`
 *
 * @example
 * const outcome = await outcomeOf(generateLoop("What is 1 + 2?", { model, executor }));
 */
export async function outcomeOf(run: AgentRun): Promise<AgentOutcome> {
  for await (const event of run) if (event.type === "end") return event.outcome;
  throw new TypeError("the events of the run ended without an outcome");
}
