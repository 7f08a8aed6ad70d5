/** Reads the list of MCP servers from a file such as `.mcp.json`. */
import { type Issue, IssuesError, type ReadResult } from "@helve/core";
import { isObject, jsonPointer, jsonSyntaxIssue, quote } from "@helve/core/internal";
import { toolNames } from "../tool-names.ts";

/** A server of the file: a program that is started, or a URL. */
export type ServerConfig = ServerProgram | ServerUrl;

/** A server that speaks over standard input and output. */
export interface ServerProgram {
  readonly command: string;
  readonly args?: readonly string[];
  /** Environment variables, besides those that every program needs. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The version of the protocol, if the server must be spoken to by another than the newest. */
  readonly protocol?: string;
}

/** A server that speaks over HTTP. */
export interface ServerUrl {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `sse` for the transport of 2024-11-05, `http` for streamable HTTP; by default the newest that the server speaks. */
  readonly type?: "http" | "sse";
  readonly protocol?: string;
}

/**
 * Parses a file of servers in the form that MCP clients have: `{ "mcpServers": { "files": { "command": … } } }`, or `servers` as VS Code
 * writes it. Servers with `disabled: true` are left out. Names get `_` instead of other characters than letters and digits. `${NAME}`, `${NAME:-default}` and `${env:NAME}` are environment variables.
 *
 * @throws ServersFileError with every problem
 */
export function parseServersFile(
  text: string,
  environment: Environment = process.env,
): Readonly<Record<string, ServerConfig>> {
  const { value, issues } = readServersFile(text, environment);
  if (value === undefined) throw new ServersFileError(issues);
  return value;
}

/** Parses a file of servers; returns the problems instead of throwing them. */
export function readServersFile(
  text: string,
  environment: Environment = process.env,
): ReadResult<Readonly<Record<string, ServerConfig>>> {
  const { value, issues } = usableServers(text, environment);
  return issues.length > 0 ? { value: undefined, issues } : { value: value?.servers, issues };
}

/**
 * Parses a file of servers. Some may be invalid: a missing variable of one server must not prevent the use of the others.
 *
 * @returns the servers that can be used, and why others can't, by their names; `undefined` if the file is not a file of servers
 */
export function usableServers(text: string, environment: Environment = process.env): ReadResult<UsableServers> {
  const json = text.replace(/^\uFEFF/, " ");
  const syntaxIssue = jsonSyntaxIssue(json);
  if (syntaxIssue !== undefined) return { value: undefined, issues: [syntaxIssue] };
  const file: unknown = JSON.parse(json);
  const member = isObject(file) ? serversMember(file) : "mcpServers";
  const list = isObject(file) && Object.hasOwn(file, member) ? file[member] : undefined;
  if (!isObject(list)) {
    const message = 'expected an object with the member "mcpServers": servers by their names';
    return { value: undefined, issues: [{ code: "type", message, path: "" }] };
  }
  const read = Object.entries(list).flatMap(([name, entry]) => {
    if (isObject(entry) && entry["disabled"] === true) return [];
    const reader: EntryReader = { path: [member, name], issues: [], environment };
    const config = readServer(entry, reader);
    return [{ name, config, issues: reader.issues }];
  });
  const wanted = read.map(({ name }) => name.replaceAll("-", "_"));
  const names = toolNames(wanted, undefined, 32);
  const servers = read.map(
    ({ config, issues: [issue] }, index) => [names[index] ?? "", config, issue?.message] as const,
  );
  return {
    value: {
      servers: Object.fromEntries(
        servers.flatMap(([name, config, problem]) => (config && problem === undefined ? [[name, config]] : [])),
      ),
      unusable: Object.fromEntries(
        servers.flatMap(([name, , problem]) => (problem === undefined ? [] : [[name, problem]])),
      ),
    },
    issues: read.flatMap(({ issues }) => issues),
  };
}

/** The servers of a file, by their names. */
export interface UsableServers {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** Why a server can't be used. */
  readonly unusable: Readonly<Record<string, string>>;
}

/** The member of a file that has its servers. */
export function serversMember(file: object): "mcpServers" | "servers" {
  return !Object.hasOwn(file, "mcpServers") && Object.hasOwn(file, "servers") ? "servers" : "mcpServers";
}

/** A file of servers is invalid. */
export class ServersFileError extends IssuesError {
  override readonly code = "invalid_servers";
}

type Environment = Readonly<Record<string, string | undefined>>;

interface EntryReader {
  readonly path: readonly string[];
  readonly issues: Issue[];
  readonly environment: Environment;
}

function readServer(entry: unknown, reader: EntryReader): ServerConfig | undefined {
  if (!isObject(entry)) return report(reader, [], "must be an object with a command or a url");
  const own = (name: string): unknown => (Object.hasOwn(entry, name) ? entry[name] : undefined);
  const protocol = readText(own("protocol"), "protocol", reader);
  const command = readText(own("command"), "command", reader);
  const url = readText(own("url") ?? own("serverUrl"), "url", reader);
  const common = { protocol };
  if (command !== undefined && url !== undefined) return report(reader, [], "must have a command or a url, not both");
  if (command !== undefined) {
    const args = readTexts(own("args"), "args", reader);
    const env = readTextMap(own("env"), "env", reader);
    const cwd = readText(own("cwd"), "cwd", reader);
    return { command, args, env, cwd, ...common };
  }
  if (url === undefined) return report(reader, [], "must have a command or a url");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return report(reader, ["url"], "must be an http or https URL");
  const headers = readTextMap(own("headers"), "headers", reader);
  const named = own("type") ?? own("transport");
  const type = transportTypes.get(named);
  if (named !== undefined && named !== null && type === undefined)
    return report(reader, ["type"], 'must be "http" or "sse": no other transport is spoken');
  return { url, headers, type, ...common };
}

/** The names of the transports in the files of clients. */
const transportTypes: ReadonlyMap<unknown, "http" | "sse"> = new Map([
  ["sse", "sse"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
]);

/** Reads a member that must be a text, and reports another value. */
function readText(value: unknown, name: string, reader: EntryReader): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") return report(reader, [name], "must be a text");
  return expanded(value, [name], reader);
}

function readTexts(value: unknown, name: string, reader: EntryReader): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    return report(reader, [name], "must be a list of texts");
  }
  return value.map((item: string, index) => expanded(item, [name, String(index)], reader) ?? "");
}

function readTextMap(value: unknown, name: string, reader: EntryReader): Readonly<Record<string, string>> | undefined {
  if (value === undefined || value === null) return undefined;
  if (
    !isObject(value) ||
    !Object.values(value).every((item) => ["string", "number", "boolean"].includes(typeof item))
  ) {
    return report(reader, [name], "must be an object with texts");
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expanded(String(item), [name, key], reader) ?? ""]),
  );
}

/** Replaces environment variables in a text. A missing one is an issue: a server without its key would fail later. */
function expanded(text: string, path: readonly string[], reader: EntryReader): string | undefined {
  const missing: string[] = [];
  const replaced = text.replace(/\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g, (_whole, name: string, fallback?: string) => {
    const value = Object.hasOwn(reader.environment, name) ? reader.environment[name] : undefined;
    if (value === undefined && fallback === undefined) missing.push(name);
    return value ?? fallback ?? "";
  });
  if (missing.length === 0) return replaced;
  return report(
    reader,
    path,
    `names the environment variable ${missing.map((name) => quote(name)).join(", ")}, which is not set`,
  );
}

/** Records an issue. Its text has no value of the file, which may be a secret. */
function report({ path, issues }: EntryReader, more: readonly string[], problem: string): undefined {
  const place = [...path, ...more];
  const [, name = "", ...rest] = place;
  issues.push({
    code: "invalid_server",
    message: `${[quote(name), ...rest].join(".")} ${problem}`,
    path: jsonPointer(place),
  });
  return undefined;
}
