import {
  Client,
  type ClientCapabilities,
  type OAuthTokens,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { withExactMessages } from "../exact-messages.ts";
import { exactValidator } from "../exact-validator.ts";
import { exactFetch } from "./exact-fetch.ts";
import { KeptSignIn } from "./kept-sign-in.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { createLimitedLog } from "./limited-log.ts";
import { createLineLog } from "./line-log.ts";
import { ProgramTransport } from "./program-transport.ts";
import type { ServerConfig } from "./servers-file.ts";
import type { SignInStore } from "./sign-in-file.ts";
import { SignInRequiredError } from "./sign-in-provider.ts";

/**
 * Connects to an MCP server: starts its program, or opens its URL. The newest version of the protocol that both speak is used.
 *
 * A server that does not understand the first request of 2026-07-28 is started again and greeted with `initialize`: some end themselves at it, and
 * some don't answer. Whether a server speaks that version has its own limit, three seconds.
 *
 * A server with a URL speaks streamable HTTP, or else the transport before it, unless its `type` says which.
 *
 * A program gets only the environment variables that every program needs, and the variables of its configuration: no secret of this process. It ends with this
 * process, and with all programs that it has started.
 *
 * @param options - `log` receives what the program writes to standard error, and what a server sends that is no message, or not for anybody: one
 *   line at a time and without control characters
 * @throws Error if the server does not answer within a minute, ends, or requires another authorization
 *
 * @example
 * const client = await connectServer({ command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] });
 */
export async function connectServer(config: ServerConfig, options: ConnectServerOptions = {}): Promise<Client> {
  const { signal, timeout = 60_000 } = options;
  const deadline = performance.now() + timeout;
  const version = config.protocol;
  if (version !== undefined) return connectUrlOrProgram(config, { ...options, mode: modeOf(version), limit: timeout });
  try {
    return await connectUrlOrProgram(config, { ...options, mode: "auto", limit: Math.ceil((timeout * 2) / 3) });
  } catch (error) {
    const left = Math.ceil(deadline - performance.now());
    if (signal?.aborted === true || !(error instanceof UnansweredError) || left <= 0) throw error;
    // The newer reason says more: the older one may be about a request that the server does not know.
    return await connectUrlOrProgram(config, { ...options, mode: "legacy", limit: left });
  }
}

/** A connection was not opened because a server did not answer: it may answer to another request. */
class UnansweredError extends Error {}

interface Attempt extends ConnectServerOptions {
  readonly mode: "auto" | "legacy" | { readonly pin: string };
  /** In milliseconds. */
  readonly limit: number;
}

async function connectUrlOrProgram(config: ServerConfig, attempt: Attempt): Promise<Client> {
  let refusesPost = false;
  try {
    return await connectOnce(config, attempt, () => {
      refusesPost = true;
    });
  } catch (error) {
    if (!refusesPost || "command" in config || config.type !== undefined) throw error;
    // A server of the transport before streamable HTTP answers a POST at its address with an error (MCP 2025-06-18 §Backwards Compatibility).
    return connectOnce({ ...config, type: "sse" }, attempt, () => undefined).catch(() => {
      throw error;
    });
  }
}

/**
 * Connects to a server with one protocol version.
 *
 * @param onRefused - is called if a server answers a POST with a status that says that it does not speak streamable HTTP
 */
async function connectOnce(config: ServerConfig, attempt: Attempt, onRefused: () => void): Promise<Client> {
  const { log = () => undefined, hide = (line) => line, signal, timeout = 60_000, mode, limit, capabilities } = attempt;
  const probe = { timeoutMs: Math.min(probeTime, Math.ceil(limit / 2)) };
  const client = new Client(
    { name: "helve", version: "0.0.0" },
    { capabilities, versionNegotiation: { mode, probe }, jsonSchemaValidator: exactValidator },
  );
  const noise = createLimitedLog(log, hide);
  // The issues of a schema are many lines.
  client.onerror = ({ message }) => noise(message.startsWith("[") ? "it sent JSON that is no message" : message);
  let unauthorized: string | undefined;
  const transport = transportOf(config, {
    signIn: await signInOf(config, attempt),
    lines: createLineLog(log, hide),
    noise,
    hide,
    onRefused,
    onUnauthorized: (reason) => {
      unauthorized = reason;
    },
  });
  const limited = AbortSignal.any([AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])]);
  try {
    await untilAborted(client.connect(transport, { signal: limited, timeout: limit }), limited);
    return client;
  } catch (error) {
    const endReason = transport instanceof ProgramTransport ? await transport.endReason() : undefined;
    await transport.close().catch(() => undefined);
    const reason = unauthorized ?? refusalOf(error);
    if (reason !== undefined) throw new Error(reason, { cause: error });
    if (endReason?.isStarted === false) throw new Error(endReason.text, { cause: error });
    if (endReason !== undefined) throw new UnansweredError(endReason.text, { cause: error });
    if (limited.aborted && signal?.aborted !== true) {
      throw new UnansweredError(`it did not answer within ${timeout / 1000} seconds`);
    }
    throw isSilence(error) ? new UnansweredError((error as Error).message, { cause: error }) : error;
  }
}

/** How long a server may take to answer whether it speaks 2026-07-28, in milliseconds. */
const probeTime = 3000;

/** Whether an error means that the server did not answer. */
function isSilence(error: unknown): boolean {
  if (!SdkError.isInstance(error)) return false;
  return [SdkErrorCode.RequestTimeout, SdkErrorCode.EraNegotiationFailed, SdkErrorCode.ConnectionClosed].includes(
    error.code as never,
  );
}

/** Options of {@link connectServer}. */
export interface ConnectServerOptions {
  readonly log?: ((line: string) => void) | undefined;
  /** Removes secrets from a line before it is cut and logged. */
  readonly hide?: ((line: string) => string) | undefined;
  /** The sign-ins that are kept, for servers that ask for one; none by default. */
  readonly signIns?: SignInStore | undefined;
  /** Receives the tokens of a sign-in before they are used, so that no log shows them. */
  readonly onTokens?: ((tokens: OAuthTokens) => void) | undefined;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal | undefined;
  /** The capabilities that the client declares; the user of the client sets their request handlers. None by default. */
  readonly capabilities?: ClientCapabilities | undefined;
  /** How long the server may take to answer, in milliseconds; a minute by default. */
  readonly timeout?: number | undefined;
}

/** Returns the protocol version to negotiate. */
function modeOf(version: string): Attempt["mode"] {
  return version < "2026" ? "legacy" : { pin: version };
}

/** The kept sign-in to a server; `undefined` if not found, or its headers say who its client is. */
async function signInOf(config: ServerConfig, { signIns, onTokens }: Attempt): Promise<KeptSignIn | undefined> {
  if (signIns === undefined || "command" in config || hasCredentials(config.headers)) return undefined;
  const { tokens } = (await signIns.load(config.url)) ?? {};
  if (tokens === undefined) return undefined;
  return new KeptSignIn({ url: config.url, store: signIns, onTokens });
}

interface TransportEvents {
  readonly signIn: KeptSignIn | undefined;
  readonly lines: (piece: string) => void;
  readonly noise: (entry: string) => void;
  readonly hide: (line: string) => string;
  readonly onRefused: () => void;
  readonly onUnauthorized: (reason: string) => void;
}

/** Creates the transport to a server. */
function transportOf(config: ServerConfig, events: TransportEvents): Transport {
  const { signIn, lines, noise, hide, onRefused, onUnauthorized } = events;
  if ("command" in config) {
    const report = (line: string): void => noise(`a line on standard output is no message: ${line}`);
    return new ProgramTransport(config, { stderr: lines, report, hide });
  }
  const { url, headers = {}, type } = config;
  const authorized: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === "POST" && [400, 404, 405].includes(response.status)) onRefused();
    if (response.status !== 401) return response;
    if (signIn !== undefined) {
      // The transport renews it, and sends the request again.
      signIn.refuse(init?.headers);
      return response;
    }
    const reason = unauthorizedText(headers);
    onUnauthorized(reason);
    throw new Error(reason);
  };
  const options = {
    fetch: exactFetch(limitedFetch(authorized)),
    requestInit: { headers: { ...headers } },
    authProvider: signIn,
  };
  return withExactMessages(
    type === "sse"
      ? new SSEClientTransport(new URL(url), options)
      : new StreamableHTTPClientTransport(new URL(url), options),
  );
}

/** The advice if a server answers with 401. It contains no text of the server. */
function unauthorizedText(headers: Readonly<Record<string, string>>): string {
  return hasCredentials(headers)
    ? "it refuses the credentials in its headers (HTTP 401): they may be wrong or expired"
    : // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable for the file of servers.
      'it requires authorization (HTTP 401): sign in with helve mcp login, or give it a header such as "Authorization: Bearer ${TOKEN}", in "headers" of the file of servers or with --header';
}

function hasCredentials(headers: Readonly<Record<string, string>> = {}): boolean {
  return Object.keys(headers).some((name) => /^authorization$|key|token/i.test(name));
}

/** The reason of the system for a missing connection; `undefined` if it gives none. The errors around it give no reason. */
function refusalOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInRequiredError) return cause.message;
    // A name with several addresses has an error for each.
    const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    const { code, hostname, address, port } = first as NodeJS.ErrnoException & {
      readonly hostname?: string;
      readonly address?: string;
      readonly port?: number;
    };
    if (code === "ENOTFOUND") return `the host ${hostname} was not found`;
    if (code === "ECONNREFUSED") return `nothing listens at ${address}:${port}`;
    if (code === "ECONNRESET") return "the connection was reset";
    if (/^ERR_TLS|CERT/.test(String(code))) return `its certificate is not accepted (${code})`;
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
