/** The options of a client and of its requests, with their checks and defaults. */
import type { Issue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { ClientOptionsError } from "./errors.ts";
import { numberIssues, optionIssue, throwIfNoObject, unknownNameIssues } from "./option-issues.ts";
import type { CallForm } from "./request-text.ts";

/** Options of a client. */
export interface ClientOptions {
  /** Sent as `Authorization: Bearer …` to each of the addresses. */
  readonly apiKey?: string | undefined;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long a response may take, and in a stream the next event, in milliseconds; 60,000 by default, `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** How often a request that may be repeated is sent again to each address; 2 by default. */
  readonly retries?: number | undefined;
  /** How long to wait before the first repetition, in milliseconds; 200 by default. Each further one waits twice as long. */
  readonly retryDelay?: number | undefined;
  /** The largest response, and the largest event of a stream, in bytes; 16 MiB by default. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Whether a result of only a `code` of 400 or more and a `message` is an error, as servers of the Dart and TypeScript SDKs send for a
   * function that they don't have; false by default, because a function may return such an object.
   */
  readonly detectErrorResults?: boolean | undefined;
  /** The global `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's. */
  readonly timeout?: number | undefined;
  /** Replaces the client's. */
  readonly retries?: number | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Whether repeating the call has no further effect, so that it is sent again after a failure; false by default. */
  readonly idempotent?: boolean | undefined;
  /** The id of the call; a UUID by default. */
  readonly id?: string | undefined;
}

/** The addresses and the options with their defaults. */
export interface Settings extends ClientOptions {
  /** Without slashes at the end. */
  readonly urls: readonly string[];
  readonly form: CallForm;
  readonly timeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  readonly maxResponseBytes: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Validates the options of a client and fills in their defaults. @throws ClientOptionsError with every problem */
export function settingsOf(url: string | readonly string[], options: ClientOptions): Settings {
  throwIfNoObject(options, "a client");
  const urls: readonly string[] = Array.isArray(url) ? url : [url as string];
  const { timeout = 60_000, retries = 2, retryDelay = 200, maxResponseBytes = 16_777_216 } = options;
  const { fetch = (target, init) => globalThis.fetch(target, init) } = options;
  const issues = [
    ...unknownNameIssues(options, clientOptionNames, "a client"),
    ...(urls.length === 0 ? [optionIssue("url", "must not be empty")] : []),
    ...urls.flatMap(urlIssues),
    ...(urls.some(isOfDaemon) && !urls.every(isOfDaemon)
      ? [
          optionIssue(
            "url",
            "must not be of servers and of tools of a daemon, because these want calls in different forms",
          ),
        ]
      : []),
    ...numberIssues("timeout", timeout, 1),
    ...numberIssues("retries", retries, 0),
    ...numberIssues("retryDelay", retryDelay, 0),
    ...numberIssues("maxResponseBytes", maxResponseBytes, 1),
    // The key itself is not repeated: errors are logged.
    ...(options.apiKey === undefined || (typeof options.apiKey === "string" && /^[!-~]+$/.test(options.apiKey))
      ? []
      : [optionIssue("apiKey", "must be a text of visible ASCII characters without spaces")]),
    ...headerIssues(options.headers),
    ...(typeof fetch === "function" ? [] : [optionIssue("fetch", "must be a function")]),
  ];
  if (issues.length > 0) throw new ClientOptionsError(issues);
  return {
    ...options,
    form: urls.every(isOfDaemon) ? "daemon" : "json-rpc",
    urls: urls.map((text) => text.replace(/\/+$/, "")),
    timeout,
    retries,
    retryDelay,
    maxResponseBytes,
    fetch,
  };
}

/** The names of the options of a client. */
export const clientOptionNames: readonly (keyof ClientOptions)[] = [
  ...(["apiKey", "headers", "timeout", "retries", "retryDelay", "maxResponseBytes"] as const),
  ...(["detectErrorResults", "fetch"] as const),
];

/** Throws for an invalid option of a request or a call. @throws ClientOptionsError with every problem */
export function throwIfInvalid(options: CallOptions, kind: "request" | "call"): void {
  throwIfNoObject(options, `a ${kind}`);
  const { timeout, retries, signal, id } = options;
  const issues = [
    ...unknownNameIssues(options, kind === "call" ? callOptionNames : requestOptionNames, `a ${kind}`),
    ...(timeout === undefined ? [] : numberIssues("timeout", timeout, 1)),
    ...(retries === undefined ? [] : numberIssues("retries", retries, 0)),
    ...(signal === undefined || signal instanceof AbortSignal ? [] : [optionIssue("signal", "must be an AbortSignal")]),
    ...(id === undefined || (typeof id === "string" && id !== "") ? [] : [optionIssue("id", "must be a text")]),
  ];
  if (issues.length > 0) throw new ClientOptionsError(issues);
}

const requestOptionNames: readonly (keyof RequestOptions)[] = ["signal", "timeout", "retries"];
const callOptionNames: readonly (keyof CallOptions)[] = [...requestOptionNames, "idempotent", "id"];

/** Whether an address belongs to a tool of OpenTool's daemon. */
function isOfDaemon(url: unknown): boolean {
  return typeof url === "string" && /\/opentool-daemon\/tools\/[^/]+\/*$/.test(url);
}

/** The issues of an address. It is not repeated, because it may contain a password. */
function urlIssues(url: string): readonly Issue[] {
  const example = "such as http://localhost:9627/opentool";
  if (typeof url !== "string" || !URL.canParse(url)) return [optionIssue("url", `must be an address ${example}`)];
  const { protocol, username, password, search, hash } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    return [optionIssue("url", `must begin with http: or https:, ${example}`)];
  if (username !== "" || password !== "")
    return [optionIssue("url", "must have no user and no password: pass `apiKey`")];
  return search === "" && hash === "" ? [] : [optionIssue("url", `must have no ? and no #, ${example}`)];
}

/** The issues of headers. Their values are not repeated: they may be keys, and `fetch` would repeat an invalid one in its error. */
function headerIssues(headers: ClientOptions["headers"]): readonly Issue[] {
  if (headers === undefined) return [];
  if (!isObject(headers)) return [optionIssue("headers", "must be an object from names to texts")];
  return Object.entries(headers)
    .filter(([name, value]) => !isHeader(name, value))
    .map(([name]) => optionIssue(`headers.${name}`, "must be a header: a text on one line"));
}

function isHeader(name: string, value: unknown): boolean {
  try {
    new Headers([[name, value as string]]);
    return typeof value === "string";
  } catch {
    return false;
  }
}
