import { type JsonSigner, jsonSigner } from "@helve/core/internal";
import type { AgentOutcome } from "../agent-outcome.ts";
import { questionsOf } from "../pending-question.ts";
import type { PendingRun, TurnCall } from "../pending-run.ts";
import type { Run } from "./run.ts";
import { toolMessages } from "./run-turn.ts";

/**
 * The outcome of a run that waits for answers.
 *
 * @param end - how many messages of the conversation come before the results of the calls
 */
export async function pendingOutcome(
  run: Run,
  kind: PendingRun["kind"],
  end: number,
  turn: readonly TurnCall[],
): Promise<AgentOutcome> {
  const { conversation, waiting, prompt, session, state, toolChoice, usage, cost, steps, calls, attempts, elapsed } =
    run;
  const { earlier } = run;
  const before = conversation.messages.slice(0, end);
  const notes = conversation.messages.slice(end);
  const pending: PendingRun = {
    version: 1,
    id: crypto.randomUUID(),
    session: session.id,
    kind,
    messages: before,
    notes,
    turn,
    waiting,
    prompt,
    trajectory: session.trajectory,
    earlier,
    state,
    toolChoice,
    usage,
    cost,
    steps,
    calls,
    attempts,
    elapsed,
  };
  const messages = [...before, ...toolMessages(turn), ...notes];
  const copy: PendingRun = JSON.parse(JSON.stringify(pending));
  const stored = await signed(copy, run.options.signingKey);
  return { ...run.summary, messages, status: "pending", questions: questionsOf(stored), run: stored };
}

/** Adds the signature, if there is a key. */
async function signed(run: PendingRun, key: string | Uint8Array | undefined): Promise<PendingRun> {
  return key === undefined ? run : { ...run, signature: await runSigner(key).sign(run) };
}

/** Creates the signer of pending runs. @throws TypeError if the key is too short */
export function runSigner(key: string | Uint8Array): JsonSigner {
  return jsonSigner(key, "signingKey");
}
