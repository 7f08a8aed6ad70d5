import type { Args, JsonValue, ResultPart, RunRecord, SettleRecord, ToolCall } from "@helve/core";
import { deepFreeze, jsonCopy, unlessAborted } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { type Attempted, type AttemptOptions, attempt } from "../attempt.ts";
import { classify } from "../errors/classify.ts";
import type { ErrorRule } from "../errors/error-rules.ts";
import { RunError } from "../errors/run-error.ts";
import { aborted, type Failure } from "../failure.ts";

import type { Middleware } from "../middleware.ts";
import { backoff, pause, type RetryOptions } from "../retry.ts";
import type { Runnable } from "../runnable.ts";

import { settle } from "./settle.ts";

/** What a run depends on beside what is to run. */
export interface RunOptions {
  readonly call: ToolCall;
  /** Of each attempt, in milliseconds; `Infinity` for as long as it takes. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** Told of a tool's progress; never throws. */
  readonly onProgress: (update: unknown) => void;
  /** The outermost first. */
  readonly middleware: readonly Middleware[];
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
}

/** What came of a run. */
export type Ran = {
  /** By the clock of `performance.now()`; absent when it ran another time. */
  readonly endedAt?: number;
  /** Absent when the caller gave up before anything ran. */
  readonly record?: RunRecord;
  /** Absent when there was no value to settle. */
  readonly settle?: SettleRecord;
} & (
  | {
      readonly ok: true;
      readonly parts: readonly ResultPart[] /** What the tool gave back itself. */;
      readonly value: unknown;
    }
  | { readonly ok: false; readonly failure: Failure /** What was thrown. */; readonly error: unknown }
);

/**
 * The tool at work, unless the caller has given up: as often as it takes, with the middleware around it, its value
 * settled.
 *
 * @returns a promise only if the tool takes its time, may be tried again, or there is middleware
 */
export function run(runnable: Runnable, options: RunOptions): Ran | Promise<Ran> {
  const { tool } = runnable;
  if (options.signal?.aborted === true) {
    return { ok: false, failure: aborted("failed", tool.name), error: undefined };
  }
  const started = performance.now();
  const work = new Work(runnable, options);
  const working = options.middleware.length === 0 ? work.result() : throughMiddleware(work, runnable, options);
  return working instanceof Promise
    ? working.then((worked) => ranOf(worked, tool, options.errors, started, work.attempts))
    : ranOf(working, tool, options.errors, started, work.attempts);
}

function ranOf(worked: Worked, tool: Tool, errors: readonly ErrorRule[], started: number, attempts: number): Ran {
  const endedAt = performance.now();
  const duration = endedAt - started;
  if (worked.ok) {
    const { parts, value } = worked;
    return { ok: true, parts, value, endedAt, record: { outcome: "returned", duration, attempts }, settle: fits };
  }
  const { error } = worked;
  const { failure, interruption } = classify(error, tool.name, errors);
  const record: RunRecord = { outcome: interruption?.outcome ?? "threw", duration, attempts };
  return interruption?.settle === undefined
    ? { ok: false, failure, error, endedAt, record }
    : { ok: false, failure, error, endedAt, record, settle: interruption.settle };
}

const fits: SettleRecord = Object.freeze({ ok: true, issues: Object.freeze([]) });

type Worked =
  | { readonly ok: true; readonly parts: readonly ResultPart[]; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** What `next()` stands for, and how often it has started the tool. */
class Work {
  attempts = 0;
  /** Whether the run has come to its end: nothing is started after it. */
  isOver = false;
  readonly #runnable: Runnable;
  readonly #options: RunOptions;
  /** The input as it was: a tool may change what it gets, and what it gets the next time has to be the same. */
  readonly #pristine: JsonValue | undefined;

  constructor(runnable: Runnable, options: RunOptions) {
    this.#runnable = runnable;
    this.#options = options;
    const mayRepeat = runnable.tool.idempotent === true || options.middleware.length > 0;
    this.#pristine = mayRepeat ? jsonCopy(runnable.input) : undefined;
  }

  /** Runs the tool, again and again if it may be, and settles its value. */
  result(): Worked | Promise<Worked> {
    if (this.#mayNotStart()) return { ok: false, error: givenUp(this.#runnable.tool) };
    if (this.#runnable.tool.idempotent === true) return this.#again();
    const attempted = this.#attempt();
    return attempted instanceof Promise ? attempted.then((one) => this.#worked(one)) : this.#worked(attempted);
  }

  async #again(): Promise<Worked> {
    const { tool } = this.#runnable;
    const { signal, errors, retry } = this.#options;
    for (let failed = 1; ; failed++) {
      const worked = this.#worked(await this.#attempt());
      if (worked.ok) return worked;
      const delay = classify(worked.error, tool.name, errors).transient ? backoff(failed, retry) : undefined;
      if (delay === undefined) return worked;
      await pause(delay, signal);
      if (this.#mayNotStart()) return { ok: false, error: givenUp(tool) };
    }
  }

  #mayNotStart(): boolean {
    return this.isOver || this.#options.signal?.aborted === true;
  }

  #attempt(): Attempted | Promise<Attempted> {
    const { tool, input, action } = this.#runnable;
    const { timeout, signal, onProgress } = this.#options;
    const attemptOptions = { actionId: action.id, timeout, signal, onProgress };
    if (this.attempts++ === 0) return attempt(tool, input, attemptOptions);
    const again = jsonCopy(this.#pristine);
    return again === undefined ? this.#anew(attemptOptions) : attempt(tool, again, attemptOptions);
  }

  /** With an input that JSON can't say, and which is made of the arguments once more. */
  async #anew(options: AttemptOptions): Promise<Attempted> {
    const { tool, action } = this.#runnable;
    try {
      const made = await tool.validate?.(jsonCopy(action.args) as Args);
      if (made?.ok === true) return await attempt(tool, made.value, options);
      throw new TypeError("its arguments do not fit any more");
    } catch (error) {
      return { outcome: "threw", error };
    }
  }

  #worked(attempted: Attempted): Worked {
    return endOf(attempted, this.#runnable.tool, this.#options.timeout);
  }
}

function endOf(attempted: Attempted, tool: Tool, timeout: number): Worked {
  switch (attempted.outcome) {
    case "returned":
      return workedOf(attempted.value, tool);
    case "threw":
      return { ok: false, error: attempted.error };
    case "aborted":
      return { ok: false, error: givenUp(tool) };
    case "timeout": {
      const message = `${tool.name} took longer than ${timeout} ms and was given up.`;
      const failure: Failure = { status: "failed", error: { code: "timeout", message }, recoverable: "model" };
      return { ok: false, error: new RunError(failure, "timeout") };
    }
  }
}

function workedOf(value: unknown, tool: Tool): Worked {
  const staged = settle(value, tool);
  return staged.ok
    ? { ok: true, parts: staged.made, value }
    : { ok: false, error: new RunError(staged.failure, "returned", staged.record) };
}

function givenUp(tool: Tool): RunError {
  return new RunError(aborted("failed", tool.name), "aborted");
}

/** The middleware around the work, the first outermost; what comes out of it is settled like what comes out of a tool. */
async function throughMiddleware(work: Work, { action, tool }: Runnable, options: RunOptions): Promise<Worked> {
  const { call, middleware, signal = new AbortController().signal } = options;
  const settled = new Map<unknown, Worked>();
  const tried = async (): Promise<readonly ResultPart[]> => {
    const worked = await work.result();
    if (!worked.ok) throw worked.error;
    settled.set(deepFreeze(worked.parts), worked);
    return worked.parts;
  };
  const all = middleware.reduceRight<() => Promise<readonly ResultPart[]>>(
    (next, one) => async () => one(action, next, { tool, call, signal }),
    tried,
  );
  try {
    const parts = await unlessAborted(all, options.signal);
    if (parts === "aborted") return { ok: false, error: givenUp(tool) };
    return settled.get(parts) ?? replaced(parts, tool);
  } catch (error) {
    return { ok: false, error };
  } finally {
    work.isOver = true;
  }
}

/** What a middleware gave in the place of the tool's value; it need not fit the tool's return schema. */
function replaced(given: unknown, { returns: _, ...tool }: Tool): Worked {
  const worked = workedOf(Array.isArray(given) && given.length === 0 ? undefined : given, tool);
  return worked.ok ? { ...worked, value: valueFor(worked.parts) } : worked;
}

/** The value that a tool gives for such parts. */
function valueFor(parts: readonly ResultPart[]): unknown {
  const [part, ...others] = parts;
  return others.length === 0 && (part?.type === "text" || part?.type === "json") ? part.content : part && parts;
}
