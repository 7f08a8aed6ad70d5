import type {
  Action,
  ActionReturn,
  ActionValidity,
  Observation,
  ResultPart,
  StageRecords,
  ToolCall,
  Truncation,
  Verdict,
} from "@helve/core";
import type { Failure } from "./failure.ts";
import type { Entry } from "./tool-table.ts";

/** How far a call got, and how it ended. */
export interface Ending {
  /** `null` when the call never became an action. */
  readonly action: Action | null;
  /** The tool that ran, or would have; absent when there is none. */
  readonly entry?: Entry;
  readonly outcome: Failure | Success;
  readonly stages: StageRecords;
  /** What the guards have to say before what came of the run, and after it; a line each. */
  readonly notes?: readonly string[];
  readonly lastNotes?: readonly string[];
  /** When its run ended, if nothing took time after it, by the clock of `performance.now()`. */
  readonly endedAt?: number | undefined;
  /** What the tool itself gave back. */
  readonly value?: unknown;
  /** What the tool itself threw. */
  readonly error?: unknown;
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
    valid: validity(ending),
    result: outcome.status === "success" ? outcome.result : null,
    errmsg: failure?.error.message ?? null,
    error: failure?.error ?? null,
    recoverable: failure?.recoverable ?? null,
    observation: observation(ending),
    truncated: outcome.status === "success" ? truncation(outcome.result) : null,
    repairs: stages.decode?.repairs ?? [],
    verdict: decidingVerdict(ending),
    duration,
    stages,
  };
}

function validity({ entry, outcome }: Ending): ActionValidity {
  if (entry === undefined || entry.special === "none") return "INVALID";
  return entry.special === "finish" && outcome.status === "success" ? "FINISH" : "OPEN";
}

function truncation(parts: readonly ResultPart[]): Truncation | null {
  let sum: Truncation | null = null;
  for (const part of parts) {
    if (part.type === "text" && part.truncated !== undefined) sum = added(sum, part.truncated);
  }
  return sum;
}

function added(sum: Truncation | null, { bytes, from }: Truncation): Truncation {
  return sum === null ? { bytes, from } : { bytes: sum.bytes + bytes, from: sum.from + from };
}

function decidingVerdict({ outcome, stages: { guard } }: Ending): Verdict | null {
  if (guard === undefined) return null;
  const { verdicts, after } = guard;
  if (outcome.status === "pending") return verdicts.findLast(({ kind }) => kind === "pending") ?? null;
  if (outcome.status === "stopped" && ["unexpected", "aborted"].includes(outcome.error.code)) return null;
  return after.find(({ kind }) => kind !== "allow") ?? verdicts.at(-1) ?? null;
}

/** What the model reads. It begins with what the guards have to say, and with what ran when it asked for something else. */
export function observation(ending: Ending): Observation {
  const { outcome, stages, notes = [], lastNotes = [] } = ending;
  const isError = outcome.status !== "success";
  const parts: readonly ResultPart[] = isError
    ? [{ type: "text", content: outcome.observation ?? outcome.error.message }]
    : outcome.result;
  if (stages.run === undefined) return { parts, isError };
  const first = [...notes, ...changesOf(ending)];
  if (first.length === 0 && lastNotes.length === 0) return { parts, isError };
  return { parts: [...lines(first), ...parts, ...lines(lastNotes)], isError };
}

function lines(given: readonly string[]): readonly ResultPart[] {
  return given.length === 0 ? [] : [{ type: "text", content: given.join("\n") }];
}

/** What ran instead of what the model asked for, when it was something else. A guard that invokes says so itself, or not. */
function changesOf({ action, stages: { resolve, decode }, notes = [] }: Ending): readonly string[] {
  if (action === null || decode?.args === undefined) return [];
  const asked = resolve?.tool ?? action.name;
  if (action.name === asked && action.args === decode.args) return [];
  if (action.replaces === undefined) return [`${action.name} ran, changed to ${JSON.stringify(action.args)}.`];
  return notes.length > 0 ? [] : [`${inWords(action)} ran ${action.name} instead of ${asked}.`];
}

function inWords({ invokedBy }: Action): string {
  return invokedBy === undefined ? "A guard" : `The rule @${invokedBy}`;
}
