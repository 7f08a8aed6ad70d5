import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { limitedFetch } from "./limited-fetch.ts";
import { createLimitedLog } from "./limited-log.ts";
import { createLineLog } from "./line-log.ts";
import { ProgramTransport } from "./program-transport.ts";
import type { ServerConfig } from "./servers-file.ts";

/**
 * Connects to an MCP server: starts its program, or opens its URL. The newest version of the protocol that both speak is used.
 *
 * A server with a URL speaks streamable HTTP, or else the transport before it, unless its `type` says which.
 *
 * A program gets only the environment variables that every program needs, and those of its configuration: no secret of this process.
 *
 * @param options - `log` receives what the program writes to standard error, and what a server sends that is no message, or not for anybody: one
 *   line at a time and without control characters
 * @throws Error if the server does not answer within a minute, or requires another authorization
 *
 * @example
 * const client = await connectServer({ command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] });
 */
export async function connectServer(config: ServerConfig, options: ConnectServerOptions = {}): Promise<Client> {
  let refusesPost = false;
  try {
    return await connectOnce(config, options, () => {
      refusesPost = true;
    });
  } catch (error) {
    if (!refusesPost || "command" in config || config.type !== undefined) throw error;
    // A server of the transport before streamable HTTP answers a POST at its address with an error (MCP 2025-06-18 §Backwards Compatibility).
    return connectOnce({ ...config, type: "sse" }, options, () => undefined).catch(() => {
      throw error;
    });
  }
}

/** @param onRefused - is called if a server answers a POST with a status that says that it does not speak streamable HTTP */
async function connectOnce(
  config: ServerConfig,
  options: ConnectServerOptions,
  onRefused: () => void,
): Promise<Client> {
  const { log = () => undefined, hide, signal, timeout = 60_000 } = options;
  const client = new Client(
    { name: "helve", version: "0.0.0" },
    { versionNegotiation: { mode: config.protocol === undefined ? "auto" : protocolMode(config.protocol) } },
  );
  const noise = createLimitedLog(log, hide);
  // The issues of a schema are many lines.
  client.onerror = ({ message }) => noise(message.startsWith("[") ? "it sent JSON that is no message" : message);
  let unauthorized: string | undefined;
  const transport = transportOf(config, {
    lines: createLineLog(log, hide),
    noise,
    onRefused,
    onUnauthorized: (reason) => {
      unauthorized = reason;
    },
  });
  const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]);
  try {
    await untilAborted(client.connect(transport, { signal: limit, timeout }), limit);
    return client;
  } catch (error) {
    await transport.close().catch(() => undefined);
    if (limit.aborted && signal?.aborted !== true)
      throw new Error(`it did not answer within ${timeout / 1000} seconds`);
    const reason = unauthorized ?? refusalOf(error);
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** Options of {@link connectServer}. */
export interface ConnectServerOptions {
  readonly log?: ((line: string) => void) | undefined;
  /** Removes secrets from a line before it is cut and logged. */
  readonly hide?: ((line: string) => string) | undefined;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take to answer, in milliseconds; a minute by default. */
  readonly timeout?: number | undefined;
}

function protocolMode(version: string) {
  return version < "2026" ? ("legacy" as const) : { pin: version };
}

interface TransportEvents {
  readonly lines: (piece: string) => void;
  readonly noise: (entry: string) => void;
  readonly onRefused: () => void;
  readonly onUnauthorized: (reason: string) => void;
}

function transportOf(config: ServerConfig, { lines, noise, onRefused, onUnauthorized }: TransportEvents): Transport {
  if ("command" in config) {
    const { command, args = [], env, cwd } = config;
    const transport = new ProgramTransport(
      {
        command,
        args: [...args],
        stderr: "pipe",
        env: env ? { ...env } : undefined,
        cwd,
      },
      { report: (line) => noise(`a line on standard output is no message: ${line}`) },
    );
    transport.stderr?.on("data", (chunk: Buffer) => lines(chunk.toString("utf8")));
    return transport;
  }
  const { url, headers = {}, type } = config;
  const authorized: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === "POST" && [400, 404, 405].includes(response.status)) onRefused();
    if (response.status !== 401) return response;
    const reason = unauthorizedText(headers);
    onUnauthorized(reason);
    throw new Error(reason);
  };
  const options = { fetch: limitedFetch(authorized), requestInit: { headers: { ...headers } } };
  return type === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}

/** What to do if a server answers with 401. It says nothing that the server says. */
function unauthorizedText(headers: Readonly<Record<string, string>>): string {
  const hasHeader = Object.keys(headers).some((name) => /^authorization$|key|token/i.test(name));
  return hasHeader
    ? "it refuses the credentials in its headers (HTTP 401): they may be wrong or expired"
    : // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable for the file of servers.
      'it requires authorization (HTTP 401): give it a header such as "Authorization: Bearer ${TOKEN}", in "headers" of the file of servers or with --header. Sign-in by OAuth is not supported';
}

/** Why there is no connection, if the system says so; the errors around it say only that there is none. */
function refusalOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const {
      code,
      hostname,
      address,
      port,
    }: NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number } = cause;
    if (code === "ENOTFOUND") return `the host ${hostname} was not found`;
    if (code === "ECONNREFUSED") return `nothing listens at ${address}:${port}`;
  }
  return undefined;
}

/** Waits for a connection, which may ignore its signal: a program that hangs answers nothing. */
function untilAborted(connecting: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([connecting, promise]).finally(() => signal.removeEventListener("abort", abort));
}
