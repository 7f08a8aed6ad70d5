/** Defines how a function that was imported from OpenAPI is called over HTTP, and checks such a definition. */
import { isObject, ownMember, quote } from "@helve/core/internal";
import { valueList, valueText } from "./value-text.ts";

/** The field of a function that describes its HTTP request. */
export const httpField = "x-http";

/** The HTTP request that calls a function: the value of the function's field `x-http`. */
export interface HttpOperation {
  /** In upper case: `GET`. */
  readonly method: string;
  /** The path below the server, with `{name}` in place of path parameters. It starts with one `/`. */
  readonly path: string;
  /** The URL of the operation's server, without query and fragment; absent if the document names none. */
  readonly server?: string;
  /** The name that the operation has in the OpenAPI document, if it has one. */
  readonly operationId?: string;
  /** Where the arguments go that are not in the body. */
  readonly parameters?: readonly HttpParameter[];
  readonly body?: HttpBody;
}

/** Where one argument goes. */
export interface HttpParameter {
  /** The name of the function's parameter. */
  readonly argument: string;
  /** The name in the request. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The style of lists and objects (OpenAPI 3.1.0 §style-values). Default: `form` in a query or cookie, else `simple`. */
  readonly style?: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Whether each item of a list is a parameter of its own. Default: `true` for `form`, else `false`. */
  readonly explode?: boolean;
  /** Whether the value is written as JSON. */
  readonly json?: true;
}

/** The body of a request. */
export interface HttpBody {
  readonly contentType: string;
  /** The function's parameter that is the whole body. */
  readonly argument?: string;
  /** The function's parameters that are the members of the body, if it is an object of them. */
  readonly arguments?: readonly string[];
  readonly required?: boolean;
  /** The encoding of a form's fields, by name. Default: the style `form`. */
  readonly encoding?: Readonly<Record<string, HttpEncoding>>;
}

/** The encoding of one field of a form (OpenAPI 3.1.0 §encoding-object). */
export type HttpEncoding = Pick<HttpParameter, "style" | "explode" | "json">;

/** The styles of each place. The first is the default. */
export const httpStyles = {
  path: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
} as const;

/** An invalid part of an `x-http`. */
export interface HttpProblem {
  /** The path from the `x-http` to the invalid value. */
  readonly at: readonly PropertyKey[];
  /** The rest of the message after the path. */
  readonly problem: string;
}

/** Lists what is invalid in the value of `x-http`. */
export function httpOperationProblems(operation: unknown): readonly HttpProblem[] {
  if (!isObject(operation)) return [{ at: [], problem: `must be an object (got ${valueText(operation)})` }];
  const server = ownMember(operation, "server");
  const parameters = ownMember(operation, "parameters");
  const items: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  return [
    ...invalid(operation, "method", required(httpMethod)),
    ...at("path", pathProblem(ownMember(operation, "path"))),
    ...(server === undefined ? [] : at("server", serverProblem(server))),
    ...invalid(operation, "operationId", text),
    ...invalid(operation, "parameters", { isValid: Array.isArray, expected: "a list" }),
    ...items.flatMap((item, index) => within(["parameters", index], parameterProblems(item))),
    ...repeatedParameters(items),
    ...within(["body"], bodyProblems(ownMember(operation, "body"))),
  ];
}

/** The problem of a server's URL; `undefined` for a valid URL. A URL may be relative. */
export function serverProblem(server: unknown): string | undefined {
  const isLegal = typeof server === "string" && !/[\s\p{Cc}\\?#]/u.test(server);
  const scheme = isLegal ? /^([a-z][a-z0-9+.-]*):/i.exec(server)?.[1] : undefined;
  if (isLegal && (scheme === undefined || /^https?$/i.test(scheme)) && parsedUrl(server) !== undefined)
    return undefined;
  return `must be an http or https URL without query and fragment (got ${valueText(server)})`;
}

/** Parses a URL, which may be relative; `undefined` if it is invalid. */
export function parsedUrl(url: string): URL | undefined {
  try {
    return new URL(url, "http://relative.invalid/");
  } catch {
    return undefined;
  }
}

/** Whether a path has a segment `.` or `..`, also percent-encoded, which would lead to another path. */
export function hasDotSegment(path: string): boolean {
  const [segments = ""] = path.split(/[?#]/);
  return segments.split(/[/\\]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/** The problem of a path: it would name another host or leave the path of the server. */
function pathProblem(path: unknown): string | undefined {
  if (typeof path !== "string" || !/^\/(?!\/)[^\p{Cc}\\]*$/u.test(path))
    return `must start with one "/" and have no "\\" or control characters (got ${valueText(path)})`;
  return hasDotSegment(path) ? `must not have the segments "." and ".." (got ${quote(path)})` : undefined;
}

/** Returns what is wrong with the description of an HTTP parameter. */
function parameterProblems(parameter: unknown): readonly HttpProblem[] {
  if (!isObject(parameter)) return [{ at: [], problem: `must be an object (got ${valueText(parameter)})` }];
  const places = Object.keys(httpStyles);
  const place = places.find((known) => known === ownMember(parameter, "in")) as HttpParameter["in"] | undefined;
  return [
    ...invalid(parameter, "argument", required(text)),
    ...(place === undefined
      ? [{ at: ["in"], problem: `must be one of ${valueList(places)} (got ${valueText(ownMember(parameter, "in"))})` }]
      : writingProblems(parameter, httpStyles[place])),
    ...invalid(parameter, "name", required(place === "header" ? headerName : text)),
  ];
}

/** The rule for the value of a member. */
interface MemberRule {
  readonly isValid: (value: unknown) => boolean;
  /** The expected value, as text after `must be`. */
  readonly expected: string;
  readonly isRequired?: boolean;
}

const text: MemberRule = { isValid: isString, expected: "a string" };
const texts: MemberRule = {
  isValid: (value) => Array.isArray(value) && value.every(isString),
  expected: "a list of strings",
};
const boolean: MemberRule = { isValid: (value) => typeof value === "boolean", expected: "true or false" };
const httpMethod = matching(/^[A-Z]+$/, "an HTTP method in upper case");
const headerName = matching(/^[\w!#$%&'*+.^`|~-]+$/, "the name of a header");
const mediaType = matching(/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:[\t ]*;[\t\x20-\x7e]*)?$/, "a media type");

/** Creates a rule: a text that matches a pattern. */
function matching(pattern: RegExp, expected: string): MemberRule {
  return { isValid: (value) => typeof value === "string" && pattern.test(value), expected };
}

/** Makes a rule require its member. */
function required(rule: MemberRule): MemberRule {
  return { ...rule, isRequired: true };
}

/** The invalid members of how a value is written. */
function writingProblems(owner: Members, styles: readonly string[]): readonly HttpProblem[] {
  return [
    ...invalid(owner, "style", {
      isValid: (style) => styles.some((known) => known === style),
      expected: `one of ${valueList(styles)}`,
    }),
    ...invalid(owner, "explode", boolean),
    ...invalid(owner, "json", boolean),
  ];
}

/** Reports parameters that would write the same part of a request. */
function repeatedParameters(parameters: readonly unknown[]): readonly HttpProblem[] {
  const seen = new Set<string>();
  return parameters.flatMap((parameter, index) => {
    const [place, name] = [ownMember(parameter, "in"), ownMember(parameter, "name")];
    if (typeof name !== "string") return [];
    const key = `${String(place)} ${place === "header" ? name.toLowerCase() : name}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    const problem = `repeats the ${String(place)} parameter ${quote(name)}`;
    return isRepeated ? [{ at: ["parameters", index, "name"], problem }] : [];
  });
}

/** Returns what is wrong with the description of an HTTP body. */
function bodyProblems(body: unknown): readonly HttpProblem[] {
  if (body === undefined) return [];
  if (!isObject(body)) return [{ at: [], problem: `must be an object (got ${valueText(body)})` }];
  const encoding = ownMember(body, "encoding");
  return [
    ...invalid(body, "contentType", required(mediaType)),
    ...invalid(body, "argument", text),
    ...invalid(body, "arguments", texts),
    ...invalid(body, "required", boolean),
    ...invalid(body, "encoding", { isValid: isObject, expected: "an object" }),
    ...Object.entries(isObject(encoding) ? encoding : {}).flatMap(([name, field]) =>
      isObject(field)
        ? within(["encoding", name], writingProblems(field, httpStyles.query))
        : [{ at: ["encoding", name], problem: `must be an object (got ${valueText(field)})` }],
    ),
  ];
}

type Members = Readonly<Record<string, unknown>>;

/** A problem if a member is invalid, or missing and required. */
function invalid(
  owner: Members,
  key: string,
  { isValid, expected, isRequired = false }: MemberRule,
): readonly HttpProblem[] {
  const value = ownMember(owner, key);
  if (value === undefined ? !isRequired : isValid(value)) return [];
  return at(key, value === undefined ? `is required (${expected})` : `must be ${expected} (got ${valueText(value)})`);
}

/** Creates a problem at a key. */
function at(key: string, problem: string | undefined): readonly HttpProblem[] {
  return problem === undefined ? [] : [{ at: [key], problem }];
}

/** Prefixes the paths of problems. */
function within(path: readonly PropertyKey[], problems: readonly HttpProblem[]): readonly HttpProblem[] {
  return problems.map((found) => ({ ...found, at: [...path, ...found.at] }));
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}
