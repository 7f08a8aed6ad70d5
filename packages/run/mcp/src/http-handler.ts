import { isObject, parseExactJson, roundedNumbers, withoutUndefined } from "@helve/core/internal";
import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  isInitializeRequest,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpEndpoint } from "./endpoint.ts";
import { readableMessage } from "./exact-messages.ts";
import { differingHeader } from "./param-headers.ts";

/**
 * Serves an endpoint over streamable HTTP, as a function from a `Request` to a `Response`.
 *
 * A client before 2026-07-28 opens a session, and its calls belong to it. A client of 2026-07-28 sends the handle of its session in `_meta`.
 * Calls without a handle belong to one session of all clients, or, if clients are authenticated, to one session of each client.
 *
 * Requests from web pages of other origins are refused, and those to other hosts than this machine: both could come from a page that the user
 * has open. The handler does not authenticate anybody; pass `authInfo` from middleware that does.
 *
 * @example
 * const { fetch } = mcpHandler(endpoint);
 * export default { fetch };
 */
export function mcpHandler(endpoint: McpEndpoint, options: McpHandlerOptions = {}): McpHandler {
  const {
    allowedHosts = localhostAllowedHostnames(),
    allowedOrigins = localhostAllowedOrigins(),
    now = Date.now,
  } = options;
  const shared = new ClientConnections();
  const modern = createMcpHandler(
    (context) => endpoint.createServer(context, shared.of(context.authInfo?.clientId ?? "")),
    // A stream from the start: a connection without a byte for minutes is closed by clients and proxies. The SDK sends a comment every 15 seconds.
    { legacy: "reject", responseMode: "sse" },
  );
  const removeListener = endpoint.onToolsChanged(() => modern.notify.toolsChanged());
  const sessions = new HttpSessions(endpoint, now);
  return {
    async fetch(request, { authInfo } = {}) {
      const refused =
        hostHeaderValidationResponse(request, [...allowedHosts]) ??
        originValidationResponse(request, [...allowedOrigins]);
      if (refused !== undefined) return refused;
      const body = await parsedBody(request);
      if ("response" in body) return body.response;
      const passed = withoutUndefined({ authInfo, parsedBody: body.value });
      if (await isLegacyRequest(request, body.value)) return sessions.handle(request, passed);
      const differing = differingHeaderOf(request, body.value, endpoint);
      if (differing === undefined) return modern.fetch(request, passed);
      const { id } = body.value as { readonly id?: string | number };
      return errorResponse(400, -32020, `the header ${differing} and the arguments disagree`, id);
    },
    async close() {
      removeListener();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

/** Options of {@link mcpHandler}. */
export interface McpHandlerOptions {
  /** The names in `Host` headers that are served, without ports; those of this machine by default. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The host names in `Origin` headers that are served; those of this machine by default. Requests without that header are served. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The clock, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** Serves an endpoint over HTTP. */
export interface McpHandler {
  /** @param options - `authInfo`: who sent the request, as middleware has found out */
  fetch(request: Request, options?: { readonly authInfo?: AuthInfo }): Promise<Response>;
  /** Ends all sessions. */
  close(): Promise<void>;
}

/** An object for each authenticated client, and one for all other clients, in place of a connection. */
class ClientConnections {
  readonly #byClient = new Map<string, object>();

  of(client: string): object {
    const known = this.#byClient.get(client);
    if (known !== undefined) return known;
    const connection = {};
    this.#byClient.set(client, connection);
    return connection;
  }
}

interface HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who opened it; nobody else can use it. */
  readonly client: string | undefined;
  usedAt: number;
}

/** The sessions of clients before 2026-07-28, by their ids. */
class HttpSessions {
  readonly #endpoint: McpEndpoint;
  readonly #now: () => number;
  readonly #byId = new Map<string, HttpSession>();

  constructor(endpoint: McpEndpoint, now: () => number) {
    this.#endpoint = endpoint;
    this.#now = now;
  }

  async handle(request: Request, passed: PassedRequest): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#open(request, passed);
    const session = this.#byId.get(id);
    if (session === undefined || session.client !== passed.authInfo?.clientId)
      return errorResponse(404, -32001, "Session not found");
    session.usedAt = this.#now();
    const { transport } = session;
    const response = await transport.handleRequest(request, passed);
    const cancelled = cancelledRequest(passed.parsedBody);
    // The SDK sends nothing for a cancelled request, and would keep its stream open.
    if (cancelled !== undefined) transport.closeSSEStream(cancelled);
    return response;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byId.values()].map(({ transport }) => transport.close()));
  }

  /** Opens a session for a request to initialize one, and refuses any other request without a session. */
  async #open(request: Request, passed: PassedRequest): Promise<Response> {
    if (!isInitializeRequest(passed.parsedBody))
      return errorResponse(400, -32000, "Bad Request: a session id is required");
    this.#forgetIdle();
    if (this.#byId.size >= maxSessions) return errorResponse(503, -32000, `${maxSessions} sessions are open`);
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        this.#byId.set(id, { transport, client: passed.authInfo?.clientId, usedAt: this.#now() });
      },
      onsessionclosed: (id) => void this.#byId.delete(id),
    });
    await this.#endpoint.createServer().connect(transport);
    return transport.handleRequest(request, passed);
  }

  #forgetIdle(): void {
    for (const [id, { transport, usedAt }] of this.#byId) {
      if (this.#now() - usedAt <= idleTime) continue;
      this.#byId.delete(id);
      transport.close().catch(() => undefined);
    }
  }
}

interface PassedRequest {
  readonly authInfo?: AuthInfo;
  readonly parsedBody?: unknown;
}

/** Returns the id of the request that a message cancels. */
function cancelledRequest(message: unknown): string | number | undefined {
  if (!isObject(message) || message["method"] !== "notifications/cancelled" || !isObject(message["params"]))
    return undefined;
  const id = message["params"]["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** The JSON in the body of a request, with the numbers of arguments as they are written; `undefined` without a body. */
async function parsedBody(request: Request): Promise<{ readonly value: unknown } | { readonly response: Response }> {
  if (request.method !== "POST") return { value: undefined };
  const body = await readRequestBody(request);
  if (body.tooLarge) return { response: errorResponse(413, -32600, "Request body too large") };
  try {
    const value = parseExactJson(body.text);
    return { value: Array.isArray(value) ? value.map(readableMessage) : readableMessage(value) };
  } catch {
    return { response: errorResponse(400, -32700, "Parse error") };
  }
}

/** Returns the header that differs from the call's arguments. */
function differingHeaderOf({ headers }: Request, message: unknown, { tools }: McpEndpoint): string | undefined {
  if (!isObject(message) || message["method"] !== "tools/call" || !isObject(message["params"])) return undefined;
  const { name, arguments: args } = message["params"];
  const tool = tools.find((each) => each.name === name);
  return tool && differingHeader(tool.inputSchema, roundedNumbers(args ?? {}), headers);
}

function errorResponse(status: number, code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });
}

const maxSessions = 1000;
/** In milliseconds. */
const idleTime = 3_600_000;
