/** `serve`: serves the tools of an executor over HTTP on Node. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ownMember, quote } from "@helve/core/internal";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { loopbackHosts } from "../check-sender.ts";
import { createHandler } from "../create-server.ts";
import { JsonReply, refusal } from "../responses.ts";
import { ServerError } from "../server-error.ts";
import { defaults, optionIssue, type ServerHost, type ServerOptions, timerOf } from "../server-options.ts";
import { sendReply } from "./send-reply.ts";

/** Options of {@link serve}. */
export interface ServeOptions extends Omit<ServerOptions, "onStop"> {
  /** 9627 by default, OpenTool's usual port; 0 for any that is free. */
  readonly port?: number | undefined;
  /** The address to listen on; `127.0.0.1` by default. Any but this machine's own needs `keys`. */
  readonly address?: string | undefined;
  /** Whether `POST /stop` stops the server; false by default. */
  readonly stop?: boolean | undefined;
  /** How many connections may be open; 10,000 by default. */
  readonly maxConnections?: number | undefined;
}

/** A server that listens. */
export interface ListeningServer {
  /** The address for clients: `http://127.0.0.1:9627/opentool`. */
  readonly url: string;
  readonly port: number;
  /** Resolves when the server has stopped. */
  readonly closed: Promise<void>;
  /** Refuses further requests, waits for the calls that run, and stops listening. @param options - as for `OpenToolServer.close` */
  readonly close: (options?: { readonly timeout?: number | undefined }) => Promise<void>;
}

/**
 * Serves the tools of an executor over HTTP.
 *
 * @throws ServerError with every invalid option, such as another address than this machine's without keys, or if the port is in use
 *
 * @example
 * const server = await serve(executor, { port: 9627 });
 * process.once("SIGTERM", () => server.close());
 */
export async function serve(host: ServerHost, options: ServeOptions = {}): Promise<ListeningServer> {
  const { port = 9627, address = "127.0.0.1", stop = false, maxConnections = 10_000, ...rest } = options;
  const issues = [
    ...(Number.isInteger(port) && port >= 0 && port < 65_536
      ? []
      : [optionIssue("port", `must be a number from 0 to 65535 (got ${quote(String(port))})`)]),
    ...(rest.keys !== undefined || isLoopback(address)
      ? []
      : [optionIssue("address", `must be this machine's, such as 127.0.0.1, unless there are keys (got ${address})`)]),
  ];
  if (issues.length > 0) throw new ServerError(issues);
  // Another address of this machine, such as 127.0.0.2, is another name in `Host`.
  const hosts = rest.hosts ?? (rest.keys === undefined ? [...loopbackHosts, address] : undefined);
  const handler = createHandler(host, {
    ...rest,
    hosts,
    onStop: stop ? () => void close({ timeout: stopTimeout }) : undefined,
  });
  const parseUrl = createUrlParser();
  const listener = createAdaptorServer({
    fetch: async (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const url = parseUrl(request.url);
      const reply = isNormalized(incoming.url ?? "", url)
        ? await handler.answer(request, url)
        : refusal(400, "The path must be normalized.");
      return reply instanceof JsonReply ? sendReply(reply, outgoing) : reply;
    },
    // Replaced globals would change the rest of the program.
    overrideGlobalObjects: false,
    serverOptions: {
      // Slow requests: their headers, and then their bodies as `bodyTimeout` says.
      headersTimeout,
      requestTimeout: Math.ceil(timerOf(headersTimeout + 2 * (rest.bodyTimeout ?? 30_000))),
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 5_000,
    },
  }) as Server;
  listener.maxConnections = maxConnections;
  // A connection is idle while its call runs, and then while the caller reads nothing of the answer.
  const { callTimeout = defaults.callTimeout, readTimeout = defaults.readTimeout } = rest;
  listener.timeout = Math.ceil(timerOf(callTimeout + readTimeout));
  const closed = new Promise<void>((resolve) => listener.once("close", resolve));

  async function close(closing: { readonly timeout?: number | undefined } = {}): Promise<void> {
    listener.close();
    listener.closeIdleConnections();
    await handler.close(closing);
    // The last responses are being written; connections that stay open after that are cut.
    const timer = setTimeout(() => listener.closeAllConnections(), stopTimeout);
    listener.closeIdleConnections();
    await closed;
    clearTimeout(timer);
  }

  // The operating system may allow fewer waiting connections; Node's 511 are too few for thousands of clients that come at once.
  listener.listen({ port, host: address, backlog: 4096 });
  try {
    await once(listener, "listening");
  } catch (error) {
    throw listenError(error, address, port);
  }
  const { port: openPort } = listener.address() as AddressInfo;
  const hostname = address.includes(":") ? `[${address}]` : address;
  return { url: `http://${hostname}:${openPort}${rest.prefix ?? "/opentool"}`, port: openPort, closed, close };
}

/** Creates a URL parser that caches the last URL. */
function createUrlParser(): (text: string) => URL {
  let last: { readonly text: string; readonly url: URL } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, url: new URL(text) };
    return last.url;
  };
}

/**
 * Whether the path of a request line is the one that is looked up. A URL resolves `/version/../call`, and a proxy that decides by the
 * path may not.
 */
function isNormalized(target: string, { pathname }: URL): boolean {
  if (target === pathname) return true;
  const [path] = target.replace(/^https?:\/\/[^/?#]*/i, "").split("?");
  return path === pathname;
}

/** Explains why a server can't listen, and what to do. */
function listenError(cause: unknown, address: string, port: number): ServerError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: "the port is in use: stop the program that uses it, or choose another port (0 for any that is free)",
    EACCES: "this user may not listen there: choose a port of at least 1024",
    EADDRNOTAVAIL: "this machine doesn't have the address: choose 127.0.0.1, or 0.0.0.0 for all of its addresses",
    EAFNOSUPPORT: "this machine doesn't have addresses of this kind: choose 127.0.0.1",
    ENOTFOUND: "there is no machine of this name: choose an address such as 127.0.0.1",
    EAI_AGAIN: "the name can't be resolved: choose an address such as 127.0.0.1",
  };
  const what = (code === undefined ? undefined : ownMember(known, code)) ?? message;
  return new ServerError([{ code: "listen", message: `can't listen on ${address} port ${port}: ${what}` }], { cause });
}

/** In milliseconds. */
const headersTimeout = 10_000;

/** How long `/stop` waits for calls and `close` for the last responses, in milliseconds. */
const stopTimeout = 200;

function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}
