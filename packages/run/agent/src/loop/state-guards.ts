import { canonicalJson, type JsonValue } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { AgentEvent } from "../agent-event.ts";
import type { PendingEvent, PendingFinish } from "../pending-run.ts";
import type { Ending } from "./ending.ts";
import { type Answered, answeredVerdict, eventVerdict, notesOf, pendingEvent, verdictEvents } from "./event-verdict.ts";
import type { Run } from "./run.ts";

/**
 * Evaluates the guards if the state of the host has changed (AgentSpec `state_change`). An action of a guard may change it again, so the guards
 * are evaluated until the state no longer changes.
 *
 * @param finish - what the agent wants to finish with, if it does
 * @param answered - the decision that waited, with its answer: the guards after that one follow
 * @returns why the run has to end; the event that a person has to decide about; `undefined` if the run continues
 */
export async function* afterStateChange(
  run: Run,
  finish?: PendingFinish,
  answered?: Answered,
): AsyncGenerator<AgentEvent, Ending | PendingEvent | undefined> {
  const { guards } = run.options.executor;
  if (guards.every(({ stateChanged }) => stateChanged === undefined)) return undefined;
  for (let round = 0, resumed = answered; ; round++, resumed = undefined) {
    const before = resumed === undefined ? run.state : resumed.waiting.before;
    if (resumed === undefined) run.state = await readState(run);
    const after = run.state;
    if (before === undefined || after === undefined || canonicalJson(before) === canonicalJson(after)) return undefined;
    if (round === maxRounds) return { by: "guard", reason: "the state of the host changes without end" };
    for (const [index, guard] of guards.entries()) {
      if (index < (resumed?.waiting.guard ?? 0)) continue;
      const isAnswered = index === resumed?.waiting.guard;
      if (!isAnswered && guard.stateChanged === undefined) continue;
      const verdict =
        isAnswered && resumed !== undefined
          ? await answeredVerdict(run, guard, resumed)
          : await eventVerdict(run, "state_change", async (context) => guard.stateChanged?.(before, after, context));
      yield* verdictEvents("state_change", verdict);
      if (verdict.kind === "end") return { by: "guard", reason: verdict.reason };
      if (verdict.kind === "pending") {
        return pendingEvent(guard, { event: "state_change", guard: index, verdict, before, finish });
      }
      run.conversation.add(...notesOf(verdict));
    }
  }
}

/** Reads the state for the first time, so that later changes are seen. */
export async function readFirstState(run: Run): Promise<void> {
  if (run.state !== undefined || run.options.executor.guards.every(({ stateChanged }) => stateChanged === undefined)) {
    return;
  }
  run.state = await readState(run);
}

const maxRounds = 8;

/** Reads the host's state. @throws TypeError if JSON can't represent it; what the function of the host throws */
async function readState(run: Run): Promise<JsonValue | undefined> {
  // A state that is no function is unchanged.
  if (typeof run.options.session?.state !== "function") return readStateNow(run);
  return (await run.session.step("state", async () => ({ state: await readStateNow(run) }))).state;
}

/** Reads the application's state as JSON for the rules. */
async function readStateNow(run: Run): Promise<JsonValue | undefined> {
  const { state } = await run.session.guardContext({ signal: run.signal });
  if (state === undefined) return undefined;
  const copied = freezeCopy(state);
  if (copied === undefined)
    throw new TypeError("the state of the session must be JSON, so that changes of it can be seen");
  return copied;
}
