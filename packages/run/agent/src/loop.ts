/** The loop of an agent: asks the model, runs its calls, and asks again until an answer ends it. */
import { errorJson, HelveError } from "@helve/core";
import type { AgentEvent } from "./agent-event.ts";
import type { AgentOutcome } from "./agent-outcome.ts";
import { askModel } from "./loop/ask-model.ts";
import type { Ending } from "./loop/ending.ts";
import type { Answered } from "./loop/event-verdict.ts";
import { beforeFinish } from "./loop/finish-guards.ts";
import { pendingOutcome } from "./loop/pending-outcome.ts";
import { Run } from "./loop/run.ts";
import { runTurn, type Turn, toolMessages } from "./loop/run-turn.ts";
import { afterStateChange, readFirstState } from "./loop/state-guards.ts";
import { resultUntilAborted } from "./loop/until-aborted.ts";
import type { LoopOptions } from "./loop-options.ts";
import { type AssistantMessage, callsOf, type Message, plainText, textOf, userMessage } from "./message.ts";
import type { ModelResponse, ModelTool, StopReason } from "./model.ts";
import { eventKey } from "./pending-question.ts";
import type { PendingEvent, PendingFinish, PendingRun, TurnCall } from "./pending-run.ts";

/** The strategy of a loop: it decides how to continue after a turn. */
export interface Strategy {
  readonly kind: PendingRun["kind"];
  /** Whether functions of the host decide what follows, which may decide otherwise in another process. */
  readonly asksHost?: boolean;
  /** Tools that the loop itself answers. */
  readonly ownTools: readonly ModelTool[];
  /** Answers a call in place of the executor; `undefined` if the executor answers it. */
  intercept(call: TurnCall["call"]): Omit<TurnCall, "call"> | undefined;
  /** Decides what follows a turn without a submission. */
  afterTurn(turn: EndedTurn): NextStep | Promise<NextStep>;
  /** Decides about a submission: the agent may finish with it, or the model reads the text and continues. */
  afterSubmission(answer: string, attempt: number, turn: EndedTurn): NextStep | Promise<NextStep>;
}

/** A turn whose calls have ended. */
export interface EndedTurn {
  readonly message: AssistantMessage;
  readonly stopReason: StopReason;
  readonly calls: readonly TurnCall[];
  /** The conversation with the results of the calls. */
  readonly messages: readonly Message[];
}

/** The next step after a turn. */
export type NextStep =
  | { readonly kind: "finish"; readonly answer: string }
  | { readonly kind: "continue" }
  | { readonly kind: "stop"; readonly reason: string }
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "replace"; readonly messages: readonly Message[] };

/** Where a loop begins: with messages, or with a run that waited and the answers to its calls. */
export type LoopStart =
  | { readonly messages: readonly Message[] }
  | { readonly pending: PendingRun; readonly answers: ReadonlyMap<string, unknown> };

/**
 * Runs the loop: asks the model, runs its calls, and repeats until the agent finishes.
 *
 * @throws what a function of the host throws; what the model or its tools do never makes it throw
 */
export async function* loop(start: LoopStart, strategy: Strategy, options: LoopOptions): AsyncGenerator<AgentEvent> {
  const from = "pending" in start ? start.pending : undefined;
  const run = new Run("pending" in start ? start.pending.messages : start.messages, options, from);
  try {
    yield { type: "end", outcome: yield* runToEnd(run, start, strategy) };
  } catch (error) {
    if (!run.signal.aborted) throw error;
    yield { type: "end", outcome: run.abortedOutcome };
  } finally {
    run.leave();
  }
}

/** Runs the loop from its start, or from where it waited, until it ends or waits. */
async function* runToEnd(run: Run, start: LoopStart, strategy: Strategy): AsyncGenerator<AgentEvent, AgentOutcome> {
  if ("pending" in start) {
    const { messages, notes, turn } = start.pending;
    run.conversation.add(...notes);
    if (run.signal.aborted) run.conversation.insert(messages.length, toolMessages(turn));
  }
  run.signal.throwIfAborted();
  await readFirstState(run);
  if ("pending" in start) {
    const outcome = yield* continueRun(run, strategy, start);
    if (outcome !== undefined) return outcome;
  }
  for (;;) {
    run.signal.throwIfAborted();
    const limit = run.limitOutcome;
    if (limit !== undefined) return limit;
    const response = yield* answerOrFailure(run, strategy);
    if ("status" in response) return response;
    const calls = callsOf(response.message).map((call) => ({ call }));
    const outcome = yield* runCalls(run, strategy, response, {
      calls,
      answers: noAnswers,
      end: run.conversation.length,
    });
    if (outcome !== undefined) return outcome;
  }
}

/** Continues a waiting run: first its event, then its calls. */
async function* continueRun(
  run: Run,
  strategy: Strategy,
  { pending, answers }: Extract<LoopStart, { readonly pending: PendingRun }>,
): AsyncGenerator<AgentEvent, AgentOutcome | undefined> {
  const { messages, turn, waiting } = pending;
  const end = messages.length;
  if (waiting !== undefined) {
    const key = eventKey(waiting.event);
    if (!answers.has(key)) return pendingOutcome(run, strategy.kind, end, turn);
    run.waiting = undefined;
    const answered: Answered = { waiting, answer: answers.get(key) };
    if (waiting.finish !== undefined) return yield* finish(run, strategy, waiting.finish, answered);
    const ending = yield* closingOnThrow(run, { calls: turn, end }, afterStateChange(run, undefined, answered));
    if (ending !== undefined) return endTurn(run, strategy.kind, { calls: turn, end }, ending);
  }
  return yield* runCalls(run, strategy, lastResponse(messages), { calls: [...turn], answers, end });
}

/** Asks the model; its error becomes the outcome. */
async function* answerOrFailure(
  run: Run,
  strategy: Strategy,
): AsyncGenerator<AgentEvent, ModelResponse | AgentOutcome> {
  try {
    return yield* askModel(run, strategy.ownTools);
  } catch (error) {
    run.signal.throwIfAborted();
    const json = HelveError.is(error) ? error.toJSON() : { ...errorJson(error), code: "model" };
    return { ...run.summary, status: "failed", error: json };
  }
}

/** The calls of a message that are run. */
interface OpenTurn extends ClosedTurn {
  readonly calls: TurnCall[];
  readonly answers: ReadonlyMap<string, unknown>;
}

interface ClosedTurn {
  readonly calls: readonly TurnCall[];
  /** How many messages come before the results of the calls. */
  readonly end: number;
}

/** Runs the calls of a message, and does what follows. @returns the outcome if the run ends */
async function* runCalls(
  run: Run,
  strategy: Strategy,
  response: Pick<ModelResponse, "message" | "stopReason">,
  { calls, answers, end }: OpenTurn,
): AsyncGenerator<AgentEvent, AgentOutcome | undefined> {
  const intercept: Turn["intercept"] = (call) => {
    return run.toolChoice === "none" ? { reply: noTools(call) } : strategy.intercept(call);
  };
  const ending = yield* closingOnThrow(run, { calls, end }, runTurn(run, { calls, intercept, answers }));
  if (ending !== undefined) return endTurn(run, strategy.kind, { calls, end }, ending);
  const { conversation } = run;
  conversation.insert(end, toolMessages(calls));
  if (calls.length > 0 && run.options.forceAlways !== true && run.toolChoice !== "none") run.toolChoice = "auto";
  const messages = conversation.snapshot();
  const ended: EndedTurn = {
    message: response.message,
    stopReason: response.stopReason,
    calls,
    get messages() {
      return messages();
    },
  };
  const next = yield* nextStep(run, strategy, ended);
  switch (next.kind) {
    case "finish":
      return yield* finish(run, strategy, { answer: next.answer, stopReason: response.stopReason });
    case "stop":
      return { ...run.summary, status: "stopped", by: "host", reason: next.reason };
    case "say":
      conversation.add(userMessage(next.text));
      return undefined;
    case "replace":
      conversation.replace(next.messages);
      return undefined;
    case "continue":
      return undefined;
  }
}

/** Passes on what happens in a turn. If it throws, the conversation gets the results so far. */
async function* closingOnThrow<Result>(
  run: Run,
  { calls, end }: ClosedTurn,
  turn: AsyncGenerator<AgentEvent, Result>,
): AsyncGenerator<AgentEvent, Result> {
  try {
    return yield* turn;
  } catch (error) {
    run.conversation.insert(end, toolMessages(calls));
    throw error;
  }
}

/** Decides how the loop continues after a turn. */
async function* nextStep(run: Run, strategy: Strategy, turn: EndedTurn): AsyncGenerator<AgentEvent, NextStep> {
  const submitted = submissionIn(turn.calls);
  const decide = (next: () => NextStep | Promise<NextStep>): Promise<NextStep> => {
    const decideOnce = (): Promise<NextStep> => resultUntilAborted(next, run.signal);
    return strategy.asksHost === true ? run.session.step("next step", decideOnce) : decideOnce();
  };
  if (submitted === undefined) return await decide(() => strategy.afterTurn(turn));
  const attempt = ++run.attempts;
  yield { type: "submission", answer: submitted, attempt };
  return await decide(() => strategy.afterSubmission(submitted, attempt, turn));
}

/** The answer of the first call that submits one, also by Lagent's `FinishAction`. */
function submissionIn(calls: readonly TurnCall[]): string | undefined {
  for (const { submitted, actionReturn } of calls) {
    if (submitted !== undefined) return submitted;
    if (actionReturn?.valid === "FINISH" && actionReturn.result !== null) return plainText(actionReturn.result);
  }
  return undefined;
}

/** Lets the agent finish if the guards allow it. */
async function* finish(
  run: Run,
  { kind }: Strategy,
  { answer, stopReason }: PendingFinish,
  answered?: Answered,
): AsyncGenerator<AgentEvent, AgentOutcome | undefined> {
  const decision = yield* beforeFinish(run, { answer, stopReason }, answered);
  if (decision === "continue") return undefined;
  if (decision === "finish") return { ...run.summary, status: "finished", answer, stopReason };
  return endTurn(run, kind, { calls: [], end: run.conversation.length }, decision);
}

/** Returns the outcome of a run that ends or waits in a turn. */
async function endTurn(
  run: Run,
  kind: Strategy["kind"],
  { calls, end }: ClosedTurn,
  ending: Ending | PendingEvent | "pending" | "limit",
): Promise<AgentOutcome> {
  if (ending === "pending") return pendingOutcome(run, kind, end, calls);
  if (ending === "limit") {
    run.conversation.insert(end, toolMessages(calls));
    return run.callLimitOutcome;
  }
  if ("event" in ending) {
    run.waiting = ending;
    return pendingOutcome(run, kind, end, calls);
  }
  run.conversation.insert(end, toolMessages(calls));
  return { ...run.summary, status: "stopped", ...ending };
}

const noAnswers: ReadonlyMap<string, unknown> = new Map();

/** Returns the model's message whose calls were waiting. */
function lastResponse(messages: readonly Message[]): Pick<ModelResponse, "message" | "stopReason"> {
  const message = messages.findLast(({ role }) => role === "assistant") as AssistantMessage | undefined;
  return { message: message ?? { role: "assistant", parts: [] }, stopReason: "calls" };
}

/** Answers a call that the model must not make. */
function noTools({ id, name }: TurnCall["call"]): NonNullable<TurnCall["reply"]> {
  const content = "No tool can be called now: answer without one.";
  return { role: "tool", callId: id, name, parts: [{ type: "text", content }], isError: true };
}

/** For strategies without submissions: a message without calls is the answer and ends the run. */
export const answerEnds: Pick<Strategy, "afterTurn" | "afterSubmission"> = {
  afterTurn: ({ message, calls }) => {
    return calls.length === 0 ? { kind: "finish", answer: textOf(message) } : { kind: "continue" };
  },
  afterSubmission: (answer) => ({ kind: "finish", answer }),
};
