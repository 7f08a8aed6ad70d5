import type { ActionReturn, JsonSchema } from "@helve/core";
import { exactArguments, withoutUndefined } from "@helve/core/internal";
import type { ActionExecutor, Session } from "@helve/executor";
import { toMcpTools } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpRequestContext,
  type Tool as McpSdkTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type ApprovalState, Approvals, requestOf } from "./approvals.ts";
import { toCallResult } from "./call-result.ts";
import type { McpEndpointOptions, PersonAnswer } from "./endpoint-options.ts";
import { progressSender } from "./progress.ts";
import { type McpSession, SessionTable } from "./session-table.ts";
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
  readonly #executor: ActionExecutor;
  readonly #options: McpEndpointOptions;
  readonly #sessions: SessionTable;
  readonly #approvals: Approvals;
  readonly #listeners = new Set<() => void>();
  readonly #search: ToolSearch | undefined;
  /** The schemas of results, by the names and wire names of the tools. */
  #returns:
    | { readonly names: readonly string[]; readonly schemas: ReadonlyMap<string, JsonSchema | undefined> }
    | undefined;
  #listed: { readonly names: readonly string[]; readonly tools: readonly McpSdkTool[] } | undefined;

  /** @throws TypeError if the lifetime of answers is not a positive number */
  constructor(executor: ActionExecutor, options: McpEndpointOptions = {}) {
    const { answerLifetime = 600_000, now = Date.now, session = {} } = options;
    if (!(answerLifetime > 0))
      throw new TypeError(`answerLifetime must be a positive number of milliseconds (got ${answerLifetime})`);
    this.#executor = executor;
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
        capabilities: { tools: { listChanged: true }, ...this.#options.capabilities },
        requestState: { verify: this.#approvals.codec.verify },
        instructions,
      },
    );
    server.setRequestHandler("tools/list", async ({ params }) => {
      // All tools are on one page.
      if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown cursor");
      await this.#options.ready?.();
      const meta = this.#options.listMeta?.();
      const tools = this.#search?.tools ?? this.tools;
      return { tools: [...tools], ...withoutUndefined({ _meta: meta }) };
    });
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      await this.#options.ready?.();
      const found = this.#search?.find(params.name, params.arguments, this.tools);
      return found ?? this.#call(this.#search?.callIn(params) ?? params, { server, context, connection });
    });
    const forget = this.#options.onServer?.(server, async (call, context) => {
      await this.#options.ready?.();
      const scope = { server, context, connection };
      const session = await this.#sessionOf(scope);
      return this.#settled(await session.session.execute(call, callOptions(context)), session, scope);
    });
    const notify = (): void => void server.sendToolListChanged().catch(() => undefined);
    this.#listeners.add(notify);
    server.onclose = () => {
      this.#listeners.delete(notify);
      forget?.();
    };
    return server;
  }

  /** The tools as clients see them. */
  get tools(): readonly McpSdkTool[] {
    const { names } = this.#executor;
    if (this.#listed?.names !== names) this.#listed = { names, tools: this.#list() };
    return this.#listed.tools;
  }

  /** Tells the clients that the tools of the executor have changed. */
  toolsChanged(): void {
    this.#listed = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Adds a listener for `toolsChanged`. @returns the function that removes it */
  onToolsChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #list(): readonly McpSdkTool[] {
    const { annotations = () => undefined, isListed = () => true, listed: own = () => undefined } = this.#options;
    const tools = this.#executor.tools.filter(isListed);
    return toMcpTools(tools).tools.map((listed, index) => {
      const tool = tools[index];
      const whole = tool && own(tool);
      if (whole !== undefined) return { ...whole, name: listed.name };
      const hints =
        tool && withoutUndefined({ idempotentHint: tool.idempotent === true ? true : undefined, ...annotations(tool) });
      return (hints && Object.keys(hints).length > 0 ? { ...listed, annotations: hints } : listed) as McpSdkTool;
    });
  }

  async #call(params: CallToolRequest["params"], scope: CallScope): Promise<CallToolResult | InputRequiredResult> {
    const { context } = scope;
    const given = params.arguments ?? {};
    const args = exactArguments(given);
    const session = await this.#sessionOf(scope);
    const options = callOptions(context);
    const state = context.mcpReq.requestState<ApprovalState>();
    if (state === undefined) {
      const call = { id: `call_${crypto.randomUUID()}`, name: params.name, arguments: args };
      this.#options.onArguments?.(call.id, given);
      return this.#reply(await session.session.execute(call, options), session, scope);
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
    return this.#reply(await resumed(session.session, answered, options), session, scope);
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
    if (ended.status === "pending" && canElicit(scope)) {
      await this.#keep(ended, session);
      return this.#approvals.ask({ actionReturn: ended, session: session.session }, scope.context);
    }
    const actionReturn = await this.#settled(ended, session, scope);
    const sent = this.#options.resultOf?.(actionReturn);
    if (actionReturn.status === "unknown_tool") {
      const reason = this.#options.unknownTool?.(actionReturn.call.name) ?? actionReturn.errmsg ?? "unknown tool";
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
    }
    if (sent !== undefined) return sent;
    const { type, call } = actionReturn;
    return toCallResult(actionReturn, this.#returnsOf(call.name), this.#returnsOf(type));
  }

  /** Records the outcome; if the call waits for an answer, asks who can be asked here, as often as it is necessary. */
  async #settled(ended: ActionReturn, session: McpSession, { context }: CallScope): Promise<ActionReturn> {
    let actionReturn = ended;
    for (;;) {
      await this.#keep(actionReturn, session);
      if (actionReturn.status !== "pending") return actionReturn;
      const answer = await this.#answerHere(actionReturn, context.mcpReq.signal);
      actionReturn = await resumed(session.session, { actionReturn, answer }, callOptions(context));
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

  /** @param name - that of the tool, or its wire name */
  #returnsOf(name: string): JsonSchema | undefined {
    const { names } = this.#executor;
    if (this.#returns?.names !== names) {
      const { tools } = this.#executor;
      const returnsOf = (tool: Tool) => this.#options.listed?.(tool)?.outputSchema ?? tool.returns;
      const byName = (nameOf: (tool: Tool) => string) => tools.map((tool) => [nameOf(tool), returnsOf(tool)] as const);
      const schemas = new Map([...byName((tool) => tool.name.replaceAll(".", "-")), ...byName((tool) => tool.name)]);
      this.#returns = { names, schemas };
    }
    return this.#returns.schemas.get(name);
  }
}

/** The key in the `_meta` of a request whose value is the handle of the session that the call belongs to. */
export const sessionMetaKey = "dev.helve/session";

/** The surroundings of a call. */
interface CallScope {
  readonly server: Server;
  readonly context: ServerContext;
  readonly connection: object;
}

/**
 * The handle of the session in a request; `undefined` if there is none.
 *
 * @throws ProtocolError if it is not 1 to 128 letters, digits, `.`, `_`, `:` or `-`
 */
function handleOf({ mcpReq }: ServerContext): string | undefined {
  const handle = mcpReq._meta?.[sessionMetaKey];
  if (handle === undefined) return undefined;
  if (typeof handle === "string" && /^[\w.:-]{1,128}$/.test(handle)) return handle;
  const rule = "must be 1 to 128 letters, digits, dots, colons, hyphens or underscores";
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `_meta["${sessionMetaKey}"] ${rule}`);
}

/** Who sent a request, if the server authenticates its clients: no client can use the sessions and the answers of another one. */
function clientOf({ http }: ServerContext): string {
  return http?.authInfo?.clientId ?? "";
}

function callOptions(context: ServerContext) {
  const onProgress = progressSender(context);
  return { signal: context.mcpReq.signal, onProgress };
}

/** Whether the client can ask a person by a form. */
function canElicit({ server, context }: CallScope): boolean {
  const envelope: Partial<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const declared =
    (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Resumes a waiting call with an answer, in the form of a `LateAnswer` of `@helve/enforcer`. */
function resumed(
  session: Session,
  { actionReturn, answer }: { readonly actionReturn: ActionReturn; readonly answer: object },
  options: ReturnType<typeof callOptions>,
): Promise<ActionReturn> {
  const { verdict } = actionReturn;
  const token = verdict?.kind === "pending" ? verdict.token : undefined;
  return session.resume(actionReturn, { ...answer, ...(token !== undefined && { token }) }, options);
}
