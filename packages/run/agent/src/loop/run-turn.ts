import type { ActionReturn } from "@helve/core";
import { EventQueue } from "@helve/core/internal";
import type { AgentEvent } from "../agent-event.ts";
import type { CallPart, ToolMessage } from "../message.ts";
import { answerTo } from "../pending-question.ts";
import type { PendingEvent, TurnCall } from "../pending-run.ts";
import { endSubAgent, isSubAgentUpdate } from "../sub-agent-update.ts";
import type { Ending } from "./ending.ts";
import { isWorthAnEvent } from "./event-verdict.ts";
import type { Run } from "./run.ts";
import { afterStateChange } from "./state-guards.ts";

/**
 * Runs the calls of a turn that have not ended: adjacent calls of parallel tools at the same time, any other call alone. After
 * a call that waits for an answer, and after one that ends the agent, no other is started.
 *
 * @returns why the run has to end; `"pending"` if a call waits, or an event; `"limit"` if a call must not be started; `undefined` if
 *   all calls have ended
 */
export async function* runTurn(
  run: Run,
  turn: Turn,
): AsyncGenerator<AgentEvent, Ending | PendingEvent | "pending" | "limit" | undefined> {
  for (const group of groupsOf(run, turn)) {
    run.signal.throwIfAborted();
    const open = group.filter((index) => isOpen(turn.calls[index], turn.answers));
    const allowed = withinLimit(run, turn, open);
    yield* runGroup(run, turn, allowed);
    run.signal.throwIfAborted();
    const ended = group.map((index) => turn.calls[index]?.actionReturn).find((each) => each?.recoverable === "nobody");
    if (ended !== undefined) return { by: "guard", reason: ended.errmsg ?? `${ended.type} ended the agent` };
    if (open.length > 0) {
      const ending = yield* afterStateChange(run);
      if (ending !== undefined) return ending;
    }
    if (group.some((index) => turn.calls[index]?.actionReturn?.status === "pending")) return "pending";
    if (allowed.length < open.length) return "limit";
  }
  return undefined;
}

/** The calls of one message of the model, and what answers some of them without the executor. */
export interface Turn {
  readonly calls: TurnCall[];
  /** Answers a call in place of the executor; `undefined` if the executor has to execute it. */
  readonly intercept: (call: CallPart) => Omit<TurnCall, "call"> | undefined;
  /** The answers to questions, by their ids. */
  readonly answers: ReadonlyMap<string, unknown>;
}

/** Selects the calls that may run within the limit. */
function withinLimit(run: Run, { calls, intercept }: Turn, open: readonly number[]): readonly number[] {
  const { calls: most = Number.POSITIVE_INFINITY } = run.options.limits ?? {};
  return open.filter((index) => {
    const entry = calls[index];
    if (entry?.actionReturn !== undefined || (entry && intercept(entry.call))) return true;
    if (run.calls >= most) return false;
    run.calls++;
    return true;
  });
}

/** Creates the tool messages of a turn, in the order of the calls. */
export function toolMessages(calls: readonly TurnCall[]): readonly ToolMessage[] {
  return calls.map(({ call: { id, name }, actionReturn, reply }) => {
    if (reply !== undefined) return reply;
    const base = { role: "tool", callId: id, name } as const;
    if (actionReturn === undefined) return { ...base, parts: [notStarted], isError: true };
    const { parts, isError } = actionReturn.observation;
    return { ...base, parts, ...(isError && { isError }) };
  });
}

const notStarted = { type: "text", content: "The call was not started." } as const;

/** Whether a call has to be run: it has not started, or its answer has come. */
function isOpen(entry: TurnCall | undefined, answers: ReadonlyMap<string, unknown>): boolean {
  if (entry === undefined || entry.reply !== undefined) return false;
  if (entry.actionReturn === undefined) return true;
  return entry.actionReturn.status === "pending" && answerTo(entry, answers) !== undefined;
}

/** Groups the calls that may run at the same time, by index. */
function groupsOf({ options: { executor } }: Run, { calls }: Turn): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let canJoin = false;
  for (const [index, { call }] of calls.entries()) {
    const isParallel = executor.isParallel(call.name);
    if (canJoin && isParallel) groups.at(-1)?.push(index);
    else groups.push([index]);
    canJoin = isParallel;
  }
  return groups;
}

/** Runs a group of calls in parallel, and passes on their progress. */
async function* runGroup(run: Run, turn: Turn, indexes: readonly number[]): AsyncGenerator<AgentEvent> {
  const queue = new EventQueue<AgentEvent>();
  for (const index of indexes) {
    const call = turn.calls[index]?.call;
    if (call !== undefined) yield { type: "call", call };
  }
  const running = Promise.allSettled(
    indexes.map(async (index) => {
      const entry = turn.calls[index];
      if (entry === undefined) return;
      turn.calls[index] = { call: entry.call, ...(await runCall(run, turn, entry, queue)) };
    }),
  ).then((results) => {
    queue.close();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  });
  running.catch(() => undefined); // thrown below, after the events
  yield* queue.read();
  await running;
}

/** Runs a call of the turn, unless the loop handles it itself. */
async function runCall(
  run: Run,
  turn: Turn,
  entry: TurnCall,
  queue: EventQueue<AgentEvent>,
): Promise<Omit<TurnCall, "call">> {
  const { call, actionReturn: waiting } = entry;
  const intercepted = turn.intercept(call);
  if (intercepted !== undefined) return intercepted;
  const onProgress = (update: unknown): void => {
    for (const event of progressEvents(run, call.id, update)) queue.push(event);
  };
  const { id, name, arguments: raw } = call;
  const actionReturn =
    waiting === undefined
      ? await run.session.execute({ id, name, arguments: raw }, { onProgress })
      : await run.session.resume(waiting, answerTo(entry, turn.answers)?.answer, { onProgress });
  for (const event of returnEvents(actionReturn)) queue.push(event);
  return { actionReturn };
}

/** Converts a tool's progress to events, and counts the usage of sub-agents. */
function progressEvents(run: Run, callId: string, update: unknown): readonly AgentEvent[] {
  if (!isSubAgentUpdate(update)) return [{ type: "progress", callId, update }];
  const event: AgentEvent = { type: "agent", callId, ...update };
  let inner: AgentEvent = event;
  let depth = 0;
  for (; inner.type === "agent"; depth++) inner = inner.event;
  if (inner.type === "usage") run.countUsage(inner.usage, inner.cost);
  // Its last message may be the answer, so a turn ends only when the run continues.
  const limit = inner.type === "usage" ? undefined : run.usageLimit;
  const { depth: most = 8 } = run.options.limits ?? {};
  if (depth > most) endSubAgent(update, `agents hand tasks on over more than ${most} levels`);
  if (limit !== undefined) endSubAgent(update, `of the agent that handed the task on: ${limit.reason}`);
  return [event];
}

/** Lists the events about a call that has ended: repairs, verdicts, its result. */
function returnEvents(actionReturn: ActionReturn): readonly AgentEvent[] {
  const { id: callId, repairs, stages } = actionReturn;
  const { verdicts = [], after = [], earlier = [] } = stages.guard ?? {};
  const events: AgentEvent[] = repairs.length > 0 ? [{ type: "repairs", callId, repairs }] : [];
  // A decision is repeated if the session changed meanwhile, as by a fix that a person chose.
  const before = [...earlier.flatMap((record) => record.verdicts), ...verdicts];
  for (const verdict of before.filter(isWorthAnEvent)) {
    events.push({ type: "verdict", event: "before_action", callId, verdict });
  }
  for (const verdict of after.filter(isWorthAnEvent)) {
    events.push({ type: "verdict", event: "after_action", callId, verdict });
  }
  events.push({ type: "result", callId, actionReturn });
  return events;
}
