import type { AgentEvent } from "../agent-event.ts";
import type { PendingEvent, PendingFinish } from "../pending-run.ts";
import type { Ending } from "./ending.ts";
import { type Answered, answeredVerdict, eventVerdict, notesOf, pendingEvent, verdictEvents } from "./event-verdict.ts";
import type { Run } from "./run.ts";
import { afterStateChange } from "./state-guards.ts";

/**
 * Evaluates the guards when the agent wants to finish (AgentSpec `agent_finish`).
 *
 * @param answered - the decision that waited, with its answer: the guards after that one follow
 * @returns `"finish"`; `"continue"`, and the model then reads why; the event that a person has to decide about; or why the run has
 *   to end without an answer
 */
export async function* beforeFinish(
  run: Run,
  finish: Omit<PendingFinish, "next">,
  answered?: Answered,
): AsyncGenerator<AgentEvent, "finish" | "continue" | PendingEvent | Ending> {
  const { guards } = run.options.executor;
  let next = answered?.waiting.guard ?? 0;
  if (answered?.waiting.event === "state_change") {
    const { finish: interrupted } = answered.waiting;
    const ending = yield* afterStateChange(run, interrupted, answered);
    if (ending !== undefined) return ending;
    if (interrupted?.next === undefined) return "continue";
    next = interrupted.next;
  }
  for (const [index, guard] of guards.entries()) {
    if (index < next) continue;
    const isAnswered = answered?.waiting.event === "agent_finish" && index === answered.waiting.guard;
    if (!isAnswered && guard.finishing === undefined) continue;
    const verdict = isAnswered
      ? await answeredVerdict(run, guard, answered)
      : await eventVerdict(run, "agent_finish", async (context) => guard.finishing?.(context));
    yield* verdictEvents("agent_finish", verdict);
    if (verdict.kind === "end") return { by: "guard", reason: verdict.reason };
    if (verdict.kind === "pending") {
      return pendingEvent(guard, { event: "agent_finish", guard: index, verdict, finish: { ...finish, next: index } });
    }
    const goesOn = verdict.kind === "stop";
    if (goesOn) run.conversation.add(...notesOf(verdict));
    const ending = yield* afterStateChange(run, goesOn ? finish : { ...finish, next: index + 1 });
    if (ending !== undefined) return ending;
    if (goesOn) return "continue";
  }
  return "finish";
}
