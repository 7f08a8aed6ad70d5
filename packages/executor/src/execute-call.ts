import type { ActionReturn } from "@helve/core";
import { markFrozenJson, unlessAborted } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import { executeAction } from "./execute-action.ts";
import { abortedFailure, unexpectedFailure } from "./failure.ts";
import type { ActionScope } from "./pipeline.ts";
import { repairKindsOf } from "./repairs.ts";
import { decode } from "./stages/decode.ts";
import { resolve } from "./stages/resolve.ts";

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
  const { call, recordedCall, pipeline, options } = scope;
  const { tools, observers } = pipeline;
  const { signal } = options;
  try {
    const resolved = resolve(recordedCall.name, tools);
    if (observers.hasListeners) observers.emit("action:resolved", { call: recordedCall, record: resolved.record });
    if (!resolved.ok) return finish({ action: null, outcome: resolved.failure, stages: { resolve: resolved.record } });
    const entry = resolved.value;
    const { tool } = entry;

    const decoding =
      signal?.aborted === true
        ? "aborted"
        : decode(call.arguments, tool, entry.parser ?? pipeline.parser, pipeline.refusedRepairs);
    const decoded = decoding instanceof Promise ? await unlessAborted(() => decoding, signal) : decoding;
    if (decoded === "aborted") {
      const outcome = abortedFailure("failed", tool.name);
      return finish({ action: null, entry, outcome, stages: { resolve: resolved.record } });
    }
    const stages = { resolve: resolved.record, decode: decoded.record };
    if (observers.hasListeners) observers.emit("action:decoded", { call: recordedCall, record: decoded.record });
    if (!decoded.ok) return finish({ action: null, entry, outcome: decoded.failure, stages });

    const { args, input } = decoded.value;
    const repairKinds = repairKindsOf(decoded.record.repairs);
    const action = markFrozenJson({ id: recordedCall.id, name: tool.name, args, ...(repairKinds && { repairKinds }) });
    const executed = executeAction({ action, tool, entry, input }, stages, scope, finish);
    return executed instanceof Promise ? await executed : executed;
  } catch (error) {
    const outcome = unexpectedFailure("failed", `${recordedCall.name} failed`, error);
    return finish({ action: null, outcome, stages: {}, error });
  }
}
