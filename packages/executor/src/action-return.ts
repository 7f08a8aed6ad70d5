import type { Action, ActionReturn, Observation, ResultPart, StageRecords, ToolCall, Verdict } from "@helve/core";
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
    verdict: lastVerdict(ending),
    duration,
    stages,
  };
}

function lastVerdict({ outcome, stages: { guard, run } }: Ending): Verdict | null {
  const unanswered = outcome.status === "stopped" && ["unexpected", "aborted"].includes(outcome.error.code);
  const verdicts = run === undefined ? guard?.verdicts : [...(guard?.verdicts ?? []), ...(guard?.after ?? [])];
  return unanswered ? null : (verdicts?.at(-1) ?? null);
}

/** What the model reads; one line comes first when something else ran than it asked for. */
export function observation(ending: Ending): Observation {
  const { outcome, stages } = ending;
  const isError = outcome.status !== "success";
  const parts: readonly ResultPart[] = isError
    ? [{ type: "text", content: outcome.observation ?? outcome.error.message }]
    : outcome.result;
  const change = stages.run === undefined ? undefined : changeOf(ending);
  return { parts: change === undefined ? parts : [{ type: "text", content: change }, ...parts], isError };
}

/** What ran instead of what the model asked for, when it was something else. */
function changeOf({ action, stages: { resolve, decode, guard } }: Ending): string | undefined {
  if (action === null || decode?.args === undefined) return undefined;
  const asked = resolve?.tool ?? action.name;
  if (action.name === asked && action.args === decode.args) return undefined;
  const rule = guard?.verdicts
    .flatMap((verdict) => verdict.decision.passes.flatMap((pass) => pass.enforcements))
    .findLast(({ enforcement }) => enforcement === "invoke_action")?.rule;
  if (action.insteadOf === undefined) return `${action.name} ran, changed to ${JSON.stringify(action.args)}.`;
  return `${rule === undefined ? "A guard" : `The rule @${rule}`} ran ${action.name} instead of ${asked}.`;
}
