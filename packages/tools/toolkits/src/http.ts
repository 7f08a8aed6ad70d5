/** Sends HTTP requests to services, with retries, limits and readable errors. */
import { errorJson, HelveError } from "@helve/core";
import { isTransientStatus, requestedDelay, waitUnlessAborted } from "@helve/core/internal";
import { withoutKey } from "./api-key.ts";
import { HttpError } from "./http-error.ts";

/** Options for calling services. */
export interface HttpOptions {
  /** Sends requests; the global `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The time limit of each attempt, in milliseconds; 10,000 by default. */
  readonly timeout?: number | undefined;
  /** How often a request without side effects is repeated after a failure that may pass; twice by default. */
  readonly retries?: number | undefined;
  /** The largest body that is read, in bytes; 5 MiB by default. */
  readonly sizeLimit?: number | undefined;
}

/** The names of the options of {@link HttpOptions}. */
export const httpOptionNames = { fetch: true, timeout: true, retries: true, sizeLimit: true } as const;

/** A request. */
export interface HttpRequest {
  /** `GET` by default. Only `GET` is repeated, and a `POST` that `isSafe`. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Added to the address; absent values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Whether repeating a request other than `GET` has no further effect. */
  readonly isSafe?: boolean | undefined;
  /** Whether another try may succeed after an answer, besides those with the statuses 408, 409, 429 and 5xx. */
  readonly mayPass?: ((response: HttpResponse) => boolean) | undefined;
  /** An error by default: headers with keys must not reach another host. */
  readonly redirect?: RequestRedirect | undefined;
  /** Called before the body is read, which it prevents by throwing a `HelveError`. */
  readonly checkHead?: ((head: Pick<HttpResponse, "status" | "headers">) => void) | undefined;
  /** A key or token of the request, which no message contains. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The address after redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * Sends a request and reads the whole answer. Requests without side effects are repeated after network errors and the statuses 408,
 * 409, 429 and 5xx.
 *
 * @param service - its name in messages: `Google Search`
 * @throws HttpError if there is no answer in time, or it is too large
 * @throws the reason of the signal
 */
export async function httpRequest(
  service: string,
  url: string | URL,
  request: HttpRequest = {},
  options: HttpOptions = {},
): Promise<HttpResponse> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const isSafe = request.isSafe ?? (request.method ?? "GET") === "GET";
  const { retries = 2 } = options;
  for (let attempt = 0; ; attempt++) {
    const mayRetry = isSafe && attempt < retries;
    try {
      const response = await send(service, address, request, options);
      const mayPass = isTransientStatus(response.status) || request.mayPass?.(response) === true;
      if (!mayRetry || !mayPass) return response;
      const delay = requestedDelay(response.headers) ?? 200 * 2 ** attempt;
      if (delay > maxDelay) return response; // the caller reads how long to wait
      await waitUnlessAborted(delay, request.signal);
    } catch (error) {
      if (!mayRetry || !(error instanceof HttpError) || error.status !== undefined) throw error;
      await waitUnlessAborted(200 * 2 ** attempt, request.signal);
    }
  }
}

/**
 * Sends a request and parses the JSON of the answer.
 *
 * @throws HttpError as `httpRequest`, for a status other than 2xx with the service's own message, and for an answer that is not JSON
 */
export async function httpJson(
  service: string,
  url: string | URL,
  request: HttpRequest = {},
  options: HttpOptions = {},
): Promise<unknown> {
  const response = await httpRequest(service, url, request, options);
  if (response.status < 200 || response.status > 299) throw statusError(service, response, request.key);
  if (response.bytes.length === 0) return undefined;
  try {
    return JSON.parse(response.text);
  } catch (cause) {
    throw new HttpError(`${service} did not answer with JSON`, { status: response.status, cause });
  }
}

/**
 * The error of an answer whose status is no success, with the message in its body.
 *
 * @param key - what the message must not contain
 */
export function statusError(service: string, { status, text, headers }: HttpResponse, key?: string): HttpError {
  const message = withoutKey(messageOf(text), key).slice(0, 300);
  const delay = requestedDelay(headers);
  const wait = delay === undefined || delay <= maxDelay ? "" : ` and asks to wait ${Math.ceil(delay / 1000)} s`;
  return new HttpError(`${service} answered with the status ${status}${wait}${message === "" ? "" : `: ${message}`}`, {
    status,
  });
}

/** The longest time that a request waits for its repetition, in milliseconds. */
const maxDelay = 10_000;

async function send(
  service: string,
  url: URL,
  { method = "GET", headers = {}, json, redirect = "error", checkHead, key, signal }: HttpRequest,
  { fetch = globalThis.fetch, timeout = 10_000, sizeLimit = 5 * 1024 * 1024 }: HttpOptions,
): Promise<HttpResponse> {
  signal?.throwIfAborted();
  const timer = AbortSignal.timeout(timeout);
  let response: Response | undefined;
  try {
    response = await fetch(url, {
      method,
      headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
      redirect,
      signal: signal === undefined ? timer : AbortSignal.any([signal, timer]),
    });
    checkHead?.(response);
    const bytes = await readBody(service, response, sizeLimit);
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, headers: response.headers, url: response.url, bytes, text };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof HelveError) {
      await response?.body?.cancel().catch(() => {});
      throw error;
    }
    if (timer.aborted) throw new HttpError(`${service} did not answer within ${timeout / 1000} s`);
    // The cause may contain the address with its query.
    const cause = key === undefined ? error : undefined;
    const reason = withoutKey(causeOf(error), key);
    throw new HttpError(
      response === undefined
        ? `${service} can't be reached: ${reason}`
        : `The answer of ${service} was lost (${reason}); it may have executed the request`,
      { cause },
    );
  }
}

async function readBody(service: string, response: Response, sizeLimit: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > sizeLimit) {
      throw new HttpError(`The answer of ${service} is larger than ${sizeLimit} bytes`, { status: response.status });
    }
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** The cause of "fetch failed" that `fetch` reports. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  if (typeof cause?.code === "string") return cause.code;
  return errorJson(error).message;
}

/** The message in the body of a failed request: in one of the usual JSON forms, or as text. */
function messageOf(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { readonly error?: unknown; readonly message?: unknown };
    const nested = (error as { readonly message?: unknown } | null | undefined)?.message;
    for (const found of [nested, message, error]) if (typeof found === "string") return found;
    return "";
  } catch {
    return /^\s*</.test(text) ? "" : text.trim();
  }
}
