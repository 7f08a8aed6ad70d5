import {
  type Args,
  HelveError,
  type JsonValue,
  type ResultPart,
  type RunRecord,
  type SettleRecord,
  type ToolCall,
} from "@helve/core";
import { deepFreeze, frozenJson, jsonCopy, waitUnlessAborted } from "@helve/core/internal";
import type { Resumption, Tool } from "@helve/tool";
import { classifyError } from "../classify-error.ts";
import type { ErrorRule } from "../error-rules.ts";
import { abortedFailure, type Failure } from "../failure.ts";
import type { Middleware } from "../middleware.ts";
import { type RetryOptions, retryDelay } from "../retry.ts";
import { RunError } from "../run-error.ts";
import { eitherSignal, TimeLimit, timeoutReason } from "../time-limit.ts";
import { type Attempt, type AttemptOptions, type AttemptResult, attemptRun } from "./attempt-run.ts";
import { decodeUtf8, isBytes } from "./bytes.ts";
import type { CallResources } from "./call-context.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { settle } from "./settle.ts";

/**
 * The run and settle stages: runs the tool with the middleware around it, repeats an idempotent tool after a transient
 * error, and settles its value. Does nothing if the caller has aborted the call.
 *
 * @returns a promise only if the tool is asynchronous or idempotent, or there is middleware
 */
export function run(prepared: PreparedAction, options: RunOptions): RunResult | Promise<RunResult> {
  const { tool } = prepared;
  if (options.signal?.aborted === true) {
    return { ok: false, failure: abortedFailure("failed", tool.name), error: undefined };
  }
  const started = performance.now();
  const toolRun = new ToolRun(prepared, options);
  const running = options.middleware.length === 0 ? toolRun.result() : runMiddleware(toolRun, prepared, options);
  return running instanceof Promise
    ? running.then((settled) => toRunResult(settled, tool, options.errors, started, toolRun))
    : toRunResult(running, tool, options.errors, started, toolRun);
}

/** Options of {@link run}. */
export interface RunOptions {
  readonly call: ToolCall;
  /** The time limit of each attempt, in milliseconds; `Infinity` for none. */
  readonly timeout: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Receives the tool's progress; never throws. */
  readonly onProgress: (update: unknown) => void;
  /** The outermost middleware comes first. */
  readonly middleware: readonly Middleware[];
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
  /** What the session offers to tools. */
  readonly resources: CallResources | undefined;
  /** What a run that waited for an answer continues with. */
  readonly resumption: Resumption | undefined;
}

/** The result of the run and settle stages. */
export type RunResult = {
  /** The end of the run by `performance.now()`; absent if a ledger replayed the result. */
  readonly endedAt?: number;
  /** Absent if the caller aborted the call before the tool started. */
  readonly record?: RunRecord;
  /** Absent if there was no value to settle. */
  readonly settle?: SettleRecord;
} & (
  | {
      readonly ok: true;
      readonly parts: readonly ResultPart[];
      /** The value that the tool returned. */
      readonly value: unknown;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** The value that was thrown. */
      readonly error: unknown;
    }
);

/** Converts a settled run to the result of the stages, and classifies its error. */
function toRunResult(
  settled: SettledRun,
  tool: Tool,
  errors: readonly ErrorRule[],
  started: number,
  { attempts, failures, worstOutcome }: ToolRun,
): RunResult {
  const endedAt = performance.now();
  const duration = endedAt - started;
  if (settled.ok) {
    const { parts, value } = settled;
    return { ok: true, parts, value, endedAt, record: { outcome: "returned", duration, attempts }, settle: noIssues };
  }
  const { error } = settled;
  const { failure, runError } = classifyError(error, tool.name, errors, failures);
  // What failed after the tool, or after an attempt whose end nobody knows, does not undo what the tool did.
  const ownOutcome = runError?.outcome ?? (failure.error.code === "timeout" ? "timeout" : "threw");
  const outcome = worstOutcome ?? ownOutcome;
  const waiting = outcome === "pending" ? runError?.waiting : undefined;
  const record: RunRecord = { outcome, ...(waiting !== undefined && { waiting }), duration, attempts };
  return runError?.settle === undefined
    ? { ok: false, failure, error, endedAt, record }
    : { ok: false, failure, error, endedAt, record, settle: runError.settle };
}

const noIssues: SettleRecord = Object.freeze({ ok: true, issues: Object.freeze([]) });

/** The settled value of a run, or the error that ended it. */
type SettledRun =
  | { readonly ok: true; readonly parts: readonly ResultPart[]; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** Runs one tool for one action, as often as retries and middleware need, and counts the attempts. */
class ToolRun {
  attempts = 0;
  /** The errors that middleware received; absent if there are none. */
  failures: Set<unknown> | undefined;
  /** `returned` once the tool has returned a value, or else `timeout` or `aborted` once it is not known how an attempt ended. */
  worstOutcome: "returned" | "timeout" | "aborted" | undefined;
  /** True when the action's run has ended: no attempt starts after that. */
  isOver = false;
  readonly #prepared: PreparedAction;
  readonly #options: RunOptions;
  /** A copy of the input for repeated attempts: a tool may change the input that it receives. */
  readonly #inputCopy: JsonValue | undefined;

  constructor(prepared: PreparedAction, options: RunOptions) {
    this.#prepared = prepared;
    this.#options = options;
    const mayRepeat = prepared.tool.idempotent === true || options.middleware.length > 0;
    this.#inputCopy = mayRepeat ? jsonCopy(prepared.input) : undefined;
  }

  /** Runs the tool, with retries if it is idempotent, and settles its value. */
  result(): SettledRun | Promise<SettledRun> {
    if (this.#mayNotStart()) return { ok: false, error: abortedError(this.#prepared.tool) };
    if (this.#prepared.tool.idempotent === true) return this.#withRetries();
    const attempt = this.#attempt();
    return attempt instanceof Promise ? attempt.then((ended) => this.#settled(ended)) : this.#settled(attempt);
  }

  async #withRetries(): Promise<SettledRun> {
    const { tool } = this.#prepared;
    const { signal, errors, retry } = this.#options;
    for (let failures = 1; ; failures++) {
      const settled = await this.#settled(await this.#attempt());
      if (settled.ok) return settled;
      const delay = classifyError(settled.error, tool.name, errors).transient ? retryDelay(failures, retry) : undefined;
      if (delay === undefined) return settled;
      await waitUnlessAborted(delay, signal);
      if (this.#mayNotStart()) return { ok: false, error: abortedError(tool) };
    }
  }

  #mayNotStart(): boolean {
    return this.isOver || this.#options.signal?.aborted === true;
  }

  #attempt(): Attempt | Promise<Attempt> {
    const { tool, input, action } = this.#prepared;
    const { timeout, signal, onProgress, resources, resumption } = this.#options;
    const attemptOptions = { actionId: action.id, timeout, signal, onProgress, resources, resumption };
    if (this.attempts++ === 0) return attemptRun(tool, input, attemptOptions);
    const copy = jsonCopy(this.#inputCopy);
    return copy === undefined ? this.#attemptValidated(attemptOptions) : attemptRun(tool, copy, attemptOptions);
  }

  /** Repeats an attempt whose input JSON can't copy: the tool's schema creates the input from the arguments again. */
  async #attemptValidated(options: AttemptOptions): Promise<Attempt> {
    const { tool, action } = this.#prepared;
    try {
      const validated = await tool.validate?.(jsonCopy(action.args) as Args);
      if (validated?.ok === true) return await attemptRun(tool, validated.value, options);
      throw new TypeError("its arguments were valid before and are invalid now");
    } catch (error) {
      return { result: { outcome: "threw", error } };
    }
  }

  /** Settles the value of an attempt. What the tool changed in the store lasts only if that succeeds. */
  #settled({ result, context }: Attempt): SettledRun | Promise<SettledRun> {
    const settled = this.#settledValue(result);
    const storeCall = context?.storeCall;
    if (storeCall === undefined) return settled;
    if (!settled.ok) {
      storeCall.rollback();
      return settled;
    }
    return storeCall.commit().then(
      () => settled,
      (error: unknown) => ({ ok: false, error }),
    );
  }

  #settledValue(attempt: AttemptResult): SettledRun {
    const { tool } = this.#prepared;
    if (attempt.outcome === "returned") this.worstOutcome = "returned";
    else if (attempt.outcome !== "threw") this.worstOutcome ??= attempt.outcome;
    switch (attempt.outcome) {
      case "returned":
        return settleValue(attempt.value, tool);
      case "threw":
        return { ok: false, error: pendingError(attempt.error, tool) ?? attempt.error };
      case "aborted":
        return { ok: false, error: abortedError(tool) };
      case "timeout": {
        const message = `${tool.name} took longer than ${this.#options.timeout} ms and was stopped.`;
        const failure: Failure = { status: "failed", error: { code: "timeout", message }, recoverable: "model" };
        return { ok: false, error: new RunError(failure, "timeout") };
      }
    }
  }
}

/** Settles the value that a tool returned; an invalid value becomes a RunError. */
function settleValue(value: unknown, tool: Tool): SettledRun {
  try {
    const settled = settle(isBytes(value) ? decodeUtf8(value) : value, tool);
    return settled.ok
      ? { ok: true, parts: settled.value, value }
      : { ok: false, error: new RunError(settled.failure, "returned", { settle: settled.record }) };
  } catch (error) {
    return { ok: false, error }; // the bytes are not UTF-8
  }
}

/** Returns the error for a run that waits for an answer; `undefined` if it threw anything else, or the tool can't wait. */
function pendingError(error: unknown, { name, resume }: Tool): RunError | undefined {
  if (resume === undefined || !HelveError.is(error) || error.code !== "pending" || !("waiting" in error))
    return undefined;
  const waiting = frozenJson(error.waiting);
  if (waiting === undefined) return undefined;
  const message = `${name} waits for an answer: ${error.message}`;
  const failure: Failure = { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
  return new RunError(failure, "pending", { waiting });
}

/** Returns the error for a run whose caller aborted it. */
function abortedError(tool: Tool): RunError {
  return new RunError(abortedFailure("failed", tool.name), "aborted");
}

/** Calls the middleware, the first outermost, around the tool's run. The time limit applies to it without the tool's run. */
async function runMiddleware(
  toolRun: ToolRun,
  { action, tool }: PreparedAction,
  options: RunOptions,
): Promise<SettledRun> {
  const { call, middleware, timeout } = options;
  const limit = new TimeLimit(timeout);
  const controller = new AbortController();
  const signal = eitherSignal(options.signal, controller.signal);
  const settledByParts = new Map<unknown, SettledRun>();
  const runTool = async (): Promise<readonly ResultPart[]> => {
    const running = toolRun.result();
    const settled = running instanceof Promise ? await limit.uncounted(() => running) : running;
    if (!settled.ok) {
      toolRun.failures ??= new Set();
      toolRun.failures.add(settled.error);
      throw settled.error;
    }
    settledByParts.set(deepFreeze(settled.parts), settled);
    return settled.parts;
  };
  const runAll = middleware.reduceRight<() => Promise<readonly ResultPart[]>>((next, layer) => {
    if (layer.untimed !== true) return async () => layer(action, next, { tool, call, signal });
    return () => limit.uncounted(() => layer(action, () => limit.counted(next), { tool, call, signal }));
  }, runTool);
  try {
    const parts = await limit.race(runAll, options.signal);
    if (parts === "aborted") return { ok: false, error: abortedError(tool) };
    if (parts === "timeout") {
      controller.abort(timeoutReason(timeout));
      return { ok: false, error: middlewareTimeoutError(tool, timeout) };
    }
    return settledByParts.get(parts) ?? settleMiddlewareResult(parts, tool);
  } catch (error) {
    return { ok: false, error };
  } finally {
    toolRun.isOver = true;
  }
}

/** Returns the error for a run whose middleware did not end within the time limit, not counting the tool's run. */
function middlewareTimeoutError({ name }: Tool, timeout: number): RunError {
  const message = `${name} was stopped: its middleware took longer than ${timeout} ms.`;
  return new RunError({ status: "failed", error: { code: "timeout", message }, recoverable: "caller" }, "timeout");
}

/** Settles what a middleware returned in place of the tool's result; the tool's return schema doesn't apply to it. */
function settleMiddlewareResult(returned: unknown, { returns: _, ...tool }: Tool): SettledRun {
  const settled = settleValue(Array.isArray(returned) && returned.length === 0 ? undefined : returned, tool);
  return settled.ok ? { ...settled, value: valueFromParts(settled.parts) } : settled;
}

/** Returns a value that settles to the parts: the content of a single text or JSON part, else the parts themselves. */
function valueFromParts(parts: readonly ResultPart[]): unknown {
  const [part, ...more] = parts;
  return more.length === 0 && (part?.type === "text" || part?.type === "json") ? part.content : part && parts;
}
