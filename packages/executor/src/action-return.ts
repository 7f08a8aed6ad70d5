import type { Action, ActionReturn, Observation, ResultPart, StageRecords, ToolCall } from "@helve/core";
import type { Failure } from "./failure.ts";

/** How far a call got, and how it ended. */
export interface Ending {
  /** `null` when the call never became an action. */
  readonly action: Action | null;
  readonly outcome: Failure | Success;
  readonly stages: StageRecords;
}

/** What a tool gave back. */
interface Success {
  readonly status: "success";
  readonly result: readonly ResultPart[];
}

/** @param duration - from the call's arrival to its end, in milliseconds */
export function actionReturn(call: ToolCall, ending: Ending, duration: number): ActionReturn {
  const { action, outcome, stages } = ending;
  const failure = outcome.status === "success" ? undefined : outcome;
  return {
    id: call.id,
    type: action?.name ?? stages.resolve?.tool ?? call.name,
    call,
    args: action?.args ?? null,
    status: outcome.status,
    result: outcome.status === "success" ? outcome.result : null,
    errmsg: failure?.error.message ?? null,
    error: failure?.error ?? null,
    recoverable: failure?.recoverable ?? null,
    observation: observation(ending),
    repairs: stages.decode?.repairs ?? [],
    verdict: stages.guard?.after.at(-1) ?? stages.guard?.verdicts.at(-1) ?? null,
    duration,
    stages,
  };
}

/** What the model reads; when a rule put the action in another's place, one line that says so comes first. */
export function observation({ action, outcome, stages }: Ending): Observation {
  if (outcome.status !== "success") {
    return { parts: [{ type: "text", content: outcome.observation ?? outcome.error.message }], isError: true };
  }
  if (action?.insteadOf === undefined) return { parts: outcome.result, isError: false };
  const content = `${invoker(stages)} ran ${action.name} instead of ${action.insteadOf.name}.`;
  return { parts: [{ type: "text", content }, ...outcome.result], isError: false };
}

function invoker({ guard }: StageRecords): string {
  const enforcement = guard?.verdicts
    .flatMap((verdict) => verdict.decision.passes.flatMap((pass) => pass.enforcements))
    .findLast((record) => record.outcome === "invoked");
  return enforcement === undefined ? "A guard" : `The rule @${enforcement.rule}`;
}
