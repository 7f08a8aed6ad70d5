import { isObject } from "@helve/core/internal";

/**
 * The headers that repeat arguments of a call over HTTP, so that a proxy can read them: `x-mcp-header` in the schema of an argument names one (MCP
 * 2026-07-28 §Custom headers).
 *
 * @returns none if the declarations of the tool are invalid, or an argument has no value that a header can hold
 */
export function paramHeaders(inputSchema: object, args: unknown): Readonly<Record<string, string>> {
  const declared = declaredHeaders(inputSchema);
  if (declared.some(({ problem }) => problem !== undefined)) return {};
  const headers = declared.flatMap(({ path, name }) => {
    const text = textOf(valueAt(args, path));
    return text === undefined ? [] : [[`mcp-param-${name}`, encoded(text)]];
  });
  return Object.fromEntries(headers);
}

/** The reason why a tool's header declarations are invalid, so that it can't be called over HTTP; `undefined` if they are valid or absent. */
export function paramHeaderProblem(inputSchema: object): string | undefined {
  return declaredHeaders(inputSchema).find(({ problem }) => problem !== undefined)?.problem;
}

/** The header of a request that differs from the arguments in its body; `undefined` if all agree. */
export function differingHeader(inputSchema: object, args: unknown, headers: Headers): string | undefined {
  const declared = declaredHeaders(inputSchema);
  if (declared.some(({ problem }) => problem !== undefined)) return undefined;
  const differs = ({ path, name }: DeclaredHeader): boolean => {
    const value = valueAt(args, path);
    const text = textOf(value);
    if (text === undefined) return false;
    const header = headers.get(`mcp-param-${name}`);
    const sent = header === null ? undefined : decoded(header);
    const isSame = typeof value === "number" ? isDecimal.test(sent ?? "") && Number(sent) === value : sent === text;
    return !isSame;
  };
  const found = declared.find(differs);
  return found && `mcp-param-${found.name}`;
}

interface DeclaredHeader {
  readonly path: readonly string[];
  readonly name: string;
  readonly problem: string | undefined;
}

/** The headers that a schema declares. */
function declaredHeaders(inputSchema: object): readonly DeclaredHeader[] {
  const declared: DeclaredHeader[] = [];
  // An argument is only reached through `properties`.
  const visit = (node: unknown, path: readonly string[] | undefined): void => {
    if (Array.isArray(node)) for (const part of node) visit(part, undefined);
    if (!isObject(node)) return;
    if (Object.hasOwn(node, keyword)) {
      const name = String(node[keyword]);
      const isTaken = declared.some((other) => other.name.toLowerCase() === name.toLowerCase());
      declared.push({ path: path ?? [], name, problem: isTaken ? "declares a header twice" : problemOf(node, path) });
    }
    for (const [key, part] of Object.entries(node)) {
      if (instances.has(key)) continue;
      if (key !== "properties" || !isObject(part)) visit(part, undefined);
      else for (const [name, schema] of Object.entries(part)) visit(schema, path && [...path, name]);
    }
  };
  visit(inputSchema, []);
  return declared;
}

const keyword = "x-mcp-header";
/** Keywords whose values are no schemas. */
const instances: ReadonlySet<string> = new Set(["const", "default", "enum", "examples", keyword]);

/** Says why a parameter cannot be sent as a header; undefined if it can. */
function problemOf(schema: Record<string, unknown>, path: readonly string[] | undefined): string | undefined {
  const name = schema[keyword];
  if (typeof name !== "string" || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name))
    return "declares a header with an invalid name";
  if (path === undefined || path.length === 0) return "declares a header for something that is no argument";
  const isText = ["string", "integer", "boolean"].includes(schema["type"] as string);
  return isText ? undefined : "declares a header for an argument that is no string, integer or boolean";
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    args,
  );
}

/** Writes an argument as the value of a header; undefined for values other than texts, integers and booleans. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

const isDecimal = /^-?\d+(?:\.\d+)?$/;

/** Encodes a text for a header: base64 where a header can't hold it. */
function encoded(text: string): string {
  const isPlain = /^[\t -~]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;
}

/** The text in a header; `undefined` if its base64 is invalid. */
function decoded(header: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (base64 === undefined) return header;
  try {
    const bytes = atob(base64);
    if (btoa(bytes) !== base64) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
