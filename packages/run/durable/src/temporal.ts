/** The subpath `@helve/durable/temporal`: activities of Temporal that execute calls of tools. */
import type { ActionReturn } from "@helve/core";
import type { Session } from "@helve/executor";
import { Context } from "@temporalio/activity";
import type { CallHandlerOptions, QueuedCall } from "./call-handler.ts";

/**
 * Creates activities that execute calls. Temporal repeats an activity whose worker has ended; the ledger keeps its call from running twice. Rules
 * that look back see only the call itself: each call has a session of its own, with the id of the workflow's run.
 *
 * The types are checked against `@temporalio/activity`. Helve's tests run the activities without a server of Temporal.
 *
 * @example
 * const activities = toolActivities({ executor, ledger: postgresLedger(pool) });
 * await Worker.create({ activities, workflowsPath, taskQueue: "payments" });
 * // in the workflow
 * const { executeCall } = proxyActivities<ToolActivities>({ startToCloseTimeout: "1 minute" });
 * const paid = await executeCall({ name: "pay", arguments: { to: "mum" } });
 */
export function toolActivities({ executor, ledger, session }: CallHandlerOptions): ToolActivities {
  /** Runs work in a Temporal activity, with a session and heartbeats. */
  async function inActivity(execute: (session: Session, activityId: string) => Promise<ActionReturn>) {
    const context = Context.current();
    const { activityId, activityRunId, workflowExecution, heartbeatTimeoutMs } = context.info;
    const id = workflowExecution?.runId ?? activityRunId ?? activityId;
    const signal = context.cancellationSignal;
    // Temporal cancels an activity in the reply to a heartbeat.
    const beat = heartbeatTimeoutMs && setInterval(() => context.heartbeat(), heartbeatTimeoutMs / 3);
    try {
      const result = await execute(executor.session({ ...session?.(id), id, ledger, signal }), activityId);
      return signal.aborted ? await context.cancelled : result;
    } finally {
      if (beat) clearInterval(beat);
    }
  }

  return {
    executeCall: (call) => inActivity((session, id) => session.execute({ ...call, id: call.id ?? id })),
    resumeCall: (actionReturn, answer) => inActivity((session) => session.resume(actionReturn, answer)),
  };
}

/** The activities of {@link toolActivities}, for `proxyActivities` in a workflow. */
export interface ToolActivities {
  /** Executes a call, whose id is by default the activity's. A call that waits for a person is returned as `pending`. */
  executeCall(call: QueuedCall & { readonly id?: string | undefined }): Promise<ActionReturn>;
  /** Continues a call that waits for an answer, like `session.resume`. */
  resumeCall(actionReturn: ActionReturn, answer: unknown): Promise<ActionReturn>;
}
