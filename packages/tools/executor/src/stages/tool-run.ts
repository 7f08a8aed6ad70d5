/** Runs a tool for an action, with retries, a time limit and middleware. */
import { type Args, HelveError, type JsonValue, type ResultPart, type ToolContext } from "@helve/core";
import { freezeCopy, jsonCopy, waitUnlessAborted } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { CallContext } from "../call-context.ts";
import { classifyError } from "../classify-error.ts";
import { withPartialOutput } from "../error-rules.ts";
import { abortedFailure, type Failure } from "../failure.ts";
import { callListener } from "../observers.ts";
import type { OpenCall } from "../open-call.ts";
import { retryDelay } from "../retry.ts";
import { RunError } from "../run-error.ts";
import { isThenable, TimeLimit } from "../time-limit.ts";
import { timeoutOf } from "../timeout-of.ts";
import { truncateForModel } from "../truncate-text.ts";
import { decodeUtf8, isBytes } from "./bytes.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { isValueSource } from "./read-values.ts";
import { settle } from "./settle.ts";
import { type Interruption, type LateEnd, valueInTime } from "./value-in-time.ts";

/** The longest time that a tool has to react to its signal after its time limit, in milliseconds; at most the limit itself. */
const maxGrace = 1000;

/** Runs one tool for one action, as often as retries and middleware need, and counts the attempts. */
export class ToolRun {
  readonly prepared: PreparedAction;
  readonly call: OpenCall;
  /** The time limit of each attempt, in milliseconds; `Infinity` for none. */
  readonly timeout: number;
  attempts = 0;
  /** The errors that middleware received; absent until it receives the first. */
  failures: Set<unknown> | undefined;
  /** `returned` once the tool has returned a value, or else `timeout` or `aborted` once it is not known how an attempt ended. */
  worstOutcome: "returned" | "timeout" | "aborted" | undefined;
  /** True if an attempt had not ended a moment after its time limit. */
  isStillRunning = false;
  /** The real end of the last attempt, if nobody waits for it any longer and it has not ended. */
  #unended: Promise<LateEnd> | undefined;
  /** True when the action's run has ended: no attempt starts after that. */
  isOver = false;
  /** A copy of the input for repeated attempts: a tool may change the input that it receives. */
  readonly #inputCopy: JsonValue | undefined;
  #key: string | undefined;

  constructor(prepared: PreparedAction, call: OpenCall) {
    this.prepared = prepared;
    this.call = call;
    this.timeout = timeoutOf(prepared.tool, call, prepared.action.args);
    const mayRepeat = prepared.tool.idempotent === true || call.pipeline.middleware.length > 0;
    this.#inputCopy = mayRepeat ? jsonCopy(prepared.input) : undefined;
  }

  /** The same for each attempt. */
  get #idempotencyKey(): string {
    this.#key ??= idempotencyKey(this.prepared, this.call);
    return this.#key;
  }

  /**
   * Runs the tool, again after a transient error if it is idempotent, and settles its value.
   *
   * @throws what the tool threw; RunError if the run has no result for another reason
   */
  run(): Promise<SettledValue> {
    return this.prepared.tool.idempotent === true ? this.#runWithRetries() : this.#attempt();
  }

  async #runWithRetries(): Promise<SettledValue> {
    const { errors, retry } = this.call.pipeline;
    for (let failures = 1; ; failures++) {
      this.#throwIfOver();
      try {
        return await this.#attempt();
      } catch (error) {
        const { transient } = classifyError(error, this.prepared.tool.name, errors);
        const delay = transient ? retryDelay(failures, retry) : undefined;
        if (delay === undefined || !(await this.#hasEnded())) throw error;
        await waitUnlessAborted(delay, this.call.options.signal);
      }
    }
  }

  #throwIfOver(): void {
    if (this.isOver || this.call.options.signal?.aborted === true) throw abortedError(this.prepared.tool);
  }

  /** Runs one attempt. Its changes in the store are only kept if its value can be settled. */
  async #attempt(): Promise<SettledValue> {
    this.#throwIfOver();
    const { tool, action } = this.prepared;
    if (this.#unended !== undefined && !(await this.#hasEnded())) throw timeoutError(tool, this.timeout, "timeout");
    const { options, session, resumption } = this.call;
    const { signal } = options;
    const input = this.attempts++ === 0 ? this.prepared.input : await this.#repeatedInput();
    const controller = new AbortController();
    const onProgress = this.#onProgress;
    const resources = session?.resources;
    const context = new CallContext(controller.signal, {
      actionId: action.id,
      idempotencyKey: () => this.#idempotencyKey,
      onProgress,
      resources,
    });
    let settled: SettledValue;
    try {
      // The packages of stores and sandboxes say what the members are that the executor only passes on.
      const toolContext = context as object as ToolContext;
      const returned =
        resumption === undefined ? tool.execute(input, toolContext) : tool.resume?.(resumption, toolContext);
      const isAsync = isThenable(returned) || isValueSource(returned);
      const ended = isAsync
        ? await valueInTime(returned, new TimeLimit(this.timeout), { controller, onProgress, signal })
        : { value: returned };
      if ("reason" in ended) throw await this.#interruptionError(ended);
      this.worstOutcome = "returned";
      settled = settledValue(ended.value, tool);
    } catch (error) {
      context.storeCall?.rollback();
      throw pendingError(error, tool) ?? error;
    }
    if (context.storeCall !== undefined) await context.storeCall.commit();
    return settled;
  }

  /**
   * Returns the error for an attempt for which nobody waits any longer. At its time limit, a tool gets a moment to react to its signal,
   * so that the error tells whether it has stopped, and what it had printed.
   */
  async #interruptionError({ reason, end }: Interruption): Promise<RunError> {
    const { tool } = this.prepared;
    this.worstOutcome ??= reason;
    this.#unended = end;
    void end.then(() => {
      if (this.#unended === end) this.#unended = undefined;
    });
    this.call.addUnended(end);
    if (reason === "aborted") return abortedError(tool);
    const late = await new TimeLimit(Math.min(this.timeout, maxGrace)).race(end, this.call.options.signal);
    this.isStillRunning = typeof late === "string";
    return timeoutError(tool, this.timeout, late);
  }

  /** Waits until an earlier attempt has really ended, at most for the time limit of an attempt. @returns false if it has not */
  async #hasEnded(): Promise<boolean> {
    if (this.#unended === undefined) return true;
    const ended = await new TimeLimit(this.timeout).race(this.#unended, this.call.options.signal);
    if (typeof ended === "object") this.isStillRunning = false;
    return typeof ended === "object";
  }

  /** The input of a repeated attempt. If JSON can't copy it, the tool's schema creates it from the arguments again. */
  async #repeatedInput(): Promise<unknown> {
    const copy = jsonCopy(this.#inputCopy);
    if (copy !== undefined) return copy;
    const { tool, action } = this.prepared;
    const validated = await tool.validate?.(jsonCopy(action.args) as Args);
    if (validated?.ok === true) return validated.value;
    throw new TypeError("its arguments were valid before and are invalid now");
  }

  readonly #onProgress = (update: unknown): void => {
    const { options, pipeline, recordedCall } = this.call;
    if (options.onProgress !== undefined) callListener(options.onProgress, update);
    if (pipeline.observers.hasListeners) pipeline.observers.emit("action:progress", { call: recordedCall, update });
  };
}

/** The value that a tool returned, and its result parts. */
export interface SettledValue {
  readonly parts: readonly ResultPart[];
  readonly value: unknown;
}

/** Settles the value that a tool returned. @throws RunError if it is invalid; TypeError for bytes that are not UTF-8 */
export function settledValue(value: unknown, tool: Tool): SettledValue {
  const settled = settle(isBytes(value) ? decodeUtf8(value) : value, tool);
  if (settled.ok) return { parts: settled.value, value };
  throw new RunError(settled.failure, "returned", { settle: settled.record });
}

/** Returns the error for a run that waits for an answer; `undefined` if it threw anything else, or the tool can't wait. */
function pendingError(error: unknown, { name, resume }: Tool): RunError | undefined {
  if (resume === undefined || !HelveError.is(error) || error.code !== "pending" || !("waiting" in error))
    return undefined;
  const waiting = freezeCopy(error.waiting);
  if (waiting === undefined) return undefined;
  const message = `${name} waits for an answer: ${error.message}`;
  const failure: Failure = { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
  return new RunError(failure, "pending", { waiting });
}

/** Returns the error for a run whose caller aborted it. */
export function abortedError(tool: Tool): RunError {
  return new RunError(abortedFailure("failed", tool.name), "aborted");
}

/** Creates the error of a timeout. */
function timeoutError({ name }: Tool, timeout: number, late: LateEnd | string): RunError {
  const tooLong = `${name} took longer than ${timeout} ms`;
  let message = `${tooLong}, did not stop at its time limit, and may still be running.`;
  if (typeof late === "object") {
    message = late.hasReturned
      ? `${tooLong}: it ended after its time limit, and its result was dropped.`
      : withPartialOutput(`${tooLong} and was stopped.`, late.error);
  }
  const error = { code: "timeout", message: truncateForModel(message, name) };
  return new RunError({ status: "failed", error, recoverable: "model" }, "timeout");
}
