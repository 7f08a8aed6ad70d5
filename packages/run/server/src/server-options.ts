/** The options of a server, with their checks and defaults. */
import type { Issue } from "@helve/core";
import { isObject, longestTimer, quote } from "@helve/core/internal";
import type { ActionExecutor, Session, SessionOptions } from "@helve/executor";
import { type Info, type OpenTool, OpenToolError, parseOpenTool } from "@helve/opentool";
import type { AccessEntry } from "./access-entry.ts";
import { ServerError } from "./server-error.ts";

/** The members of an executor that a server uses. */
export type ServerHost = Pick<ActionExecutor, "actionsInfo" | "execute" | "guards" | "has" | "names" | "session">;

/** Who sent a request. */
export interface Caller {
  /** The name of the caller's key; `undefined` if the server has no keys. */
  readonly key: string | undefined;
  /** The request. Its body was read already. */
  readonly request: Request;
}

/** The session of a call, or options for a new one. */
export type CallSession = Pick<Session, "execute"> | SessionOptions;

/** Options of `createServer`. */
export interface ServerOptions {
  /**
   * The keys that callers send as `Authorization: Bearer …`, on every path. As an object, each has a name, which is in the access
   * log; in a list, they are named `key1`, `key2`, … Without keys, only requests to this machine are answered: see `hosts`.
   */
  readonly keys?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /**
   * The names and addresses by which the server is reached, such as `tools.example.com`, without ports. A request with another `Host`
   * is refused. By default any with keys, and without keys `localhost`, `127.0.0.1` and `[::1]`, so that a web page can't reach the
   * server by a name that resolves to this machine.
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Origins of web pages that may send requests, such as `https://app.example.com`; by default the server's own only. Browsers let them
   * read the answers (CORS).
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Whether the web pages of every origin may send requests; false by default. Without keys, every page that a person opens could call
   * the tools, so the names in `hosts` must be given then.
   */
  readonly anyOrigin?: boolean | undefined;
  /**
   * The session in which a call runs; by default each call stands alone. Options (`{ store }`) create a session for each call. A function of the caller
   * returns options or a session; return the same session for all calls of a caller, so that rules see the earlier ones.
   */
  readonly session?: SessionOptions | ((caller: Caller) => CallSession | Promise<CallSession>) | undefined;
  /** The document to serve; only its functions can be called. By default the document of the executor's tools. */
  readonly document?: OpenTool | undefined;
  /** The title, version and description of the document that is served by default. */
  readonly info?: Partial<Info> | undefined;
  /** The path before `/call`; `/opentool` by default. */
  readonly prefix?: string | undefined;
  /** The largest body of a request, in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number | undefined;
  /** How long the body of a request may take to arrive, in milliseconds; 30,000 by default. */
  readonly bodyTimeout?: number | undefined;
  /** How long a call may take, with its guards, in milliseconds; 300,000 by default. The executor limits how long its tool runs. */
  readonly callTimeout?: number | undefined;
  /** How many calls may be open at the same time; 4,096 by default. More are refused with 503. */
  readonly maxCalls?: number | undefined;
  /** How many calls one caller may send in a period, in milliseconds; no limit by default. More are refused with 429. */
  readonly rate?: { readonly calls: number; readonly per: number } | undefined;
  /**
   * When the events of a stream are sent. By default, `checked`: if the executor has guards that see results, such as an `Engine`, the
   * events of a call wait until the guards have allowed its result. `live`: at once, also if the result is withheld later.
   */
  readonly stream?: "checked" | "live" | undefined;
  /** How much of a stream may wait for a caller that reads slowly, in bytes; 16 MiB by default. More ends the call. */
  readonly maxQueuedBytes?: number | undefined;
  /** How long a caller may read nothing of a stream that waits for it, in milliseconds; 30,000 by default. Then the call ends. */
  readonly readTimeout?: number | undefined;
  /** Called by `POST /stop`, after it is answered. Without it there is no `/stop`. */
  readonly onStop?: (() => void) | undefined;
  /** Receives an entry for each request when it is answered, without arguments, results and keys. What it throws is ignored. */
  readonly log?: ((entry: AccessEntry) => void) | undefined;
}

/** The options with their defaults. */
export type Settings = Omit<ServerOptions, keyof typeof defaults> & {
  readonly [Name in keyof typeof defaults]: NonNullable<ServerOptions[Name]>;
};

/** The defaults of options. */
export const defaults = {
  prefix: "/opentool",
  maxBodyBytes: 1_048_576,
  bodyTimeout: 30_000,
  callTimeout: 300_000,
  maxCalls: 4096,
  maxQueuedBytes: 16_777_216,
  readTimeout: 30_000,
} as const;

/**
 * Returns options with their defaults.
 *
 * @throws ServerError with every problem
 */
export function settingsOf(host: ServerHost, options: ServerOptions): Settings {
  const defined = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const issues = [
    ...hostIssues(host),
    ...Object.keys(defined)
      .filter((name) => !optionNames.has(name))
      .map((name) => optionIssue(name, "is no option of a server")),
    ...limitNames.flatMap((name) => positiveIssues(name, options[name])),
    ...rateIssues(options.rate),
    ...keyIssues(options.keys),
    ...listIssues("hosts", options.hosts, isHost, "must be a list of names without ports, such as tools.example.com"),
    ...listIssues("origins", options.origins, isOrigin, originProblem(options.origins)),
    ...anyOriginIssues(options),
    ...functionNames
      .filter((name) => defined[name] !== undefined && typeof defined[name] !== "function")
      .map((name) => optionIssue(name, "must be a function")),
    ...(options.session === undefined || typeof options.session === "function" || isObject(options.session)
      ? []
      : [optionIssue("session", "must be options of a session, or a function of the caller")]),
    ...(options.info === undefined || isObject(options.info) ? [] : [optionIssue("info", "must be an object")]),
    ...(options.stream === undefined || options.stream === "checked" || options.stream === "live"
      ? []
      : [optionIssue("stream", `must be "checked" or "live" (got ${quote(String(options.stream))})`)]),
    ...prefixIssues(options.prefix),
    ...documentIssues(host, options.document),
  ];
  if (issues.length > 0) throw new ServerError(issues);
  return { ...defaults, ...defined } as Settings;
}

const limitNames = ["maxBodyBytes", "bodyTimeout", "callTimeout", "maxCalls", "maxQueuedBytes", "readTimeout"] as const;
const functionNames = ["onStop", "log"] as const;
const optionNames: ReadonlySet<string> = new Set([
  ...["keys", "hosts", "origins", "anyOrigin", "session", "document", "info", "rate", "stream", "onStop", "log"],
  ...Object.keys(defaults),
]);

/** A time for `setTimeout`, which can't wait longer than 24.8 days: `Infinity` would be 1 ms. */
export function timerOf(time: number): number {
  return Math.min(time, longestTimer);
}

/** Creates the issue of an option. */
export function optionIssue(option: string, problem: string): Issue {
  return { code: "option", message: `"${option}" ${problem}`, path: `/${option.replaceAll(".", "/")}` };
}

function hostIssues(host: unknown): readonly Issue[] {
  if (isObject(host) && typeof host["execute"] === "function" && typeof host["actionsInfo"] === "function") return [];
  return [{ code: "host", message: "a server needs an ActionExecutor; pass a session with the option `session`" }];
}

function positiveIssues(option: string, value: unknown): readonly Issue[] {
  if (value === undefined || (typeof value === "number" && value > 0)) return [];
  return [optionIssue(option, `must be a number above 0 (got ${String(value)})`)];
}

function rateIssues(rate: ServerOptions["rate"]): readonly Issue[] {
  if (rate === undefined) return [];
  if (!isObject(rate)) return [optionIssue("rate", "must be an object: { calls, per }")];
  return (["calls", "per"] as const).flatMap((name) =>
    rate[name] === undefined ? [optionIssue(`rate.${name}`, "is missing")] : positiveIssues(`rate.${name}`, rate[name]),
  );
}

function listIssues(
  option: string,
  value: unknown,
  isMember: (member: unknown) => boolean,
  problem: string,
): readonly Issue[] {
  if (value === undefined || (Array.isArray(value) && value.every(isMember))) return [];
  return [optionIssue(option, problem)];
}

function isHost(host: unknown): boolean {
  return typeof host === "string" && /^(?:[^\s:/@]+|\[[\da-f:.]+\])$/i.test(host);
}

/** Whether a text is an origin as browsers send it, so that it can match. */
function isOrigin(origin: unknown): boolean {
  return typeof origin === "string" && /^[a-z][\w+.-]*:\/\/[^\s/?#]+$|^null$/i.test(origin);
}

/** Says what a list of allowed web origins must be. */
function originProblem(origins: unknown): string {
  const hint = [origins].flat().includes("*") ? "; `anyOrigin: true` allows every web page" : "";
  return `must be a list of origins such as https://app.example.com${hint}`;
}

function anyOriginIssues({ anyOrigin, origins, keys, hosts }: ServerOptions): readonly Issue[] {
  if (anyOrigin === undefined || anyOrigin === false) return [];
  if (anyOrigin !== true) return [optionIssue("anyOrigin", "must be true or false")];
  if (origins !== undefined) return [optionIssue("anyOrigin", "allows every origin: leave `origins` out")];
  if (keys !== undefined || hosts !== undefined) return [];
  return [optionIssue("anyOrigin", "needs `keys`, or `hosts` with the names of a server that anyone may use")];
}

/** The issues of keys. They don't contain the keys: errors are logged. */
function keyIssues(keys: ServerOptions["keys"]): readonly Issue[] {
  if (keys === undefined) return [];
  // The letters of a text would each be a key.
  if (typeof keys !== "object" || keys === null)
    return [optionIssue("keys", "must be a list of keys, or an object from names to keys")];
  const named = Object.entries(keys);
  if (named.length === 0) return [optionIssue("keys", "must not be empty: leave it out for a server without keys")];
  const isList = Array.isArray(keys);
  const names = isList ? [] : named.filter(([name]) => !/^[\w.@-]+$/.test(name));
  const nameIssues = names.map(([name]) =>
    optionIssue("keys", `must have names of letters, digits, _, ., @ and - (got ${quote(name)})`),
  );
  const invalid = named
    .filter(([, key]) => typeof key !== "string" || !/^[!-~]+$/.test(key))
    .map(([name]) => optionIssue(`keys.${name}`, "must be a text of visible ASCII characters without spaces"));
  const isRepeated = new Set(Object.values(keys)).size < named.length;
  const repeated = isRepeated ? [optionIssue("keys", "must not have the same key twice: callers are known by it")] : [];
  return [...nameIssues, ...invalid, ...repeated];
}

function prefixIssues(prefix: unknown): readonly Issue[] {
  if (prefix === undefined || (typeof prefix === "string" && /^(?:\/[\w.~-]+)*$/.test(prefix))) return [];
  return [
    optionIssue(
      "prefix",
      `must be a path such as /opentool, without a slash at its end (got ${quote(String(prefix))})`,
    ),
  ];
}

function documentIssues(host: ServerHost, document: OpenTool | undefined): readonly Issue[] {
  if (document === undefined) return [];
  try {
    parseOpenTool(document);
  } catch (error) {
    if (!(error instanceof OpenToolError)) throw error;
    return error.issues.map((issue) => ({
      ...optionIssue("document", `is invalid: ${issue.message}`),
      path: `/document${issue.path ?? ""}`,
    }));
  }
  if (hostIssues(host).length > 0) return [];
  const missing = document.functions.filter(({ name }) => !host.has(name));
  return missing.map(({ name }) =>
    optionIssue("document", `has the function ${quote(name)}, which is no tool of the executor`),
  );
}
