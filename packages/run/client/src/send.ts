/** Sends requests to the addresses of a server, with a time limit. */
import { errorJson, HelveError } from "@helve/core";
import { longestTimer, requestedDelay, textOfBody, waitUnlessAborted, withoutUndefined } from "@helve/core/internal";
import type { CallOptions, Settings } from "./client-options.ts";
import { InvalidResponseError, NoAccessError, ResponseTimeoutError } from "./errors.ts";

/** A request to an OpenTool server. */
export interface Sent {
  readonly method: "GET" | "POST";
  /** `/call` */
  readonly path: string;
  /** A JSON text. */
  readonly body?: string;
  readonly accept?: string;
}

/** Sends requests to several addresses of one server. It begins with the address that answered last. */
export class Sender {
  readonly settings: Settings;
  #preferred = 0;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /**
   * Sends a request and reads the response. If an address can't be reached, the next one is tried. Only a request that may be repeated is
   * tried again when it is not certain that the server has not received it, and then after a pause.
   *
   * @param read - reads a response, and throws a `RequestError` if it is invalid
   * @throws RequestError, or the reason of the signal if it is aborted
   */
  async send<Result>(
    request: Sent,
    options: CallOptions,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const { urls, retryDelay } = this.settings;
    const { idempotent = false, signal, retries = this.settings.retries } = options;
    for (let attempt = 0; ; attempt++) {
      let failure: unknown;
      for (let turn = 0; turn < urls.length; turn++) {
        const index = (this.#preferred + turn) % urls.length;
        try {
          const result = await this.#attempt(urls[index] ?? "", request, options, read);
          this.#preferred = index;
          return result;
        } catch (error) {
          signal?.throwIfAborted();
          failure = error;
          const isSafe = neverSent.has(error as object) || (idempotent && isTransient(error));
          if (!isSafe) throw error;
        }
      }
      if (!idempotent || attempt >= retries) throw failure;
      await waitUnlessAborted(Math.max(retryDelay * 2 ** attempt, waits.get(failure as object) ?? 0), signal);
      signal?.throwIfAborted();
    }
  }

  async #attempt<Result>(
    url: string,
    { method, path, body, accept = "application/json" }: Sent,
    { timeout = this.settings.timeout, signal }: CallOptions,
    read: (response: Response, deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const { apiKey, headers, fetch } = this.settings;
    const deadline = new Deadline(timeout, signal);
    let hasAnswered = false;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: withoutUndefined({
          accept,
          "content-type": body === undefined ? undefined : "application/json",
          authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}`,
          ...headers,
        }),
        body,
        // A redirect would send the arguments and perhaps the key somewhere else.
        redirect: "manual",
        signal: deadline.signal,
      });
      hasAnswered = true;
      throwIfUnusable(response, url);
      return await read(response, deadline);
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.isOver)
        throw new ResponseTimeoutError(`${url}${path} did not answer within ${timeout} ms`, { cause: error });
      throw HelveError.is(error) ? error : noAccess(url, error, hasAnswered);
    } finally {
      deadline.clear();
    }
  }
}

/** Ends a request when its time is over or the caller aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timeout: number;
  readonly signal: AbortSignal;
  isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeout: number, caller: AbortSignal | undefined) {
    this.#timeout = timeout;
    this.signal = caller === undefined ? this.#controller.signal : AbortSignal.any([caller, this.#controller.signal]);
    this.restart();
  }

  /** Begins the time again, because something arrived. */
  restart(): void {
    this.clear();
    if (this.#timeout > longestTimer) return;
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#controller.abort();
    }, this.#timeout);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** Reads the text of a response. @throws InvalidResponseError if it is longer than the limit */
export async function readText({ body }: Response, limit: number): Promise<string> {
  const tooLong = () => new InvalidResponseError(`the response is larger than ${limit} bytes`);
  let text = "";
  for await (const piece of textOfBody(body, limit, tooLong)) text += piece;
  return text;
}

/** The longest time for which a server may let a caller wait, in milliseconds. */
const maxWait = 30_000;

/** Errors of requests that no server has received. */
const neverSent = new WeakSet<object>();

/** How long a server wants callers to wait, in milliseconds. */
const waits = new WeakMap<object, number>();

function throwIfUnusable(response: Response, url: string): void {
  const { status, type, headers } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    throw new NoAccessError(`${url} redirects to another address: use that one`, { status });
  }
  if (!busy.has(status)) return;
  const error = new NoAccessError(`${url} is busy or closing (HTTP ${status})`, { status });
  waits.set(error, Math.min(requestedDelay(headers) ?? 0, maxWait));
  response.body?.cancel().catch(() => undefined);
  throw error;
}

/** The statuses with which servers and proxies say that a request may be sent again later. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function isTransient(error: unknown): boolean {
  if (error instanceof ResponseTimeoutError) return true;
  return error instanceof NoAccessError && (error.status === undefined || busy.has(error.status));
}

/** Creates the error of a server that can't be reached. @param hasAnswered - whether the beginning of an answer has arrived */
function noAccess(url: string, cause: unknown, hasAnswered: boolean): NoAccessError {
  const codes = errorCodes(cause);
  const reason = codes[0] ?? errorJson(cause instanceof Error ? (cause.cause ?? cause) : cause).message;
  if (hasAnswered || codes.some((code) => broken.has(code))) {
    const message = `${url}: the answer was lost (${reason}). Nobody knows whether the server has executed the request`;
    return new NoAccessError(message, { cause });
  }
  const isPlain = reason === "ERR_SSL_WRONG_VERSION_NUMBER";
  const advice = isPlain ? "use http: instead of https:" : "check that the OpenTool server is running";
  const error = new NoAccessError(`${url} can't be reached: ${advice} (${reason})`, { cause });
  if (codes.length > 0 && codes.every((code) => unconnected.has(code))) neverSent.add(error);
  // Deno has no codes. A worker of Cloudflare doesn't say whether there was a connection.
  if (codes.length === 0 && reason.includes(": client error (Connect): ")) neverSent.add(error);
  return error;
}

/** The codes of a connection that broke after it was made. */
const broken: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Lists the error codes of a failed connection. */
function errorCodes(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, errors, cause } = error as {
    readonly code?: unknown;
    readonly errors?: unknown;
    readonly cause?: unknown;
  };
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap((one) => errorCodes(one, depth + 1));
  return typeof code === "string" ? [code] : errorCodes(cause, depth + 1);
}

/** The codes of connections that were not established, in Node and Bun. */
const unconnected: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"],
  ...["ConnectionRefused", "FailedToOpenSocket"],
]);
