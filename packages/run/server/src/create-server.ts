import type { AccessEntry } from "./access-entry.ts";
import { createAuthorize } from "./authorize.ts";
import { CallLimits } from "./call-limits.ts";
import { call, closingRefusal, type Exchange, type Serving, streamCall } from "./calls.ts";
import { createSenderCheck, loopbackHosts } from "./check-sender.ts";
import { createCors } from "./cors.ts";
import { jsonReply, type Reply, refusal, toResponse } from "./responses.ts";
import { RunningCalls } from "./running-calls.ts";
import { createServedDocument } from "./served-document.ts";
import { type ServerHost, type ServerOptions, settingsOf } from "./server-options.ts";

/**
 * Serves the tools of an executor over OpenTool's HTTP protocol: `GET /version`, `GET /load`, `POST /call` and `POST /streamCall`
 * below `/opentool`. Each call goes through the executor, so its guards decide about it. The result runs wherever there is `fetch`:
 * `export default createServer(executor, { keys })` for Bun, Deno and Cloudflare; `serve` of `@helve/server/node` for Node.
 *
 * @param host - the executor; calls run in a session with the option `session`
 * @throws ServerError with every invalid option
 *
 * @example
 * const server = createServer(new ActionExecutor([add], { guards: [engine] }), { keys: [env.KEY] });
 * const response = await server.fetch(request);
 */
export function createServer(host: ServerHost, options: ServerOptions = {}): OpenToolServer {
  const { answer, close } = createHandler(host, options);
  return { fetch: async (request) => toResponse(await answer(request)), close };
}

/** A server of tools. */
export interface OpenToolServer {
  /** Answers a request. Never rejects. It needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Refuses further requests, and waits for the calls that run.
   *
   * @param options - `timeout`: after how many milliseconds the calls are aborted; 10,000 by default
   */
  readonly close: (options?: { readonly timeout?: number | undefined }) => Promise<void>;
}

/** A server whose answers are not yet converted to responses. */
export interface Handler extends Pick<OpenToolServer, "close"> {
  /** Answers a request. Never rejects. @param url - the one of the request, if it is parsed already */
  readonly answer: (request: Request, url?: URL) => Promise<Reply>;
}

/** Creates what {@link createServer} and `serve` have in common. @throws ServerError with every invalid option */
export function createHandler(host: ServerHost, options: ServerOptions): Handler {
  const settings = settingsOf(host, options);
  const { prefix, keys, hosts, origins = [], anyOrigin = false, onStop, log } = settings;
  const cors = createCors(origins, anyOrigin);
  const checkSender = createSenderCheck(hosts ?? (keys === undefined ? loopbackHosts : undefined), cors);
  const authorize = keys && createAuthorize(keys);
  const serving: Serving = {
    host,
    settings,
    served: createServedDocument(host, settings),
    limits: new CallLimits(settings.maxCalls, settings.rate),
    running: new RunningCalls(),
    isClosing: false,
  };

  const routes = new Map<string, Route>([
    [
      `${prefix}/version`,
      { method: "GET", respond: async () => jsonReply(200, { version: serving.served().document.info.version }) },
    ],
    [`${prefix}/load`, { method: "GET", respond: async () => jsonReply(200, serving.served().document) }],
    [`${prefix}/call`, { method: "POST", respond: (exchange) => call(serving, exchange) }],
    [`${prefix}/streamCall`, { method: "POST", respond: (exchange) => streamCall(serving, exchange) }],
  ]);
  if (onStop !== undefined) {
    routes.set(`${prefix}/stop`, {
      method: "POST",
      respond: async () => {
        setTimeout(onStop, 0);
        return jsonReply(200, { status: "stopped" });
      },
    });
  }

  /** Answers a request. */
  async function respond(exchange: Exchange, url: URL): Promise<Reply> {
    const { request, entry } = exchange;
    const problem = checkSender(request, url);
    if (problem !== undefined) return refusal(403, problem);
    // Without a key: browsers send none with it.
    const preflight = cors.preflight(request);
    if (preflight !== undefined) return preflight;
    if (authorize !== undefined) {
      exchange.key = authorize(request);
      if (exchange.key === undefined)
        return refusal(401, "A valid key is needed: Authorization: Bearer KEY.", { "www-authenticate": "Bearer" });
      entry.key = exchange.key;
    }
    const route = routes.get(url.pathname);
    if (route === undefined) return refusal(404, `There is no such path: the document is at ${prefix}/load.`);
    entry.path = url.pathname;
    if (request.method !== route.method)
      return refusal(405, `Only ${route.method} is allowed.`, { allow: route.method });
    return serving.isClosing ? closingRefusal() : await route.respond(exchange);
  }

  return {
    answer: async (request, url) => {
      const started = performance.now();
      const entry: Exchange["entry"] = { time: Date.now(), method: request.method, path: "unknown" };
      let isStream = false;
      const end = (status: number): void => {
        if (log !== undefined) void record(log, { ...entry, status, duration: performance.now() - started });
      };
      const beginStream = (): (() => void) => {
        isStream = true;
        return () => end(200);
      };
      const exchange: Exchange = { request, key: undefined, entry, beginStream };
      const reply = await respondSafely(() => respond(exchange, url ?? new URL(request.url)));
      if (!isStream) end(reply.status);
      return cors.expose(request, reply);
    },
    close: async ({ timeout = 10_000 } = {}) => {
      serving.isClosing = true;
      await serving.running.drain(timeout);
    },
  };
}

/** One path. */
interface Route {
  readonly method: "GET" | "POST";
  respond(exchange: Exchange): Promise<Reply>;
}

/** Records a request in the access log, and ignores errors of the log. */
async function record(log: NonNullable<ServerOptions["log"]>, entry: AccessEntry): Promise<void> {
  try {
    await log(entry);
  } catch {
    // ignored, as documented
  }
}

/** Answers a request, with status 500 after an unexpected error. */
async function respondSafely(respond: () => Promise<Reply>): Promise<Reply> {
  try {
    return await respond();
  } catch {
    // Its message may contain what nobody outside should read.
    return refusal(500, "The server failed to answer.");
  }
}
