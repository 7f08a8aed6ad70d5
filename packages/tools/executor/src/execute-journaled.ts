import type { ActionReturn, GuardRecord, Step } from "@helve/core";
import { type CallEnding, toStep } from "./action-return.ts";
import { continueCall } from "./continue-call.ts";
import { executeCall } from "./execute-call.ts";
import { fromLedger } from "./ledger-failure.ts";
import type { OpenCall } from "./open-call.ts";
import { callText } from "./run-ledger.ts";

/**
 * Executes a call of a session with a journal. If its run was begun by a process that ended, the action was admitted then: it is in flight for
 * every other decision, and is continued without a new one.
 *
 * @param ready - fulfilled when every step that was recorded at the same time is in the history
 */
export async function executeJournaled(call: OpenCall, ready: () => Promise<void>): Promise<CallEnding> {
  const { session, recordedCall, pipeline } = call;
  const ledger = session?.ledger ?? pipeline.ledger;
  const begun = await fromLedger(async () => ledger?.find?.({ session: session?.id, call: callText(recordedCall) }));
  if (begun !== undefined) session?.history.admit(recordedCall, begun.action);
  await ready();
  return begun === undefined ? executeCall(call) : continueCall(call, begun);
}

/** The trajectory steps that a call has added: those of the actions that guards invoked for it, then its own. */
export function stepsOfReturn(actionReturn: ActionReturn): readonly Step[] {
  const { guard } = actionReturn.stages;
  const own = toStep(actionReturn);
  return [...(guard === undefined ? [] : invokedSteps(guard)), ...(own === undefined ? [] : [own])];
}

/** Lists the steps that guards invoked. */
function invokedSteps({ earlier = [], invoked = [] }: GuardRecord): readonly Step[] {
  return [...earlier.flatMap(invokedSteps), ...invoked.flatMap(stepsOfReturn)];
}
