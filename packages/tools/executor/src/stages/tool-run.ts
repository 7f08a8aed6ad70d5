import { type Args, HelveError, type JsonValue, type ResultPart, type ToolContext } from "@helve/core";
import { freezeCopy, jsonCopy, waitUnlessAborted } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { CallContext } from "../call-context.ts";
import { classifyError } from "../classify-error.ts";
import { abortedFailure, type Failure } from "../failure.ts";
import { callListener } from "../observers.ts";
import type { OpenCall } from "../open-call.ts";
import { retryDelay } from "../retry.ts";
import { RunError } from "../run-error.ts";
import { isThenable, TimeLimit } from "../time-limit.ts";
import { decodeUtf8, isBytes } from "./bytes.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { isValueSource } from "./read-values.ts";
import { settle } from "./settle.ts";
import { valueInTime } from "./value-in-time.ts";

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
  /** True when the action's run has ended: no attempt starts after that. */
  isOver = false;
  /** A copy of the input for repeated attempts: a tool may change the input that it receives. */
  readonly #inputCopy: JsonValue | undefined;

  constructor(prepared: PreparedAction, call: OpenCall) {
    this.prepared = prepared;
    this.call = call;
    this.timeout = call.options.timeout ?? prepared.tool.timeout ?? call.pipeline.timeout;
    const mayRepeat = prepared.tool.idempotent === true || call.pipeline.middleware.length > 0;
    this.#inputCopy = mayRepeat ? jsonCopy(prepared.input) : undefined;
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
        if (delay === undefined) throw error;
        await waitUnlessAborted(delay, this.call.options.signal);
      }
    }
  }

  #throwIfOver(): void {
    if (this.isOver || this.call.options.signal?.aborted === true) throw abortedError(this.prepared.tool);
  }

  /** What the tool changed in the store lasts only if its value can be settled. */
  async #attempt(): Promise<SettledValue> {
    this.#throwIfOver();
    const { tool, action } = this.prepared;
    const { options, session, resumption } = this.call;
    const { signal } = options;
    const input = this.attempts++ === 0 ? this.prepared.input : await this.#repeatedInput();
    const controller = new AbortController();
    const onProgress = this.#onProgress;
    const resources = session?.resources;
    const context = new CallContext(controller.signal, { actionId: action.id, onProgress, resources });
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
      if (typeof ended === "string") {
        this.worstOutcome ??= ended;
        throw ended === "aborted" ? abortedError(tool) : timeoutError(tool, this.timeout);
      }
      this.worstOutcome = "returned";
      settled = settledValue(ended.value, tool);
    } catch (error) {
      context.storeCall?.rollback();
      throw pendingError(error, tool) ?? error;
    }
    if (context.storeCall !== undefined) await context.storeCall.commit();
    return settled;
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

function timeoutError({ name }: Tool, timeout: number): RunError {
  const message = `${name} took longer than ${timeout} ms and was stopped.`;
  return new RunError({ status: "failed", error: { code: "timeout", message }, recoverable: "model" }, "timeout");
}
