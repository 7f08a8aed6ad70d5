import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { limitedFetch } from "./limited-fetch.ts";
import { createLineLog } from "./line-log.ts";
import type { ServerConfig } from "./servers-file.ts";

/**
 * Connects to an MCP server: starts its program, or opens its URL. The newest version of the protocol that both speak is used.
 *
 * A program gets only the environment variables that every program needs, and those of its configuration: no secret of this process.
 *
 * @param options - `log` receives what the program writes to standard error, one line at a time and without control characters
 * @throws Error if the server does not answer within a minute
 *
 * @example
 * const client = await connectServer({ command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] });
 */
export async function connectServer(config: ServerConfig, options: ConnectServerOptions = {}): Promise<Client> {
  const { log, signal, timeout = 60_000 } = options;
  const client = new Client(
    { name: "helve", version: "0.0.0" },
    { versionNegotiation: { mode: config.protocol === undefined ? "auto" : protocolMode(config.protocol) } },
  );
  const transport = transportOf(config, log);
  const limit = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]);
  try {
    await untilAborted(client.connect(transport, { signal: limit, timeout }), limit);
    return client;
  } catch (error) {
    await transport.close().catch(() => undefined);
    if (limit.aborted && signal?.aborted !== true)
      throw new Error(`it did not answer within ${timeout / 1000} seconds`);
    const reason = refusalOf(error);
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** Options of {@link connectServer}. */
export interface ConnectServerOptions {
  readonly log?: ((line: string) => void) | undefined;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take to answer, in milliseconds; a minute by default. */
  readonly timeout?: number | undefined;
}

function protocolMode(version: string) {
  return version < "2026" ? ("legacy" as const) : { pin: version };
}

function transportOf(config: ServerConfig, log: ((line: string) => void) | undefined): Transport {
  if ("command" in config) {
    const { command, args = [], env, cwd } = config;
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      stderr: "pipe",
      ...(env && { env: { ...env } }),
      ...(cwd !== undefined && { cwd }),
    });
    const lines = createLineLog(log ?? (() => undefined));
    transport.stderr?.on("data", (chunk: Buffer) => lines(chunk.toString("utf8")));
    return transport;
  }
  const { url, headers = {}, type } = config;
  const options = { fetch: limitedFetch(fetch), requestInit: { headers: { ...headers } } };
  return type === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
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
