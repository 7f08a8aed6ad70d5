import { type ActionReturn, type Args, errorJson, type Guard, type JsonSchema, type ToolCall } from "@helve/core";
import { onAbort } from "@helve/core/internal";
import { ActionExecutor, type ToolGroup } from "@helve/executor";
import { type Tool, ToolError, tool } from "@helve/tool";
import { checkOptions } from "./check-options.ts";
import {
  type ExecuteCallOptions,
  GuardedCalls,
  type GuardedCallsOptions,
  guardedCallsOptions,
} from "./guarded-calls.ts";
import { recordableResult } from "./recordable-result.ts";
import { refusedReturn } from "./refused-return.ts";

/**
 * Guards the calls of tools that are not Helve's: another SDK runs them, and says when they end. `begin` decodes and decides; the SDK runs the
 * tool with the arguments that it returns, and reports the outcome by `end`. Until then the call is in flight, so rules that count see it.
 *
 * @example
 * const calls = new ExternalCalls({ guards: [engine] });
 * const begun = await calls.begin({ id: "call_1", name: "pay", arguments: { amount: 5 } });
 * if (begun.kind === "ended") return observationText(begun.actionReturn);
 * const result = await pay(begun.args);
 * const { status } = await begun.end({ result }); // not "success" if a guard withholds the result
 */
export class ExternalCalls {
  readonly calls: GuardedCalls;
  readonly #schemas = new Map<string, JsonSchema | undefined>();
  readonly #running = new Map<string, Running>();

  /** @throws TypeError for an unknown option; ExecutorError for an invalid one */
  constructor({ guards, tools = [], ...options }: ExternalCallsOptions) {
    checkOptions(options, guardedCallsOptions, "an adapter");
    if (!Array.isArray(guards)) throw new TypeError('"guards" must be a list of guards, such as [new Engine(rules)]');
    const executor = new ActionExecutor([...tools], {
      guards: guards.map(withoutToolNames),
      specialActions: false,
      timeout: Infinity,
    });
    this.calls = new GuardedCalls(executor, options);
  }

  /** How many calls the SDK is running. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Decides about a call before the SDK runs it.
   *
   * @param options - `tool`: the schema by which arguments are decoded; without it any arguments fit. `answer`: what a person decided, if the
   *   call was asked about
   * @returns the arguments to run with, or the end of a call that does not run: it was stopped, waits for a person, or a rule put a tool of the
   *   `tools` in its place
   */
  async begin(call: ToolCall, options: BeginOptions = {}): Promise<BegunCall> {
    const { tool: described, ...callOptions } = options;
    const problem = this.add(call.name, described);
    if (problem !== undefined) return { kind: "ended", actionReturn: refusedReturn(call, problem) };
    if (this.#running.has(call.id)) {
      const message = `${call.name} was stopped: a call with the id "${call.id}" is running`;
      return { kind: "ended", actionReturn: refusedReturn(call, message) };
    }
    const started = Promise.withResolvers<BegunCall>();
    const outcome = Promise.withResolvers<unknown>();
    outcome.promise.catch(() => undefined); // it may fail before anybody waits
    const running: Running = {
      name: call.name,
      run: (args) => {
        started.resolve({ kind: "run", args, end });
        return outcome.promise;
      },
      fail: (error) => outcome.reject(error),
    };
    this.#running.set(call.id, running);
    const executing = this.calls.execute(call, callOptions).finally(() => this.#running.delete(call.id));
    const end = (ended: ExternalOutcome): Promise<ActionReturn> => {
      if ("error" in ended) outcome.reject(new ToolError(errorJson(ended.error).message, { cause: ended.error }));
      else outcome.resolve(recordableResult(ended.result));
      return executing;
    };
    return Promise.race([
      started.promise,
      executing.then((actionReturn) => ({ kind: "ended", actionReturn }) as const),
    ]);
  }

  /**
   * Decides about a call whose tool the SDK asks about before it runs, see `GuardedCalls.decide`.
   *
   * @param options - `tool` as for `begin`
   */
  async decide(
    call: ToolCall,
    options: Pick<BeginOptions, "tool" | "signal"> = {},
  ): ReturnType<GuardedCalls["decide"]> {
    const problem = this.add(call.name, options.tool);
    if (problem !== undefined) return { kind: "refuse", actionReturn: refusedReturn(call, problem) };
    return this.calls.decide(call, { signal: options.signal });
  }

  /** Runs a call whose tool is at hand as a function: `begin`, the function, `end`. */
  async run(call: ToolCall, options: BeginOptions, execute: (args: Args) => unknown): Promise<ExternalRun> {
    const begun = await this.begin(call, options);
    if (begun.kind === "ended") return begun;
    try {
      const result = await execute(begun.args);
      return { actionReturn: await begun.end({ result }), result };
    } catch (error) {
      return { actionReturn: await begun.end({ error }), error };
    }
  }

  /** Ends the calls in flight: the SDK has not reported how they ended, and will not. */
  abandon(reason = "it is not known how the call ended"): void {
    for (const { fail } of this.#running.values()) fail(new ToolError(reason));
  }

  /**
   * Adds a tool that the SDK runs, or changes its schema. The other methods do it themselves.
   *
   * @returns why it can't be guarded; `undefined` if it can
   */
  add(name: string, described?: ExternalTool | undefined): string | undefined {
    const { executor } = this.calls;
    const parameters = described?.parameters;
    const isOurs = executor.has(name) && !this.#schemas.has(name);
    if (isOurs || (this.#schemas.has(name) && this.#schemas.get(name) === parameters)) return undefined;
    try {
      const added = this.#external(name, described);
      if (this.#schemas.has(name)) executor.remove(name);
      executor.add(added);
      this.#schemas.set(name, parameters);
      return undefined;
    } catch (error) {
      this.#schemas.delete(name);
      return `${JSON.stringify(name)} was stopped: it can't be guarded: ${errorJson(error).message}`;
    }
  }

  #external(name: string, described: ExternalTool | undefined): Tool {
    const definition = tool({
      name: "external",
      description: described?.description ?? name,
      parameters: described?.parameters ?? { type: "object", additionalProperties: true },
      describe: "optional",
      parallel: true,
      timeout: Infinity,
      execute: (args, { actionId, signal }) => {
        const running = this.#running.get(actionId);
        if (running === undefined || running.name !== name) {
          throw new ToolError(`${name} can't run in place of another call: call ${name} itself.`);
        }
        const remove = onAbort(signal, () => running.fail(signal.reason));
        return (running.run(args as Args) as Promise<unknown>).finally(remove);
      },
    });
    return { ...definition, name, function: { ...definition.function, name } };
  }
}

/** Options of `ExternalCalls`. */
export interface ExternalCallsOptions extends GuardedCallsOptions {
  /** Decide about each call: an `Engine` of `@helve/enforcer`. */
  readonly guards: readonly Guard[];
  /** Helve tools that rules may invoke, or run instead of a call. */
  readonly tools?: readonly (Tool | ToolGroup)[] | undefined;
}

/** Options of `ExternalCalls.begin`. */
export interface BeginOptions extends ExecuteCallOptions {
  readonly tool?: ExternalTool | undefined;
}

/** A tool that an SDK runs. */
export interface ExternalTool {
  readonly description?: string | undefined;
  /** The JSON Schema of its arguments. Pass the same object each time: a new object counts as a new schema. */
  readonly parameters?: JsonSchema | undefined;
}

/** A call that may run, or that has ended without a run. */
export type BegunCall =
  | {
      readonly kind: "run";
      /** The arguments to run with: decoded, and as the rules and the person have changed them. */
      readonly args: Args;
      /** Reports how the run ended. @returns the call's return; guards may have withheld the result */
      readonly end: (outcome: ExternalOutcome) => Promise<ActionReturn>;
    }
  | { readonly kind: "ended"; readonly actionReturn: ActionReturn };

/** A call that has ended, with what its function returned or threw if it ran. */
export interface ExternalRun {
  readonly actionReturn: ActionReturn;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The outcome of a run. */
export type ExternalOutcome = { readonly result: unknown } | { readonly error: unknown };

interface Running {
  readonly name: string;
  readonly run: (args: Args) => Promise<unknown>;
  readonly fail: (error: unknown) => void;
}

/** Wraps a guard so that it does not warn about unknown tools: an SDK's tools are known only when called. */
function withoutToolNames(guard: Guard): Guard {
  return {
    untimed: guard.untimed,
    before: (action, context) => guard.before(action, context),
    resume: guard.resume?.bind(guard),
    after: guard.after?.bind(guard),
    stateChanged: guard.stateChanged?.bind(guard),
    finishing: guard.finishing?.bind(guard),
    snapshot: guard.snapshot?.bind(guard),
  };
}
