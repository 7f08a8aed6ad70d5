/** Builds the HTTP request of a call to a function that was imported from OpenAPI. */
import { type Args, HelveError, type Issue } from "@helve/core";
import { isObject, ownMember, quote, withoutUndefined } from "@helve/core/internal";
import type { OpenToolFunction } from "./document.ts";
import {
  type HttpBody,
  type HttpOperation,
  type HttpParameter,
  hasDotSegment,
  httpField,
  httpOperationProblems,
  parsedUrl,
  serverProblem,
} from "./http-operation.ts";
import { pathText } from "./json-path.ts";

/** An HTTP request, ready for `fetch(url, request)`. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Options of `httpRequest`. */
export interface HttpRequestOptions {
  /** The URL that the path is appended to. Default: the server in the function's `x-http`. */
  readonly server?: string;
}

/** A function can't be called over HTTP, or an argument has no place in a request. */
export class HttpRequestError extends HelveError {
  override readonly code = "invalid_request";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join("\n"));
    this.issues = issues;
  }
}

/**
 * Builds the request of a call to a function that `fromOpenApi` imported. Every value is encoded for its place: an
 * argument can't add a path segment, a query parameter or a header.
 *
 * @param args - the arguments, which were validated by `parametersSchema(fn, schemas)`
 * @throws HttpRequestError if the function has no valid `x-http`, an argument that the path needs is missing, a value
 *   can't be in its place, two arguments write the same field, or the request would not be below the server's URL
 *
 * @example
 * const { url, ...request } = httpRequest(fn, { owner: "ann", state: "open" });
 * const response = await fetch(url, request);
 */
export function httpRequest(fn: OpenToolFunction, args: Args, options: HttpRequestOptions = {}): HttpRequest {
  const operation = readOperation(fn);
  const { method, path, parameters = [], body } = operation;
  const issues: Issue[] = [];
  const values = new Map(parameters.flatMap((parameter) => placedValue(parameter, args)));
  const writtenPath = path.replace(/\{([^{}]*)\}/g, (_, name: string) => pathSegment(name, values, issues));
  const query = writtenFields({ place: "query", ownNames: pathFields(path) }, parameters, values, issues);
  const headers = headerValues(parameters, values, issues);
  const content = body === undefined ? undefined : bodyText(body, args, issues);
  const server = (options.server ?? operation.server ?? "").replace(/\/+$/, "");
  if (issues.length === 0) issues.push(...urlIssues(server, writtenPath));
  if (issues.length > 0) throw new HttpRequestError(issues);
  return withoutUndefined({
    method,
    url: `${server}${writtenPath}${query.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.join("&")}`}`,
    headers: {
      ...headers,
      ...withoutUndefined({ "content-type": content !== undefined && body ? body.contentType : undefined }),
    },
    body: content,
  });
}

/** The values of the arguments that are not in the body. */
type Values = ReadonlyMap<HttpParameter, unknown>;

/** Reads how a function is called over HTTP. */
function readOperation(fn: OpenToolFunction): HttpOperation {
  const operation: unknown = ownMember(fn, httpField);
  if (operation === undefined || operation === null) {
    const message = `the function ${quote(fn.name)} has no "${httpField}" with a method and a path: only fromOpenApi adds it`;
    throw new HttpRequestError([{ code: "operation", message }]);
  }
  const issues = httpOperationProblems(operation).map(({ at, problem }) => ({
    code: "operation",
    message: `the function ${quote(fn.name)} can't be called: ${pathText([httpField, ...at])} ${problem}`,
  }));
  if (issues.length > 0) throw new HttpRequestError(issues);
  return operation as HttpOperation;
}

/** Issues of a URL that is not below the server's. */
function urlIssues(server: string, path: string): readonly Issue[] {
  const problem = serverProblem(server);
  if (problem !== undefined) return [{ code: "server", message: `the server ${problem}` }];
  const base = parsedUrl(server);
  const url = parsedUrl(server + path);
  const start = base?.pathname.replace(/\/+$/, "");
  const isBelow = url && base && url.origin === base.origin && url.pathname.startsWith(`${start}/`) && url.hash === "";
  if (isBelow && !hasDotSegment(path)) return [];
  return [
    { code: "path", message: `the path ${quote(path)} does not lead to a place below the server ${quote(server)}` },
  ];
}

/** The names of the query fields that a path has itself. */
function pathFields(path: string): readonly string[] {
  return [...new URLSearchParams(/\?([^#]*)/.exec(path)?.[1] ?? "").keys()];
}

/** Returns a parameter with its argument; nothing if the argument is missing. */
function placedValue(parameter: HttpParameter, args: Args): readonly (readonly [HttpParameter, unknown])[] {
  const value = Object.hasOwn(args, parameter.argument) ? args[parameter.argument] : undefined;
  return value === undefined ? [] : [[parameter, value]];
}

/** Encodes the value of a path parameter. An empty segment, `.` or `..` would lead to another path. */
function pathSegment(name: string, values: Values, issues: Issue[]): string {
  const found = [...values].find(([parameter]) => parameter.in === "path" && parameter.name === name);
  if (found === undefined) {
    issues.push({ code: "required", message: `the path needs the argument ${quote(name)}` });
    return "";
  }
  const [parameter, value] = found;
  const text = encoded(parameter, issues, () => simpleText(parameter, value));
  if (text === undefined || (text !== "" && !/^\.{1,2}$/.test(text))) return text ?? "";
  const message = `${quote(parameter.argument)} can't be a segment of a path (got ${quote(text)})`;
  issues.push({ code: "path", message });
  return "";
}

/** Returns what `write` does; `undefined`, and an issue, for half of a surrogate pair, which can't be encoded. */
function encoded<Result>({ argument }: HttpParameter, issues: Issue[], write: () => Result): Result | undefined {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    const message = `${quote(argument)} can't be in a request: it has half of a surrogate pair, which is not a character`;
    issues.push({ code: "text", message });
    return undefined;
  }
}

/** Writes a value in the style `simple`: lists and objects with commas. */
function simpleText({ json, explode = false }: HttpParameter, value: unknown): string {
  if (json) return encodeURIComponent(JSON.stringify(value));
  if (!isObject(value)) return encodedList(value).join(",");
  return encodedMembers(value)
    .map((member) => member.join(explode ? "=" : ","))
    .join(",");
}

/** Which fields are written. */
interface Fields {
  readonly place: "query" | "cookie";
  /** The names of further fields. */
  readonly ownNames?: readonly string[];
}

/**
 * Writes the fields of a query, a form or the cookies: `name=text`. An argument can't write the field of another one.
 *
 * @param parameters - all parameters of the operation; those in `place` are written
 */
function writtenFields(
  { place, ownNames = [] }: Fields,
  parameters: readonly HttpParameter[],
  values: Values,
  issues: Issue[],
): readonly string[] {
  const declared = parameters.filter((parameter) => parameter.in === place);
  const owners = new Map<string, HttpParameter | undefined>(ownNames.map((name) => [name, undefined]));
  for (const parameter of declared) {
    owners.set(parameter.name, parameter);
    owners.set(baseName(parameter.name), owners.get(baseName(parameter.name)) ?? parameter);
  }
  return declared.flatMap((parameter) => {
    const value = values.get(parameter);
    if (value === undefined) return [];
    const parts = encoded(parameter, issues, () => queryParts(parameter, value)) ?? [];
    const names = isObject(value) ? parts.map((part) => decodeURIComponent(part.slice(0, part.indexOf("=")))) : [];
    for (const name of new Set(names)) {
      const isNested = name.startsWith(`${parameter.name}[`);
      const keys = isNested || name === parameter.name ? [name] : [name, baseName(name)];
      const isTaken = keys.some((key) => owners.has(key) && owners.get(key) !== parameter);
      for (const key of keys) if (!owners.has(key)) owners.set(key, parameter);
      if (!isTaken) continue;
      const message = `${quote(parameter.argument)} can't have the member ${quote(name)}: another part of the request has this name`;
      issues.push({ code: "duplicate", message });
    }
    return parts;
  });
}

/** The name that servers read a field as: `filter` for `filter[limit]`. */
function baseName(name: string): string {
  return /^([^[]+)\[/.exec(name)?.[1] ?? name;
}

/** Writes a query parameter in its style. */
function queryParts(parameter: HttpParameter, value: unknown): readonly string[] {
  const { name: plainName, style = "form", explode = style === "form", json } = parameter;
  const name = encodeURIComponent(plainName);
  if (json) return [`${name}=${encodeURIComponent(JSON.stringify(value))}`];
  if (isObject(value)) {
    const members = encodedMembers(value);
    if (style === "deepObject") return members.map(([key, text]) => `${name}[${key}]=${text}`);
    return explode ? members.map((member) => member.join("=")) : [`${name}=${members.flat().join(delimiters[style])}`];
  }
  const texts = encodedList(value);
  return explode ? texts.map((text) => `${name}=${text}`) : [`${name}=${texts.join(delimiters[style])}`];
}

const delimiters = { simple: ",", form: ",", spaceDelimited: "%20", pipeDelimited: "%7C", deepObject: "," } as const;

/** Writes the headers, the cookies among them. */
function headerValues(
  parameters: readonly HttpParameter[],
  values: Values,
  issues: Issue[],
): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  const cookies = writtenFields({ place: "cookie" }, parameters, values, issues);
  for (const [parameter, value] of values) {
    if (parameter.in !== "header") continue;
    const text = headerText(parameter, value);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
      const message = `${quote(parameter.argument)} can't be a header: it has a character that headers don't allow`;
      issues.push({ code: "header", message });
    } else headers.set(parameter.name.toLowerCase(), text);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return Object.fromEntries(headers);
}

/** Writes a header, which is not percent-encoded. */
function headerText({ json, explode = false }: HttpParameter, value: unknown): string {
  if (json) return JSON.stringify(value);
  if (!isObject(value)) return [value].flat().map(scalarText).join(",");
  return Object.entries(value)
    .map(([key, member]) => `${key}${explode ? "=" : ","}${scalarText(member)}`)
    .join(",");
}

/** Writes the body; `undefined` if no argument belongs to it and it is not required. */
function bodyText(
  { contentType, argument, arguments: names = [], required, encoding = {} }: HttpBody,
  args: Args,
  issues: Issue[],
): string | undefined {
  const own = (name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined);
  const members = names.filter((name) => own(name) !== undefined).map((name) => [name, own(name)] as const);
  const isMissing = argument === undefined ? members.length === 0 && required !== true : own(argument) === undefined;
  if (isMissing) return undefined;
  const value = argument === undefined ? Object.fromEntries(members) : own(argument);
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    const fields = new Map(isObject(value) ? Object.entries(value) : []);
    const writing = (name: string) => (Object.hasOwn(encoding, name) ? encoding[name] : {});
    const declared = [...new Set([...names, ...fields.keys(), ...Object.keys(encoding)])].map(
      (name): HttpParameter => ({ ...writing(name), argument: name, name, in: "query" }),
    );
    for (const [name, field] of argument === undefined ? [] : fields) {
      // The body's other fields are not known, and a member of this one could be one of them.
      if (!isObject(field) || Object.hasOwn(encoding, name)) continue;
      const message = `the field ${quote(name)} of the form can't be an object: "${httpField}" does not say how it is written`;
      issues.push({ code: "encoding", message });
    }
    const values = new Map(declared.map((parameter) => [parameter, fields.get(parameter.name)] as const));
    return writtenFields({ place: "query" }, declared, values, issues).join("&");
  }
  return /^text\//i.test(contentType) && typeof value === "string" ? value : JSON.stringify(value);
}

function encodedList(value: unknown): readonly string[] {
  return [value].flat().map((item) => encodeURIComponent(scalarText(item)));
}

function encodedMembers(value: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(value).map(([key, member]) => [encodeURIComponent(key), encodedList(member).join(",")]);
}

/** Writes a scalar as text, `null` as an empty text, and a nested list or object as JSON. */
function scalarText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
