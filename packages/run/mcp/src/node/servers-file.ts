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
  const issues: Issue[] = [];
  const servers = Object.entries(list).flatMap(([name, entry]) => {
    const reader: EntryReader = { path: [member, name], issues, environment };
    if (isObject(entry) && entry["disabled"] === true) return [];
    const config = readServer(entry, reader);
    return config === undefined ? [] : [[name, config] as const];
  });
  if (issues.length > 0) return { value: undefined, issues };
  const names = toolNames(
    servers.map(([name]) => name.replaceAll("-", "_")),
    undefined,
    32,
  );
  return { value: Object.fromEntries(servers.map(([, config], index) => [names[index], config])), issues };
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
  const type = transportTypes.get(own("type"));
  return { url, headers, type, ...common };
}

/** The names of the transports in the files of clients. */
const transportTypes: ReadonlyMap<unknown, "http" | "sse"> = new Map([
  ["sse", "sse"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
]);

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
