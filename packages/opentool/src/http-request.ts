// Builds the HTTP request of a call to a function that was imported from OpenAPI.

import { type Args, HelveError, type Issue } from "@helve/core";
import { isObject, ownMember, quote } from "@helve/core/internal";
import { type HttpBody, type HttpOperation, type HttpParameter, httpField } from "./convert/openapi/http-operation.ts";
import type { OpenToolFunction } from "./document.ts";

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
 * @throws HttpRequestError if the function has no field `x-http`, an argument that the path needs is missing, or a value
 *   can't be in a path or header
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
  const query = Array.from(values).flatMap(([parameter, value]) =>
    parameter.in === "query" ? queryParts(parameter, value) : [],
  );
  const headers = headerValues(values, issues);
  const content = body === undefined ? undefined : bodyText(body, args);
  if (issues.length > 0) throw new HttpRequestError(issues);
  const server = (options.server ?? operation.server ?? "").replace(/\/+$/, "");
  return {
    method,
    url: `${server}${writtenPath}${query.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.join("&")}`}`,
    headers: { ...headers, ...(content !== undefined && body && { "content-type": body.contentType }) },
    ...(content !== undefined && { body: content }),
  };
}

/** The values of the arguments that are not in the body. */
type Values = ReadonlyMap<HttpParameter, unknown>;

/** Reads how a function is called over HTTP. */
function readOperation(fn: OpenToolFunction): HttpOperation {
  const operation: unknown = ownMember(fn, httpField);
  if (isObject(operation) && typeof operation["method"] === "string" && typeof operation["path"] === "string") {
    return operation as unknown as HttpOperation;
  }
  const message = `the function ${quote(fn.name)} has no "${httpField}" with a method and a path: only fromOpenApi adds it`;
  throw new HttpRequestError([{ code: "operation", message }]);
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
  const text = simpleText(parameter, value);
  if (text !== "" && !/^\.{1,2}$/.test(text)) return text;
  const message = `${quote(parameter.argument)} can't be a segment of a path (got ${quote(text)})`;
  issues.push({ code: "path", message });
  return "";
}

/** Writes a value in the style `simple`: lists and objects with commas. */
function simpleText({ json, explode = false }: HttpParameter, value: unknown): string {
  if (json) return encodeURIComponent(JSON.stringify(value));
  if (!isObject(value)) return encodedList(value).join(",");
  return encodedMembers(value)
    .map((member) => member.join(explode ? "=" : ","))
    .join(",");
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
function headerValues(values: Values, issues: Issue[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (const [parameter, value] of values) {
    if (parameter.in === "cookie") cookies.push(...queryParts(parameter, value));
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
  { contentType, argument, arguments: names = [], required }: HttpBody,
  args: Args,
): string | undefined {
  const own = (name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined);
  const members = names.filter((name) => own(name) !== undefined).map((name) => [name, own(name)] as const);
  const isMissing = argument === undefined ? members.length === 0 && required !== true : own(argument) === undefined;
  if (isMissing) return undefined;
  const value = argument === undefined ? Object.fromEntries(members) : own(argument);
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    const fields = isObject(value) ? Object.entries(value) : [];
    return fields.flatMap(([name, field]) => queryParts({ argument: name, name, in: "query" }, field)).join("&");
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
