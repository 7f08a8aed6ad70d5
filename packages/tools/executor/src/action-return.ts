import type {
  Action,
  ActionReturn,
  ActionValidity,
  Observation,
  ResultPart,
  RunRecord,
  StageRecords,
  Step,
  StepStatus,
  ToolCall,
  Truncation,
  Verdict,
} from "@helve/core";
import type { Failure } from "./failure.ts";
import { repairKindsOf } from "./repairs.ts";
import type { ToolEntry } from "./tool-table.ts";

/** Creates the action return of a call that has ended. */
export function createActionReturn(
  call: ToolCall,
  ending: CallEnding,
  { duration, endedAt, session }: { duration: number; endedAt: number; session: string | undefined },
): ActionReturn {
  const { action, outcome, stages } = ending;
  const failure = outcome.status === "success" ? undefined : outcome;
  return {
    id: call.id,
    type: action?.name ?? stages.resolve?.tool ?? call.name,
    call,
    args: action?.args ?? null,
    status: outcome.status,
    valid: actionValidity(ending),
    result: outcome.status === "success" ? outcome.result : null,
    errmsg: failure?.error.message ?? null,
    error: failure?.error ?? null,
    recoverable: failure?.recoverable ?? null,
    observation: observationOf(ending),
    truncated: outcome.status === "success" ? totalTruncation(outcome.result) : null,
    repairs: stages.decode?.repairs ?? [],
    verdict: decidingVerdict(ending),
    ...(outcome.status === "pending" && session !== undefined && { session }),
    duration,
    endedAt,
    stages,
  };
}

/**
 * Returns the step that a call adds to a trajectory.
 *
 * @returns `undefined` if the call never became an action, because its tool is unknown or its arguments are invalid, and while
 *   it waits for an answer: a pending call adds its step when it is resumed
 *
 * @example
 * const step = toStep(await executor.execute(call, { trajectory }));
 * if (step) trajectory.push(step);
 */
export function toStep(actionReturn: ActionReturn): Step | undefined {
  const { id, type, args, status, result, observation, repairs, stages, endedAt } = actionReturn;
  if (args === null || status === "pending") return undefined;
  const repairKinds = repairKindsOf(repairs);
  const action = stages.guard?.action ?? { id, name: type, args, ...(repairKinds && { repairKinds }) };
  // Notes of guards quote arguments of the model: they are no result of the tool, so no value comes from them.
  const parts = status === "success" && result !== null ? result : observation.parts;
  return {
    action,
    observation: { parts, isError: observation.isError },
    ran: stages.run !== undefined,
    endedAt,
    status: stepStatus(stages.run),
  };
}

/** The final status of a step, by its run alone: a result that a guard withheld, or that did not fit its schema, was still produced. */
export function stepStatus(run: RunRecord | undefined): StepStatus {
  if (run === undefined) return "stopped";
  if (run.outcome === "returned") return "success";
  return run.outcome === "threw" ? "failed" : "timed_out";
}

/** The end of a call: all inputs of its action return. */
export interface CallEnding {
  /** `null` if the call never became an action. */
  readonly action: Action | null;
  /** The tool that ran, or would have run; absent if the name is unknown. */
  readonly entry?: ToolEntry | undefined;
  readonly outcome: Failure | { readonly status: "success"; readonly result: readonly ResultPart[] };
  readonly stages: StageRecords;
  /** Guards' notes for the model before the result, one line each. */
  readonly notes?: readonly string[];
  /** Guards' notes for the model after the result, one line each. */
  readonly notesAfter?: readonly string[];
  /** The end of the run by `performance.now()`, if nothing after it took time. */
  readonly endedAt?: number | undefined;
  /** The value that the tool returned. */
  readonly value?: unknown;
  /** The value that the tool threw. */
  readonly error?: unknown;
}

/**
 * Returns Lagent's validity of a call: `FINISH` for the finish action, `INVALID` for an unknown tool or the no action.
 */
function actionValidity({ entry, outcome }: CallEnding): ActionValidity {
  if (entry === undefined || entry.special === "none") return "INVALID";
  return entry.special === "finish" && outcome.status === "success" ? "FINISH" : "OPEN";
}

/** Returns how many bytes all truncated text parts had and have; `null` if no part was truncated. */
function totalTruncation(parts: readonly ResultPart[]): Truncation | null {
  let total: Truncation | null = null;
  for (const part of parts) {
    if (part.type !== "text" || part.truncated === undefined) continue;
    const { bytes, from } = part.truncated;
    total = total === null ? { bytes, from } : { bytes: total.bytes + bytes, from: total.from + from };
  }
  return total;
}

/** Returns the verdict that withheld the result, or else the last one before the run; `null` if no verdict decided. */
function decidingVerdict({ outcome, stages: { guard } }: CallEnding): Verdict | null {
  if (guard === undefined) return null;
  const { verdicts, after } = guard;
  if (outcome.status === "pending") return verdicts.findLast(({ kind }) => kind === "pending") ?? null;
  if (outcome.status === "stopped" && ["unexpected", "aborted", "timeout"].includes(outcome.error.code)) return null;
  return after.find(({ kind }) => kind !== "allow") ?? verdicts.at(-1) ?? null;
}

/** Returns what the model reads: notes of guards, a line if another action ran than the model called, the result, notes. */
export function observationOf(ending: CallEnding): Observation {
  const { outcome, stages, notes = [], notesAfter = [] } = ending;
  const isError = outcome.status !== "success";
  const parts: readonly ResultPart[] = isError
    ? [{ type: "text", content: outcome.observation ?? outcome.error.message }]
    : outcome.result;
  if (stages.run === undefined) return { parts, isError };
  const notesBefore = [...notes, ...replacementNotes(ending)];
  if (notesBefore.length === 0 && notesAfter.length === 0) return { parts, isError };
  return { parts: [...textPart(notesBefore), ...parts, ...textPart(notesAfter)], isError };
}

function textPart(lines: readonly string[]): readonly ResultPart[] {
  return lines.length === 0 ? [] : [{ type: "text", content: lines.join("\n") }];
}

/** Returns a note if an action ran in place of the model's call, unless a guard's own notes say it. */
function replacementNotes({ action, stages: { resolve, decode }, notes = [] }: CallEnding): readonly string[] {
  if (action === null || decode?.args === undefined) return [];
  const called = resolve?.tool ?? action.name;
  if (action.name === called && action.args === decode.args) return [];
  if (action.replaces === undefined) return [`${action.name} ran, changed to ${JSON.stringify(action.args)}.`];
  if (notes.length > 0) return [];
  const guard = action.invokedBy === undefined ? "A guard" : `The rule @${action.invokedBy}`;
  return [`${guard} ran ${action.name} instead of ${called}.`];
}
