import { JsonParser } from "@helve/arguments";
import type { ActionReturn, ArgumentParser, Guard, GuardContext, ToolCall } from "@helve/core";
import { parserInstance } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { type ActionsInfo, type ActionsInfoOptions, actionsInfo, type InfoFormat } from "./actions-info.ts";
import { Calls } from "./calls.ts";
import { ConcurrencyLimits } from "./concurrency-limits.ts";
import type { CallArguments, CallName, CallResult, ExecutorTools } from "./direct-call.ts";
import { defaultErrorRules } from "./error-rules.ts";
import { ExecutorError } from "./errors.ts";
import type { Judgement, JudgeOptions, Ticket } from "./judge-call.ts";
import type { Middleware } from "./middleware.ts";
import { type ExecutorEvents, type Listener, Observers } from "./observers.ts";
import { optionIssue } from "./option-issue.ts";
import type { ExecuteOptions, ExecutorOptions, GuardContextOptions } from "./options.ts";
import type { Pipeline } from "./pipeline.ts";
import { refusedRepairKinds } from "./repairs.ts";
import { Session, type SessionOptions } from "./session.ts";
import { SessionScope } from "./session-scope.ts";
import { specialActions } from "./special-actions.ts";
import { type DescribedTool, type ToolGroup, ToolTable } from "./tool-table.ts";
import { callOptions, checkCallOptions, contextOptions } from "./validate-call-options.ts";
import { optionIssues } from "./validate-options.ts";
import { toolList } from "./validate-tools.ts";

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
  readonly #calls: Calls;

  /**
   * @param tools - tools, and toolkits whose tools are named `Toolkit.Tool`
   * @throws ExecutorError with every problem: an invalid option, an item that is not a tool, two tools with the same name;
   *   WireNameError if a name has no wire name
   */
  constructor(tools: Tools | Iterable<Tool | ToolGroup>, options: ExecutorOptions = {}) {
    const issues = [...optionIssues(options)];
    const list = toolList<Tool | ToolGroup>(tools, issues);
    issues.push(...new ToolTable().issuesOf(list));
    if (issues.length > 0) throw new ExecutorError(issues);
    const { parser = JsonParser, guards = [], errors = [], retry = {}, ledger, timeout = 60_000 } = options;
    const { unknownRuns = "ask" } = options;
    const table = new ToolTable(options.specialActions === false ? [] : specialActions(options.specialActions ?? {}));
    table.add(list);
    const pipeline: Pipeline = {
      tools: table,
      parser: parserInstance<ArgumentParser>(parser),
      refusedRepairs: refusedRepairKinds(options.decode ?? {}),
      guards: [...guards],
      middleware: [],
      observers: new Observers(),
      limits: new ConcurrencyLimits(options),
      ledger,
      unknownRuns,
      errors: [...errors, ...defaultErrorRules],
      retry,
      timeout,
      guardTimeout: options.guardTimeout,
      now: options.now ?? Date.now,
    };
    this.#calls = new Calls(pipeline, options.onUnexpected === "throw");
    this.#notifyGuards();
  }

  /** The names of the tools, in the order in which they were added. */
  get names(): readonly string[] {
    return this.#calls.pipeline.tools.names;
  }

  /** The tools under their names in the executor, in the order in which they were added, without Lagent's special actions. */
  get tools(): readonly Tool[] {
    return this.#calls.pipeline.tools.tools;
  }

  /** The guards, in the order in which they are evaluated. An agent loop calls their `stateChanged` and `finishing`. */
  get guards(): readonly Guard[] {
    return this.#calls.pipeline.guards;
  }

  /** Returns whether a tool has this name or wire name. */
  has(name: string): boolean {
    return this.#calls.pipeline.tools.has(name);
  }

  /** Returns whether calls of this tool may run at the same time as other calls. */
  isParallel(name: string): boolean {
    return this.#calls.pipeline.tools.find(name)?.tool.parallel === true;
  }

  /**
   * Adds tools and toolkits: all of them, or none if one can't be added or a guard refuses them. Calls that have been resolved are not affected.
   *
   * @throws the error of a guard that refuses the tools; ExecutorError if an item is not a tool or two have the same name; WireNameError if a name has no wire name
   */
  add(...tools: readonly (Tool | ToolGroup)[]): this {
    const { tools: table } = this.#calls.pipeline;
    const before = new Set(table.names);
    table.add(tools);
    try {
      this.#notifyGuards();
    } catch (error) {
      for (const name of table.names) if (!before.has(name)) table.remove(name);
      throw error;
    }
    return this;
  }

  /**
   * Removes a tool, or all tools of a toolkit. Calls that have been resolved continue.
   *
   * @param name - a tool's name or wire name, or a toolkit's name
   * @returns false if nothing has this name
   */
  remove(name: string): boolean {
    const isRemoved = this.#calls.pipeline.tools.remove(name);
    if (isRemoved) this.#notifyGuards();
    return isRemoved;
  }

  /** Calls the guards with the tools. @throws the error of a guard that refuses them */
  #notifyGuards(): void {
    const { guards, tools } = this.#calls.pipeline;
    const summaries = tools.entries.map(({ tool: { name, description, parameters } }) => ({
      name,
      description,
      parameters,
    }));
    for (const guard of guards) guard.toolsChanged?.(summaries);
  }

  /** The tools that `actionsInfo` describes, with special actions that are listed, each with the parser of its arguments. */
  get describedTools(): readonly DescribedTool[] {
    const { tools, parser } = this.#calls.pipeline;
    return tools.entries.map((entry) => ({ tool: entry.tool, parser: entry.parser ?? parser }));
  }

  /**
   * Describes the tools to a model: as an OpenTool document by default, or in a provider's format.
   *
   * @throws ExecutorError if an option is invalid or unknown
   *
   * @example
   * executor.actionsInfo({ format: "openai" }); // [{ type: "function", function: { name: "add", … } }]
   */
  actionsInfo<Format extends InfoFormat = "opentool">(options: ActionsInfoOptions<Format> = {}): ActionsInfo[Format] {
    return actionsInfo(this.#calls.pipeline.tools.entries, options);
  }

  /**
   * Adds a middleware around every run of later calls. The first one that is added is the outermost.
   *
   * @throws ExecutorError if it is not a function
   */
  use(middleware: Middleware): this {
    if (typeof middleware !== "function") {
      throw new ExecutorError([optionIssue("middleware", "must be a function", middleware)]);
    }
    const { pipeline } = this.#calls;
    this.#calls.pipeline = { ...pipeline, middleware: [...pipeline.middleware, middleware] };
    return this;
  }

  /**
   * Adds a listener. It receives copies of events; the executor doesn't wait for it and ignores what it throws.
   *
   * @returns the function that removes it
   * @throws ExecutorError if there is no such event, or the listener is not a function
   */
  on<Name extends keyof ExecutorEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#calls.pipeline.observers.on(name, listener);
  }

  /**
   * Executes one call. Nothing that a model sends, a guard does or a tool does makes it throw: every failure is an action
   * return that says who can recover.
   *
   * @throws ExecutorError if an option is invalid or unknown
   * @throws UnexpectedError for an unexpected error, only with the option `onUnexpected: "throw"`
   */
  execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ActionReturn> {
    return this.#calls.execute(call, { options });
  }

  /**
   * Executes several calls. Adjacent calls of tools with `parallel: true` run at the same time; any other call waits for the
   * calls before it, and the calls after it wait for it. A failure doesn't affect other calls, but after a call that ends the
   * agent, none is started. The calls are a session: guards see the steps of the calls that have ended, and the calls in flight.
   *
   * @param options - options of each call; `trajectory` has the steps before them
   * @returns the action returns, in the order of the calls
   * @throws ExecutorError if there is no list of calls, or an option is invalid or unknown; UnexpectedError for an unexpected
   *   error, only with the option `onUnexpected: "throw"`: the calls that run at the same time have ended then, and later calls have not started
   */
  async executeAll(calls: Iterable<ToolCall>, options: ExecuteOptions = {}): Promise<readonly ActionReturn[]> {
    checkCallOptions(options, callOptions, "a call");
    const session = this.#calls.pipeline.guards.length === 0 ? undefined : new SessionScope(options);
    return this.#calls.executeAll(calls, { options, session });
  }

  /**
   * Resumes a call that waits for an answer. The call is executed again from the start, and the guard that returned `pending`
   * gets the answer through its `resume` method. If the guard has no `resume`, the call is stopped. If the tool itself waits, after a
   * `PendingError`, it continues with the answer instead: no guard decides again, and its `resume` returns the result.
   *
   * The action return is trusted: store it where nobody else can change it. A guard is identified by its index, so the
   * executor needs the same guards in the same order. Every `resume` executes the call again; a ledger keeps it from running
   * twice.
   *
   * @param actionReturn - an action return of `execute` with the status `pending`
   * @param answer - JSON that the guard understands
   * @throws ResumeError if the call does not wait, waits in a session, or the executor lacks the guard; ActionReturnError for anything but an
   *   action return; NotJsonError if JSON can't represent the answer
   */
  resume(actionReturn: ActionReturn, answer: unknown, options: ExecuteOptions = {}): Promise<ActionReturn> {
    return this.#calls.resume(actionReturn, answer, { options });
  }

  /**
   * Starts a session: one run of an agent. It keeps the trajectory, and its guards see the calls in flight.
   *
   * @throws ExecutorError if an option is invalid or unknown
   *
   * @example
   * const session = executor.session({ prompt: "Pay my debts.", state: () => bank.snapshot() });
   * await session.execute(call);
   * session.trajectory.length; // 1
   */
  session(options: SessionOptions = {}): Session<Tools> {
    return new Session(this.#calls, options);
  }

  /**
   * Decodes and guards a call without running it. `run` runs the ticket later, for example when a person has approved it in the
   * interface of an agent framework. Such an approval has to come in this process and before the ticket expires; for any other,
   * let a guard return `pending`, and `resume` the call.
   *
   * @returns a ticket, or the action return of a call that is refused, stopped or pending
   * @throws ExecutorError if an option is invalid or unknown; UnexpectedError for an unexpected error, only with the
   *   option `onUnexpected: "throw"`
   *
   * @example
   * const judgement = await executor.judge(call);
   * const actionReturn = judgement.ok ? await executor.run(judgement.ticket) : judgement.actionReturn;
   */
  judge(call: ToolCall, options: ExecuteOptions & JudgeOptions = {}): Promise<Judgement> {
    return this.#calls.judge(call, { options });
  }

  /**
   * Runs a call that was judged, once. The guards are evaluated again, on the steps and the state of this moment: if they stop
   * the call now, it does not run, nor if they replace it by another action than before.
   *
   * @param ticket - from `judge` of this executor, or of one of its sessions, in which it then runs
   * @param options - replace those of the judgement, but the signals of the judgement and of its session still apply; a session
   *   has its own steps, prompt and state
   * @throws TicketError if the ticket was run before, or is not one of this executor; UnexpectedError for an unexpected error,
   *   only with the option `onUnexpected: "throw"`
   */
  run(ticket: Ticket, options: ExecuteOptions = {}): Promise<ActionReturn> {
    return this.#calls.run(ticket, { options });
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
    return (await this.#calls.call(name, args, { options })) as CallResult<Typed, Name>;
  }

  /**
   * Creates the context for a guard's `stateChanged` or `finishing`, which an agent loop calls when the state of the host's
   * world has changed or the agent wants to finish. Actions that the guard invokes run in this executor and emit its events.
   *
   * @example
   * const verdict = await engine.finishing(executor.guardContext({ prompt, trajectory }));
   */
  guardContext(options: GuardContextOptions = {}): GuardContext {
    checkCallOptions(options, contextOptions, "a guard context");
    return this.#calls.hostContext(new SessionScope(options), options.state, options.signal);
  }
}
