import type { JsonValue } from "@helve/core";
import { exactJson, isObject } from "@helve/core/internal";
import type { Reconciliation } from "@helve/tool";
import { abortedFailure, type Failure } from "../failure.ts";
import { fromLedger } from "../ledger-failure.ts";
import type { OpenCall } from "../open-call.ts";
import { type AdmissionRecord, callText, type LedgerRun, type RunLedger } from "../run-ledger.ts";
import type { RunResult } from "../run-result.ts";
import { TimeLimit } from "../time-limit.ts";
import { timeoutOf } from "../timeout-of.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { settledValue } from "./tool-run.ts";

/**
 * Runs an action unless the ledger has its result. A run whose outcome is unknown, because its process ended, is repeated only if that has no
 * further effect, or is known not to have run: from the tool's `reconcile`, or from a person.
 *
 * @param ledger - begun before the tool is called
 * @param work - runs the tool
 */
export async function runOnce(
  ledger: RunLedger,
  { prepared, call, guard }: OnceOptions,
  work: () => Promise<RunResult>,
): Promise<RunResult> {
  const run = ledgerRun(prepared, call, guard);
  const { name } = prepared.tool;
  const state = await fromLedger(() => ledger.begin(run, call.options.signal));
  switch (state.kind) {
    case "ended":
      return asReplayed(state.result);
    case "aborted":
      return { ok: false, failure: abortedFailure("failed", name), error: undefined };
    case "begun":
      return runAndRecord(ledger, run, work);
    case "unknown":
      break;
  }
  const known = await reconcile(prepared, call, state.startedAt);
  if (known?.ran === false) return runAndRecord(ledger, run, work);
  const result =
    known === undefined ? unknownResult(prepared, call, state.startedAt) : reconciledResult(known, prepared);
  await fromLedger(() => (result.record?.outcome === "pending" ? ledger.leave(run) : ledger.end(run, result)));
  return result;
}

interface OnceOptions {
  readonly prepared: PreparedAction;
  readonly call: OpenCall;
  readonly guard: AdmissionRecord;
}

async function runAndRecord(ledger: RunLedger, run: LedgerRun, work: () => Promise<RunResult>): Promise<RunResult> {
  let result: RunResult;
  try {
    result = await work();
  } catch (error) {
    await fromLedger(() => ledger.forget(run));
    throw error;
  }
  // A run that the caller aborted before it started has no record.
  await fromLedger(() => (result.record === undefined ? ledger.forget(run) : ledger.end(run, result)));
  return result;
}

/** Describes a run for the ledger. */
function ledgerRun(
  { action }: PreparedAction,
  { recordedCall, guardedSession, resumption, depth }: OpenCall,
  guard: AdmissionRecord,
): LedgerRun {
  const { id: session } = guardedSession;
  const { id, name, args } = action;
  const answered = resumption === undefined ? [] : [resumption.waiting, resumption.answer];
  const key = exactJson([session ?? null, id, name, args, ...answered]);
  const isOwnCall = resumption === undefined && depth === 0;
  return { key, session, call: isOwnCall ? callText(recordedCall) : undefined, action, guard };
}

/** Finds out whether a run happened whose process ended; `undefined` if it is unknown. */
async function reconcile(
  prepared: PreparedAction,
  call: OpenCall,
  startedAt: number,
): Promise<Reconciliation | undefined> {
  const { tool, action } = prepared;
  if (call.reconciliation !== undefined) return call.reconciliation;
  if (tool.idempotent === true || tool.idempotencyKey === true) return { ran: false };
  if (tool.reconcile === undefined) return undefined;
  const lost = { args: action.args, startedAt, idempotencyKey: idempotencyKey(prepared, call) };
  const controller = new AbortController();
  try {
    const limit = new TimeLimit(timeoutOf(tool, call, action.args));
    const working = Promise.resolve(tool.reconcile(lost, controller.signal));
    const found = await limit.race(working, call.options.signal);
    return typeof found === "string" ? undefined : readReconciliation(found);
  } catch {
    return undefined; // a tool that can't tell leaves the outcome unknown
  } finally {
    controller.abort();
  }
}

/** Reads a report on whether a call ran; anything else counts as no report. */
export function readReconciliation(said: unknown): Reconciliation | undefined {
  if (!isObject(said)) return undefined;
  if (said["ran"] === false) return { ran: false };
  return said["ran"] === true ? { ran: true, result: said["result"] } : undefined;
}

/** The result of a run that is known to have run. */
function reconciledResult({ result }: Reconciliation & { readonly ran: true }, { tool }: PreparedAction): RunResult {
  const record = { outcome: "returned", duration: 0, attempts: 0, replayed: true } as const;
  if (result === undefined) {
    const content = `${tool.name} ran before its process ended; its result is not known.`;
    return { ok: true, parts: [{ type: "text", content }], value: undefined, record };
  }
  try {
    const { parts, value } = settledValue(result, tool);
    return { ok: true, parts, value, record, settle: { ok: true, issues: [] } };
  } catch (error) {
    const message = `${tool.name} ran before its process ended, but its result is invalid.`;
    return {
      ok: false,
      failure: { status: "failed", error: { code: "invalid_result", message }, recoverable: "caller" },
      error,
      record,
    };
  }
}

/** The result of a run of which nobody knows whether it ran: a person is asked, or the model reads it. */
function unknownResult({ tool }: PreparedAction, { pipeline, resumption }: OpenCall, startedAt: number): RunResult {
  const { name } = tool;
  const at = new Date(startedAt).toISOString();
  const fact = `${name}: it is not known whether the call ran, because its process ended after it was started at ${at}.`;
  if (pipeline.unknownRuns === "tell") {
    const message = `${fact} Find out before you call it again.`;
    const failure: Failure = { status: "failed", error: { code: "unknown_run", message }, recoverable: "model" };
    return { ok: false, failure, error: undefined, record: { outcome: "unknown", duration: 0, attempts: 0 } };
  }
  const message = `${fact} The answer { "ran": false } runs it, { "ran": true, "result": … } does not.`;
  const failure: Failure = { status: "pending", error: { code: "unknown_run", message }, recoverable: "caller" };
  const waiting: UnknownRun = {
    type: "helve.unknown_run",
    startedAt,
    ...(resumption !== undefined && { resumption: { waiting: resumption.waiting, answer: resumption.answer } }),
  };
  return { ok: false, failure, error: undefined, record: { outcome: "pending", waiting, duration: 0, attempts: 0 } };
}

/** The state of a call that waits because its outcome is unknown. */
export type UnknownRun = {
  readonly type: "helve.unknown_run";
  readonly startedAt: number;
  /** With what the run continued, if it had waited before. */
  readonly resumption?: { readonly waiting: JsonValue; readonly answer: JsonValue };
};

/** Returns what a call waits with if its outcome is unknown. */
export function readUnknownRun(waiting: JsonValue | undefined): UnknownRun | undefined {
  return isObject(waiting) && waiting["type"] === "helve.unknown_run" ? (waiting as UnknownRun) : undefined;
}

/** Returns a recorded result, marked as not run again. */
function asReplayed({ endedAt: _, ...result }: RunResult): RunResult {
  return result.record === undefined ? result : { ...result, record: { ...result.record, replayed: true } };
}
