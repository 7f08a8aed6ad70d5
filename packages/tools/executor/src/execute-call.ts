import type { ActionReturn, StageRecords } from "@helve/core";
import { markFrozenJson } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import { executeAction } from "./execute-action.ts";
import { abortedFailure, unexpectedFailure } from "./failure.ts";
import type { Observers } from "./observers.ts";
import type { ActionScope } from "./pipeline.ts";
import { repairKindsOf } from "./repairs.ts";
import { type DecodeResult, decode, validationTimeout } from "./stages/decode.ts";
import type { ActionStages, PreparedAction } from "./stages/prepare-action.ts";
import { resolve } from "./stages/resolve.ts";
import { TimeLimit } from "./time-limit.ts";
import type { ToolEntry } from "./tool-table.ts";

/**
 * Executes a call: resolve, decode, then {@link executeAction} with guard, run and settle. A stage that fails ends the call.
 * The function waits only for a stage that is asynchronous.
 *
 * @param finish - creates the action return
 */
export async function executeCall(
  scope: ActionScope,
  finish: (ending: CallEnding) => ActionReturn,
): Promise<ActionReturn> {
  try {
    const preparing = prepareCall(scope, scope.pipeline.observers);
    const call = preparing instanceof Promise ? await preparing : preparing;
    if (!call.ok) return finish(call.ending);
    const executed = executeAction(call.prepared, call.stages, scope, finish);
    return executed instanceof Promise ? await executed : executed;
  } catch (error) {
    return finish(unexpectedEnding(scope, error));
  }
}

/** Returns the ending of a call that failed though no guard and no tool did. */
export function unexpectedEnding({ recordedCall }: ActionScope, error: unknown): CallEnding {
  const outcome = unexpectedFailure("failed", `${recordedCall.name} failed`, error);
  return { action: null, outcome, stages: {}, error };
}

/**
 * Resolves and decodes a call.
 *
 * @param observers - get the events of the two stages
 * @returns a promise only if the tool's own schema is asynchronous
 */
export function prepareCall(scope: ActionScope, observers: Observers): PreparedCall | Promise<PreparedCall> {
  const { call, recordedCall, pipeline, options } = scope;
  const { signal } = options;
  const resolved = resolve(recordedCall.name, pipeline.tools);
  const { record } = resolved;
  if (observers.hasListeners) observers.emit("action:resolved", { call: recordedCall, record });
  if (!resolved.ok) return failedCall({ outcome: resolved.failure, stages: { resolve: record } });
  const entry = resolved.value;
  const { tool } = entry;
  const complete = (decoded: DecodeResult | "aborted"): PreparedCall => {
    if (decoded === "aborted") {
      return failedCall({ entry, outcome: abortedFailure("failed", tool.name), stages: { resolve: record } });
    }
    const stages = { resolve: record, decode: decoded.record };
    if (observers.hasListeners) observers.emit("action:decoded", { call: recordedCall, record: decoded.record });
    if (!decoded.ok) return failedCall({ entry, outcome: decoded.failure, stages });
    const { args, input } = decoded.value;
    const repairKinds = repairKindsOf(decoded.record.repairs);
    const action = markFrozenJson({ id: recordedCall.id, name: tool.name, args, ...(repairKinds && { repairKinds }) });
    return { ok: true, prepared: { action, tool, entry, input }, stages };
  };
  if (signal?.aborted === true) return complete("aborted");
  const decoding = decode(call.arguments, tool, entry.parser ?? pipeline.parser, pipeline.refusedRepairs);
  if (!(decoding instanceof Promise)) return complete(decoding);
  const timeout = options.timeout ?? tool.timeout ?? pipeline.timeout;
  const inTime = new TimeLimit(timeout).race(() => decoding, signal);
  return inTime.then((decoded) => complete(decoded === "timeout" ? validationTimeout(tool, timeout) : decoded));
}

/** A call that became an action, or how it ended. */
type PreparedCall =
  | { readonly ok: true; readonly prepared: PreparedAction; readonly stages: ActionStages }
  | { readonly ok: false; readonly ending: CallEnding };

function failedCall(ending: {
  readonly entry?: ToolEntry;
  readonly outcome: CallEnding["outcome"];
  readonly stages: StageRecords;
}): PreparedCall {
  return { ok: false, ending: { action: null, ...ending } };
}
