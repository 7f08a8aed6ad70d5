import { canonicalJson, type Guard, type GuardContext, type StateVerdict, type Verdict } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { AgentEvent } from "../agent-event.ts";
import { type Message, userMessage } from "../message.ts";
import type { Ending } from "./ending.ts";
import type { Run } from "./run.ts";

/**
 * Evaluates the guards if the state of the host has changed (AgentSpec `state_change`). An action that they invoke may change it
 * again, so they are evaluated until it stays as it is.
 */
export async function* afterStateChange(run: Run): AsyncGenerator<AgentEvent, Ending | undefined> {
  const guards = run.options.executor.guards.filter((guard) => guard.stateChanged !== undefined);
  if (guards.length === 0) return undefined;
  for (let round = 0; ; round++) {
    const before = run.state;
    run.state = await readState(run);
    if (before === undefined || run.state === undefined || canonicalJson(before) === canonicalJson(run.state)) {
      return undefined;
    }
    if (round === maxRounds) return { by: "guard", reason: "the state of the host changes without end" };
    for (const guard of guards) {
      const decide = async (context: GuardContext) => guard.stateChanged?.(before, run.state, context);
      const verdict = await decided(run, guard, decide);
      if (verdict === undefined) continue;
      if (isWorthAnEvent(verdict)) yield { type: "verdict", event: "state_change", verdict };
      if (verdict.kind === "end") return { by: "guard", reason: verdict.reason };
      if (verdict.kind === "pending") return { by: "guard", reason: needsPerson };
      run.add(...notesOf(verdict));
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

/**
 * Evaluates the guards when the agent wants to finish (AgentSpec `agent_finish`).
 *
 * @returns `"finish"`; the reason why it has to end without an answer; or `"continue"`, and the model then reads why
 */
export async function* beforeFinish(run: Run): AsyncGenerator<AgentEvent, "finish" | "continue" | Ending> {
  for (const guard of run.options.executor.guards) {
    const verdict = await decided(run, guard, async (context) => guard.finishing?.(context));
    if (verdict === undefined) continue;
    if (isWorthAnEvent(verdict)) yield { type: "verdict", event: "agent_finish", verdict };
    if (verdict.kind === "end") return { by: "guard", reason: verdict.reason };
    if (verdict.kind === "pending") return { by: "guard", reason: needsPerson };
    const ending = yield* afterStateChange(run);
    if (ending !== undefined) return ending;
    if (verdict.kind === "allow") continue;
    run.add(...notesOf(verdict));
    return "continue";
  }
  return "finish";
}

/** Whether a verdict is of interest: rules were evaluated, or it does not allow. */
export function isWorthAnEvent({ kind, decision }: Verdict | StateVerdict): boolean {
  return kind !== "allow" || decision.passes.some(({ rules }) => rules.length > 0);
}

const maxRounds = 8;

const needsPerson = "a person has to decide about an event that is no call, and such a decision can't wait";

/** The state of this moment. @throws TypeError if JSON can't represent it; what the function of the host throws */
async function readState(run: Run) {
  const { state } = await run.session.guardContext({ signal: run.signal });
  if (state === undefined) return undefined;
  const copied = jsonCopy(state);
  if (copied === undefined)
    throw new TypeError("the state of the session must be JSON, so that changes of it can be seen");
  return copied;
}

/** The verdict of a guard; a guard that throws ends the run. */
async function decided(
  run: Run,
  guard: Guard,
  decide: (context: GuardContext) => Promise<StateVerdict | undefined>,
): Promise<StateVerdict | undefined> {
  const context = await run.session.guardContext({ signal: run.signal });
  try {
    return await decide.call(guard, context);
  } catch (error) {
    run.signal.throwIfAborted();
    const reason = `a guard failed: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: "end", reason, decision: { passes: [] } };
  }
}

/** What the model reads of a verdict. */
function notesOf(verdict: StateVerdict): readonly Message[] {
  if (verdict.kind === "stop") return [userMessage(verdict.reason)];
  if (verdict.kind !== "allow" || verdict.notes === undefined || verdict.notes.length === 0) return [];
  return [userMessage(verdict.notes.join("\n"))];
}
