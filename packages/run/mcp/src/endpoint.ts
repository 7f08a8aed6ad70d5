import type { ActionReturn, ToolCall } from "@helve/core";
import { exactArguments, withoutUndefined } from "@helve/core/internal";
import type { ActionExecutor, Session } from "@helve/executor";
import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  type Tool as McpSdkTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Approvals, type CallState, isStateOf, requestOf } from "./approvals.ts";
import { toCallResult } from "./call-result.ts";
import { asksByForm, type CallScope, capabilitiesOf, clientOf, handleOf } from "./call-scope.ts";
import { ClientTasks } from "./client-tasks.ts";
import type { McpEndpointOptions, PersonAnswer } from "./endpoint-options.ts";
import { type CallOptions, OpenCall, type ServerQuestion } from "./open-call.ts";
import { newCallId } from "./passed-actions.ts";
import { progressSender } from "./progress.ts";
import { type McpSession, SessionTable } from "./session-table.ts";
import { ToolList } from "./tool-list.ts";
import { ToolSearch } from "./tool-search.ts";

/**
 * Serves the tools of an executor by the Model Context Protocol, for clients of the versions 2025-06-18 to 2026-07-28. Every call runs through
 * the executor, and so through its guards.
 *
 * An endpoint has no transport: `mcpHandler` serves it over HTTP, `serveStdio` of `@helve/mcp/node` over standard input and output.
 *
 * @example
 * const endpoint = new McpEndpoint(new ActionExecutor([add], { guards: [engine] }), { name: "maths" });
 * serveStdio(endpoint);
 */
export class McpEndpoint {
  readonly #list: ToolList;
  readonly #options: McpEndpointOptions;
  readonly #sessions: SessionTable;
  readonly #approvals: Approvals;
  /** The calls that run, and those that have ended while their clients were asked something, by their ids. */
  readonly #open = new Map<string, OpenCall>();
  /** How long an answer of a client is accepted, in milliseconds. */
  readonly #answerLifetime: number;
  readonly #listeners = new Set<() => void>();
  readonly #search: ToolSearch | undefined;

  /** @throws TypeError if the lifetime of answers is not a positive number */
  constructor(executor: ActionExecutor, options: McpEndpointOptions = {}) {
    const { answerLifetime = 600_000, now = Date.now, session = {} } = options;
    if (!(answerLifetime > 0))
      throw new TypeError(`answerLifetime must be a positive number of milliseconds (got ${answerLifetime})`);
    this.#answerLifetime = answerLifetime;
    this.#list = new ToolList(executor, options);
    this.#options = options;
    this.#search = options.search === true ? new ToolSearch() : undefined;
    this.#sessions = new SessionTable(
      (trajectory) => executor.session({ ...session, trajectory }),
      options.history,
      now,
    );
    this.#approvals = new Approvals({
      lifetime: answerLifetime,
      now,
      bind: (context) => `${clientOf(context)}\0${handleOf(context) ?? ""}`,
    });
  }

  /**
   * Creates a server of the SDK for one connection, or for one request of a client that has no connections: an `McpServerFactory`.
   *
   * @param connection - whose session the calls without a handle belong to; by default one of its own
   */
  createServer(_context?: McpRequestContext, connection: object = {}): Server {
    const { name = "helve", version = "0.0.0", title, instructions } = this.#options;
    const server = new Server(
      { name, version, title },
      {
        capabilities: { tools: { listChanged: true }, tasks: taskCapability, ...this.#options.capabilities },
        requestState: { verify: this.#approvals.codec.verify },
        instructions,
      },
    );
    server.setRequestHandler("tools/list", async ({ params }, context) => {
      // All tools are on one page.
      if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown cursor");
      await this.#options.ready?.(capabilitiesOf({ server, context }));
      const meta = this.#options.listMeta?.();
      const tools = this.#search?.tools ?? this.tools;
      return {
        tools: tools.map((tool) => ({ ...tool, execution: { taskSupport: "optional" } as const })),
        ...withoutUndefined({ _meta: meta }),
      };
    });
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      await this.#options.ready?.(capabilitiesOf({ server, context }));
      const found = this.#search?.find(params.name, params.arguments, this.tools);
      if (found !== undefined) return found;
      const call = this.#search?.callIn(params) ?? params;
      const run = (of: ServerContext) => this.#call(call, { server, context: of, connection });
      return params.task === undefined ? run(context) : tasks.start(params.task, context, run);
    });
    const tasks = new ClientTasks(this.#approvals.codec.verify);
    tasks.serve(server);
    const forget = this.#options.onServer?.(server, async (call, context) => {
      const scope = { server, context, connection };
      await this.#options.ready?.(capabilitiesOf(scope));
      const session = await this.#sessionOf(scope);
      const options = callOptions(context);
      return this.#settled(await session.session.execute(call, options), session, options);
    });
    const notify = (): void => void server.sendToolListChanged().catch(() => undefined);
    this.#listeners.add(notify);
    server.onclose = () => {
      this.#listeners.delete(notify);
      tasks.close();
      forget?.();
    };
    return server;
  }

  /** The tools as clients see them. */
  get tools(): readonly McpSdkTool[] {
    return this.#list.tools;
  }

  /** Tells the clients that the tools of the executor have changed. */
  toolsChanged(): void {
    this.#list.forget();
    for (const listener of this.#listeners) listener();
  }

  /** Adds a listener for `toolsChanged`. @returns the function that removes it */
  onToolsChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the client of a call that runs what its server asks. @throws Error if it can't be asked such a question */
  async ask(call: string, question: ServerQuestion): Promise<unknown> {
    return this.#openCall(call).ask(question);
  }

  /** Runs an action in the session of a call that runs, through the guards. */
  async run(call: string, action: ToolCall): Promise<ActionReturn> {
    const { session, options } = this.#openCall(call);
    return this.#settled(await session.session.execute(action, options), session, options);
  }

  /** Whether calls that run are of the same client. */
  isOneClient(calls: readonly string[]): boolean {
    return new Set(calls.map((call) => this.#open.get(call)?.session)).size === 1;
  }

  #openCall(id: string): OpenCall {
    const open = this.#open.get(id);
    if (open === undefined) throw new Error("the call has ended");
    return open;
  }

  async #call(params: CallToolRequest["params"], scope: CallScope): Promise<CallToolResult | InputRequiredResult> {
    const { context } = scope;
    const given = params.arguments ?? {};
    const args = exactArguments(given);
    const session = await this.#sessionOf(scope);
    const state = context.mcpReq.requestState<CallState>();
    if (state === undefined) {
      const call = { id: newCallId(), name: params.name, arguments: args };
      this.#options.onArguments?.(call.id, given);
      return this.#start(call.id, { session, scope, params, run: (options) => session.session.execute(call, options) });
    }
    const open = this.#open.get(state.id);
    if (open !== undefined && open.session === session && (await isStateOf(state, { name: params.name, args }))) {
      const answer = context.mcpReq.inputResponses?.[questionKey];
      if (answer !== undefined) open.answer(answer);
      return this.#continue(state.id, { open, scope, params });
    }
    const answered = await this.#approvals.answer(
      state,
      { name: params.name, args, session: session.session },
      context,
    );
    if (answered === undefined) {
      const data = { reason: "invalid_request_state" };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", data);
    }
    if ("question" in answered) return answered.question;
    const run = (options: CallOptions) => resumed(session.session, answered, options);
    return this.#start(answered.actionReturn.id, { session, scope, params, run });
  }

  #start(id: string, { session, scope, params, run }: StartedCall): Promise<CallToolResult | InputRequiredResult> {
    const open = new OpenCall({ session, scope, lifetime: this.#answerLifetime, run });
    this.#open.set(id, open);
    return this.#continue(id, { open, scope, params });
  }

  /** Answers a request with the end of its call, or with a question of the call's server. */
  async #continue(id: string, { open, scope, params }: ContinuedCall): Promise<CallToolResult | InputRequiredResult> {
    const next = await open.next(scope).catch((error: unknown) => {
      this.#open.delete(id);
      throw error;
    });
    if ("method" in next) {
      open.expire(() => this.#open.delete(id));
      const call = { id, tool: params.name, rules: [], args: exactArguments(params.arguments ?? {}) };
      const requestState = await this.#approvals.stateOf(call, scope.context);
      return inputRequired({ inputRequests: { [questionKey]: next as never }, requestState });
    }
    this.#open.delete(id);
    return this.#reply(next, open.session, scope);
  }

  /** The session that a call belongs to. */
  async #sessionOf({ context, connection }: CallScope): Promise<McpSession> {
    const handle = handleOf(context);
    if (handle === undefined) return this.#sessions.ofConnection(connection);
    return this.#sessions.ofHandle(JSON.stringify([clientOf(context), handle]));
  }

  /** Records the outcome, and converts it to what the client gets; asks for an answer if the call waits for one. */
  async #reply(
    ended: ActionReturn,
    session: McpSession,
    scope: CallScope,
  ): Promise<CallToolResult | InputRequiredResult> {
    if (ended.status === "pending" && asksByForm(capabilitiesOf(scope))) {
      await this.#keep(ended, session);
      return this.#approvals.ask({ actionReturn: ended, session: session.session }, scope.context);
    }
    const actionReturn = await this.#settled(ended, session, callOptions(scope.context));
    const sent = this.#options.resultOf?.(actionReturn);
    if (actionReturn.status === "unknown_tool") {
      const reason = this.#options.unknownTool?.(actionReturn.call.name) ?? actionReturn.errmsg ?? "unknown tool";
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
    }
    if (sent !== undefined) return sent;
    const { type, call } = actionReturn;
    return toCallResult(actionReturn, this.#list.returnsOf(call.name), this.#list.returnsOf(type));
  }

  /** Records the outcome; if the call waits for an answer, asks who can be asked here, as often as it is necessary. */
  async #settled(ended: ActionReturn, session: McpSession, options: CallOptions): Promise<ActionReturn> {
    let actionReturn = ended;
    for (;;) {
      await this.#keep(actionReturn, session);
      if (actionReturn.status !== "pending") return actionReturn;
      const answer = await this.#answerHere(actionReturn, options.signal);
      actionReturn = await resumed(session.session, { actionReturn, answer }, options);
    }
  }

  async #keep(actionReturn: ActionReturn, session: McpSession): Promise<void> {
    await this.#options.record?.(actionReturn);
    await session.keep();
  }

  /** The answer to a question that the client can't ask. */
  async #answerHere(actionReturn: ActionReturn, signal: AbortSignal): Promise<PersonAnswer> {
    const { inspect } = this.#options;
    if (inspect !== undefined) return inspect(requestOf(actionReturn), { signal });
    const nobody = { decision: "reject", reason: "a person has to decide, and this client can't ask one" };
    return nobody;
  }
}

/** Every call may run as a task of a client of 2025-11-25. */
const taskCapability = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
/** The key of a question of a server in the result of a request, and of its answer. */
const questionKey = "question";

/** A call to start: the request of its client, and what runs it. */
interface StartedCall {
  readonly session: McpSession;
  readonly scope: CallScope;
  readonly params: CallToolRequest["params"];
  readonly run: (options: CallOptions) => Promise<ActionReturn>;
}

interface ContinuedCall extends Pick<StartedCall, "scope" | "params"> {
  readonly open: OpenCall;
}

/** Returns the options of a call from a request of MCP: its signal, and where progress is sent. */
function callOptions(context: ServerContext): CallOptions {
  return { signal: context.mcpReq.signal, onProgress: progressSender(context) };
}

/** Resumes a waiting call with an answer, in the form of a `LateAnswer` of `@helve/enforcer`. */
function resumed(
  session: Session,
  { actionReturn, answer }: { readonly actionReturn: ActionReturn; readonly answer: object },
  options: CallOptions,
): Promise<ActionReturn> {
  const { verdict } = actionReturn;
  const token = verdict?.kind === "pending" ? verdict.token : undefined;
  return session.resume(actionReturn, { ...answer, ...(token !== undefined && { token }) }, options);
}
