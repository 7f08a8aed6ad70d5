import type { RunRecord, SettleRecord } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { classifyError } from "../classify-error.ts";
import { abortedFailure, type Failure } from "../failure.ts";
import type { OpenCall } from "../open-call.ts";
import type { AdmissionRecord } from "../run-ledger.ts";
import type { RunResult } from "../run-result.ts";
import { timeoutOf } from "../timeout-of.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { runMiddleware } from "./run-middleware.ts";
import { runOnce } from "./run-once.ts";
import { ToolRun } from "./tool-run.ts";

/**
 * The run and settle stages: runs the tool with the middleware around it as soon as the concurrency limits allow it, and only once
 * per call if there is a ledger.
 *
 * @param guard - the decision that admitted the action, for the ledger
 */
export function run(prepared: PreparedAction, call: OpenCall, guard: AdmissionRecord): Promise<RunResult> {
  const { limits } = call.pipeline;
  const ledger = call.session?.ledger ?? call.pipeline.ledger;
  const { tool, action } = prepared;
  const { signal } = call.options;
  if (ledger === undefined && !limits.applyTo(tool)) return runNow(prepared, call);
  const runInTurn = async (): Promise<RunResult> => {
    const wait = { signal, timeout: timeoutOf(tool, call, action.args) };
    const result = await limits.runInTurn(tool, wait, async () => ({
      result: await runNow(prepared, call),
      unended: call.unended,
    }));
    return result === "blocked" ? blockedRun(tool) : result;
  };
  return ledger === undefined ? runInTurn() : runOnce(ledger, { prepared, call, guard }, runInTurn);
}

/** The result of a run that did not start, because earlier runs keep their places after their time limits. */
function blockedRun({ name }: Tool): RunResult {
  const message = `${name} did not run: an earlier call did not stop at its time limit and still runs. Try again later.`;
  const failure: Failure = { status: "failed", error: { code: "blocked", message }, recoverable: "model" };
  return { ok: false, failure, error: undefined };
}

/** Does nothing if the caller has aborted the call. */
async function runNow(prepared: PreparedAction, call: OpenCall): Promise<RunResult> {
  if (call.options.signal?.aborted === true) {
    return { ok: false, failure: abortedFailure("failed", prepared.tool.name), error: undefined };
  }
  const started = performance.now();
  const toolRun = new ToolRun(prepared, call);
  try {
    const running = call.pipeline.middleware.length === 0 ? toolRun.run() : runMiddleware(toolRun);
    const { parts, value } = await running;
    const endedAt = performance.now();
    const record: RunRecord = { outcome: "returned", duration: endedAt - started, attempts: toolRun.attempts };
    return { ok: true, parts, value, endedAt, record, settle: noIssues };
  } catch (error) {
    return failedRun(error, toolRun, started);
  }
}

const noIssues: SettleRecord = Object.freeze({ ok: true, issues: Object.freeze([]) });

/** Classifies the error that ended a run. */
function failedRun(
  error: unknown,
  { prepared, call, attempts, failures, worstOutcome, isStillRunning }: ToolRun,
  started: number,
): RunResult {
  const endedAt = performance.now();
  const { failure, runError } = classifyError(error, prepared.tool.name, call.pipeline.errors, failures);
  // A failure after the tool, or after an attempt that may still run, does not undo what the tool did.
  const ownOutcome = runError?.outcome ?? (failure.error.code === "timeout" ? "timeout" : "threw");
  const outcome = worstOutcome ?? ownOutcome;
  const waiting = outcome === "pending" ? runError?.waiting : undefined;
  const stillRunning = isStillRunning ? true : undefined;
  const record = withoutUndefined({ outcome, stillRunning, waiting, duration: endedAt - started, attempts });
  const settle = runError?.settle;
  return { ok: false, failure, error, endedAt, record, settle };
}
