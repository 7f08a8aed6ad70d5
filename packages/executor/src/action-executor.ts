import { JsonParser } from "@helve/arguments";
import { type ActionReturn, canonicalJson, type GuardAnswer, type GuardContext, type ToolCall } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import type { Ending } from "./action-return.ts";
import { type ActionsInfo, type ActionsInfoOptions, actionsInfo, type InfoFormat } from "./actions-info.ts";
import { begin } from "./begin.ts";
import { CallError } from "./call-error.ts";
import { carry } from "./carry.ts";
import type { CallArguments, CallName, CallResult, GivenTools } from "./direct-call.ts";
import { defaultErrorRules } from "./errors/error-rules.ts";
import type { ExecutorEvents, Listener } from "./events.ts";
import { executeAll } from "./execute-all.ts";

import { hostContext } from "./guard-context.ts";
import { Limits } from "./limits.ts";
import type { Middleware } from "./middleware.ts";
import { Observers } from "./observers.ts";
import type { ExecuteOptions, ExecutorOptions, GuardContextOptions } from "./options.ts";
import { parseActionReturn } from "./parse-action-return.ts";
import { receive } from "./receive.ts";
import { ResumeError } from "./resume-error.ts";
import { specialActions } from "./special-actions.ts";
import { type ToolGroup, ToolTable } from "./tool-table.ts";
import { UnexpectedError } from "./unexpected-error.ts";
import type { Way } from "./way.ts";

/**
 * Many tools, one way to call them: resolve, decode, guard, run, settle, always in this order.
 *
 * @example
 * const executor = new ActionExecutor([new Terminal(), add], { guards: [engine] });
 * const ret = await executor.execute({ id: "call_1", name: "add", arguments: '{"x": 1, "y": 2}' });
 * ret.result; // [{ type: "json", content: 3 }]
 */
export class ActionExecutor<const Tools extends GivenTools = GivenTools> {
  /** For the types only: the tools that it was made with. */
  declare readonly "~tools"?: Tools;
  #way: Way;
  readonly #throws: boolean;
  #calls = 0;
  #events = 0;

  /**
   * @param tools - tools, and toolkits whose members are named `Toolkit.Tool`
   * @throws ExecutorError when two tools have one name, or a limit is below 1; WireNameError when a name can't go over
   *   the wire
   */
  constructor(tools: Tools | Iterable<Tool | ToolGroup>, options: ExecutorOptions = {}) {
    const { parser = new JsonParser(), guards = [], errors = [], retry = {}, ledger, timeout = 60_000 } = options;
    const table = new ToolTable(options.specialActions === false ? [] : specialActions(options.specialActions ?? {}));
    table.add(tools);
    this.#way = {
      tools: table,
      parser,
      guards: [...guards],
      middleware: [],
      observers: new Observers(),
      limits: new Limits(options),
      ledger,
      errors: [...errors, ...defaultErrorRules],
      retry,
      timeout,
    };
    this.#throws = options.onUnexpected === "throw";
  }

  /** The names of the tools, in the order they were given. */
  get names(): readonly string[] {
    return this.#way.tools.names;
  }

  /** Whether there is a tool of this name, its own or its name on the wire. */
  has(name: string): boolean {
    return this.#way.tools.has(name);
  }

  /**
   * Adds tools and toolkits, all or none. Calls that are under way do not see them.
   *
   * @throws ExecutorError when two tools have one name; WireNameError when a name can't go over the wire
   */
  add(...tools: readonly (Tool | ToolGroup)[]): this {
    this.#way.tools.add(tools);
    return this;
  }

  /**
   * Removes a tool, or a toolkit with all its members. Calls that are under way go on.
   *
   * @param name - a tool's own name or its name on the wire, or a toolkit's
   * @returns whether there was one
   */
  remove(name: string): boolean {
    return this.#way.tools.remove(name);
  }

  /**
   * What a model is told of the tools: Lagent's dictionaries by default, an OpenTool document, or what a provider wants.
   *
   * @example
   * executor.actionsInfo(); // [{ name: "add", description: "Add two numbers.", parameters: [ … ], required: ["x", "y"], … }]
   * executor.actionsInfo({ format: "openai" });
   */
  actionsInfo<Format extends InfoFormat = "lagent">(options: ActionsInfoOptions<Format> = {}): ActionsInfo[Format] {
    return actionsInfo(this.#way.tools.entries, this.#way.parser, options);
  }

  /** Adds work around every run; the first that is added is the outermost. It counts for calls that come after. */
  use(middleware: Middleware): this {
    this.#way = { ...this.#way, middleware: [...this.#way.middleware, middleware] };
    return this;
  }

  /**
   * Tells a listener what happens; it gets copies, can break nothing and is not waited for.
   *
   * @returns what ends it
   */
  on<Name extends keyof ExecutorEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#way.observers.on(name, listener);
  }

  /**
   * Takes one call the whole way. Never throws for what a model sent, what a guard did or what a tool did: every failure
   * is an action return that says who can mend it.
   *
   * @throws UnexpectedError for an unexpected error, when the executor was made with `onUnexpected: "throw"`
   */
  execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ActionReturn> {
    return this.#take(call, options);
  }

  /**
   * Takes several calls the whole way. Neighbours whose tools are declared `parallel` run together; any other call waits
   * for those before it, and those after wait for it. One that fails takes no other with it; but after one that
   * ends the agent, none is started.
   *
   * @param options - for each of the calls; the steps of those that have ended come after the `trajectory`
   * @returns what came of them, in the order of the calls
   * @throws UnexpectedError for an unexpected error, when the executor was made with `onUnexpected: "throw"`: those
   *   that run with it have ended then, those after it have not started
   */
  executeAll(calls: Iterable<ToolCall>, options: ExecuteOptions = {}): Promise<readonly ActionReturn[]> {
    const isParallel = ({ name }: ToolCall): boolean => this.#way.tools.find(name)?.tool.parallel === true;
    return executeAll(calls, options, isParallel, (call, own) => this.execute(call, own));
  }

  /**
   * Takes up a call that waits for an answer. It goes the whole way again, and the guard that waits gets the answer in
   * place of the question. A guard that has no `resume` takes no answers: the call is stopped.
   *
   * The action return is trusted: keep it where nobody else can change it. Its guards are known by their places: the
   * executor has to have the same ones in the same order. Each time that it is resumed, the call is taken up again; a
   * ledger keeps it from running twice.
   *
   * @param actionReturn - what `execute` gave, with the status `pending`
   * @param answer - JSON that the guard understands
   * @throws ResumeError when the call does not wait, or the executor does not have the guard that waits;
   *   ActionReturnError for what is no action return; NotJsonError when JSON can't say the answer
   */
  async resume(actionReturn: ActionReturn, answer: unknown, options: ExecuteOptions = {}): Promise<ActionReturn> {
    const { status, call, verdict, stages } = parseActionReturn(actionReturn);
    if (status !== "pending" || verdict?.kind !== "pending" || stages.guard?.pendingGuard === undefined) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: its status is "${status}"`);
    }
    canonicalJson(answer);
    const given: GuardAnswer = { guard: stages.guard.pendingGuard, pending: verdict, answer: jsonCopy(answer) };
    const answers = [...(stages.guard.answers ?? []), given];
    const missing = answers.find(({ guard }) => this.#way.guards[guard] === undefined);
    if (missing !== undefined) {
      throw new ResumeError(
        `the call "${call.id}" waits for guard ${missing.guard}, which this executor does not have`,
      );
    }
    return this.#take(call, options, answers);
  }

  /**
   * Calls a tool by its name from code: the same way as any call, for what the tool itself gives back.
   *
   * @param args - typed by the tool, where it was given with its type
   * @throws CallError when it came to no result; its `cause` is what the tool threw
   *
   * @example
   * const sum = await executor.call("add", { x: 1, y: 2 }); // 3
   */
  async call<Own extends GivenTools, Name extends CallName<Own>>(
    this: ActionExecutor<Own>,
    name: Name,
    args: CallArguments<Own, Name>,
    options: ExecuteOptions & { readonly id?: string | undefined } = {},
  ): Promise<CallResult<Own, Name>> {
    const id = options.id ?? `direct_${++this.#calls}`;
    let ending: Ending | undefined;
    const actionReturn = await this.#take({ id, name, arguments: args }, options, [], (ended) => {
      ending = ended;
    });
    if (actionReturn.status !== "success") throw new CallError(actionReturn, { cause: ending?.error });
    return ending?.value as CallResult<Own, Name>;
  }

  /**
   * What a guard is asked with about what is no call: by an agent's loop, when the host's world has changed or the agent
   * says that it is done. What rules invoke then runs here, guarded, and is told to observers.
   *
   * @example
   * const verdict = await engine.finishing(executor.guardContext({ prompt, trajectory }));
   */
  guardContext(options: GuardContextOptions = {}): GuardContext {
    return hostContext(`event_${++this.#events}`, this.#way, options);
  }

  /** @param onEnd - told of the ending, with what is no record in it */
  #take(
    given: ToolCall,
    options: ExecuteOptions,
    answers: readonly GuardAnswer[] = [],
    onEnd?: (ending: Ending) => void,
  ): Promise<ActionReturn> {
    const started = performance.now();
    const { call, told } = receive(given);
    const end = begin(told, this.#way.observers, started);
    let cause: unknown;
    const taken = carry(call, told, this.#way, options, answers, (ending) => {
      cause = ending.error;
      onEnd?.(ending);
      return end(ending);
    });
    if (!this.#throws) return taken;
    return taken.then((made) => {
      if (made.error?.code === "unexpected") throw new UnexpectedError(made, { cause });
      return made;
    });
  }
}
