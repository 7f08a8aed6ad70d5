import { JsonParser } from "@helve/arguments";
import { type ActionReturn, canonicalJson, type GuardAnswer, type GuardContext, type ToolCall } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import type { CallEnding } from "./action-return.ts";
import { type ActionsInfo, type ActionsInfoOptions, actionsInfo, type InfoFormat } from "./actions-info.ts";
import { ConcurrencyLimits } from "./concurrency-limits.ts";
import type { CallArguments, CallName, CallResult, ExecutorTools } from "./direct-call.ts";
import { defaultErrorRules } from "./error-rules.ts";
import { CallError, ResumeError, UnexpectedError } from "./errors.ts";
import { executeAction } from "./execute-action.ts";
import { executeAll } from "./execute-all.ts";
import { executeCall } from "./execute-call.ts";
import { createHostContext } from "./guard-scope.ts";
import type { Middleware } from "./middleware.ts";
import { type ExecutorEvents, type Listener, Observers } from "./observers.ts";
import type { ExecuteOptions, ExecutorOptions, GuardContextOptions } from "./options.ts";
import { parseActionReturn } from "./parse-action-return.ts";
import type { Pipeline } from "./pipeline.ts";
import { receiveCall, startCall } from "./receive-call.ts";
import { refusedRepairKinds } from "./repairs.ts";
import { specialActions } from "./special-actions.ts";
import { type ToolGroup, ToolTable } from "./tool-table.ts";

/**
 * Executes the tool calls of a model: resolve, decode, guard, run and settle, always in this order.
 *
 * @example
 * const executor = new ActionExecutor([new Terminal(), add], { guards: [engine] });
 * const actionReturn = await executor.execute({ id: "call_1", name: "add", arguments: '{"x": 1, "y": 2}' });
 * actionReturn.result; // [{ type: "json", content: 3 }]
 */
export class ActionExecutor<const Tools extends ExecutorTools = ExecutorTools> {
  /** The type of the tools; no property exists at run time. */
  declare readonly "~tools"?: Tools;
  #pipeline: Pipeline;
  readonly #throwsUnexpected: boolean;
  #directCalls = 0;
  #hostContexts = 0;

  /**
   * @param tools - tools, and toolkits whose tools are named `Toolkit.Tool`
   * @throws ExecutorError if two tools have the same name, a limit is below 1 or a repair kind does not exist; WireNameError if a name has no wire name
   */
  constructor(tools: Tools | Iterable<Tool | ToolGroup>, options: ExecutorOptions = {}) {
    const { parser = new JsonParser(), guards = [], errors = [], retry = {}, ledger, timeout = 60_000 } = options;
    const table = new ToolTable(options.specialActions === false ? [] : specialActions(options.specialActions ?? {}));
    table.add(tools);
    this.#pipeline = {
      tools: table,
      parser,
      refusedRepairs: refusedRepairKinds(options.decode ?? {}),
      guards: [...guards],
      middleware: [],
      observers: new Observers(),
      limits: new ConcurrencyLimits(options),
      ledger,
      errors: [...errors, ...defaultErrorRules],
      retry,
      timeout,
      guardTimeout: options.guardTimeout,
    };
    this.#throwsUnexpected = options.onUnexpected === "throw";
  }

  /** The names of the tools, in the order in which they were added. */
  get names(): readonly string[] {
    return this.#pipeline.tools.names;
  }

  /** Returns whether a tool has this name or wire name. */
  has(name: string): boolean {
    return this.#pipeline.tools.has(name);
  }

  /**
   * Adds tools and toolkits. If one can't be added, none is. Calls that have been resolved are not affected.
   *
   * @throws ExecutorError if two tools have the same name; WireNameError if a name has no wire name
   */
  add(...tools: readonly (Tool | ToolGroup)[]): this {
    this.#pipeline.tools.add(tools);
    return this;
  }

  /**
   * Removes a tool, or all tools of a toolkit. Calls that have been resolved continue.
   *
   * @param name - a tool's name or wire name, or a toolkit's name
   * @returns false if nothing has this name
   */
  remove(name: string): boolean {
    return this.#pipeline.tools.remove(name);
  }

  /**
   * Describes the tools to a model: as Lagent's dictionaries by default, as an OpenTool document, or in a provider's format.
   *
   * @example
   * executor.actionsInfo(); // [{ name: "add", description: "Add two numbers.", parameters: [ … ], required: ["x", "y"], … }]
   * executor.actionsInfo({ format: "openai" });
   */
  actionsInfo<Format extends InfoFormat = "lagent">(options: ActionsInfoOptions<Format> = {}): ActionsInfo[Format] {
    return actionsInfo(this.#pipeline.tools.entries, this.#pipeline.parser, options);
  }

  /** Adds a middleware around every run of later calls. The first one that is added is the outermost. */
  use(middleware: Middleware): this {
    this.#pipeline = { ...this.#pipeline, middleware: [...this.#pipeline.middleware, middleware] };
    return this;
  }

  /**
   * Adds a listener. It receives copies of events; the executor doesn't wait for it and ignores what it throws.
   *
   * @returns the function that removes it
   */
  on<Name extends keyof ExecutorEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#pipeline.observers.on(name, listener);
  }

  /**
   * Executes one call. Nothing that a model sends, a guard does or a tool does makes it throw: every failure is an action
   * return that says who can recover.
   *
   * @throws UnexpectedError for an unexpected error, only with the option `onUnexpected: "throw"`
   */
  execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ActionReturn> {
    return this.#execute(call, options);
  }

  /**
   * Executes several calls. Adjacent calls of tools with `parallel: true` run at the same time; any other call waits for the
   * calls before it, and the calls after it wait for it. A failure doesn't affect other calls, but after a call that ends the
   * agent, none is started.
   *
   * @param options - options of each call; the steps of the calls that have ended are appended to the `trajectory`
   * @returns the action returns, in the order of the calls
   * @throws UnexpectedError for an unexpected error, only with the option `onUnexpected: "throw"`: the calls that run at the
   *   same time have ended then, and later calls have not started
   */
  executeAll(calls: Iterable<ToolCall>, options: ExecuteOptions = {}): Promise<readonly ActionReturn[]> {
    const isParallel = ({ name }: ToolCall): boolean => this.#pipeline.tools.find(name)?.tool.parallel === true;
    return executeAll(calls, options, isParallel, (call, callOptions) => this.execute(call, callOptions));
  }

  /**
   * Resumes a call that waits for an answer. The call is executed again from the start, and the guard that returned `pending`
   * gets the answer through its `resume` method. If the guard has no `resume`, the call is stopped.
   *
   * The action return is trusted: store it where nobody else can change it. A guard is identified by its index, so the
   * executor needs the same guards in the same order. Every `resume` executes the call again; a ledger keeps it from running
   * twice.
   *
   * @param actionReturn - an action return of `execute` with the status `pending`
   * @param answer - JSON that the guard understands
   * @throws ResumeError if the call does not wait, or the executor lacks the guard; ActionReturnError for anything but an
   *   action return; NotJsonError if JSON can't represent the answer
   */
  async resume(actionReturn: ActionReturn, answer: unknown, options: ExecuteOptions = {}): Promise<ActionReturn> {
    const { status, call, verdict, stages } = parseActionReturn(actionReturn);
    if (status !== "pending" || verdict?.kind !== "pending" || stages.guard?.pendingGuard === undefined) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: its status is "${status}"`);
    }
    canonicalJson(answer);
    const latest: GuardAnswer = { guard: stages.guard.pendingGuard, pending: verdict, answer: jsonCopy(answer) };
    const answers = [...(stages.guard.answers ?? []), latest];
    const missing = answers.find(({ guard }) => this.#pipeline.guards[guard] === undefined);
    if (missing !== undefined) {
      throw new ResumeError(
        `the call "${call.id}" waits for an answer to guard ${missing.guard}, which this executor does not have`,
      );
    }
    return this.#execute(call, options, answers);
  }

  /**
   * Calls a tool from code. The call is decoded and guarded like a model's call, but returns the tool's own value.
   *
   * @param args - typed by the tool if the executor was created with typed tools
   * @throws CallError if the call fails; its `cause` is the value that the tool threw
   *
   * @example
   * const sum = await executor.call("add", { x: 1, y: 2 }); // 3
   */
  async call<Typed extends ExecutorTools, Name extends CallName<Typed>>(
    this: ActionExecutor<Typed>,
    name: Name,
    args: CallArguments<Typed, Name>,
    options: ExecuteOptions & { readonly id?: string | undefined } = {},
  ): Promise<CallResult<Typed, Name>> {
    const id = options.id ?? `direct_${++this.#directCalls}`;
    let ending: CallEnding | undefined;
    const actionReturn = await this.#execute({ id, name, arguments: args }, options, [], (ended) => {
      ending = ended;
    });
    if (actionReturn.status !== "success") throw new CallError(actionReturn, { cause: ending?.error });
    return ending?.value as CallResult<Typed, Name>;
  }

  /**
   * Creates the context for a guard's `stateChanged` or `finishing`, which an agent loop calls when the state of the host's
   * world has changed or the agent wants to finish. Actions that the guard invokes run in this executor and emit its events.
   *
   * @example
   * const verdict = await engine.finishing(executor.guardContext({ prompt, trajectory }));
   */
  guardContext(options: GuardContextOptions = {}): GuardContext {
    return createHostContext(`event_${++this.#hostContexts}`, this.#pipeline, options, executeAction);
  }

  /** @param onEnd - receives the ending, which has values that the action return lacks */
  #execute(
    input: ToolCall,
    options: ExecuteOptions,
    answers: readonly GuardAnswer[] = [],
    onEnd?: (ending: CallEnding) => void,
  ): Promise<ActionReturn> {
    const started = performance.now();
    const { call, recordedCall } = receiveCall(input);
    const pipeline = this.#pipeline;
    const finish = startCall(recordedCall, pipeline.observers, started);
    let cause: unknown;
    const executing = executeCall({ call, recordedCall, pipeline, options, answers, depth: 0 }, (ending) => {
      cause = ending.error;
      onEnd?.(ending);
      return finish(ending);
    });
    if (!this.#throwsUnexpected) return executing;
    return executing.then((actionReturn) => {
      if (actionReturn.error?.code === "unexpected") throw new UnexpectedError(actionReturn, { cause });
      return actionReturn;
    });
  }
}
