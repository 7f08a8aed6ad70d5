import { isDeepStrictEqual } from "node:util";
import { isObject, quote } from "@helve/core/internal";
import { toolNames } from "../tool-names.ts";
import { type McpClient, mcpClients, serversPath, settingsPath } from "./client-files.ts";
import { parseSettings, withEntry } from "./edit-client-file.ts";
import { InstallError } from "./install-error.ts";
import { readServersFile } from "./servers-file.ts";

/**
 * Plans how a client gets the gateway as its only MCP server: the servers in the client's settings move to a file of servers, which the gateway
 * reads. Nothing is written.
 *
 * @throws InstallError if the settings can't be edited
 */
export function planInstall(client: McpClient, options: InstallOptions): InstallPlan {
  const { read, program } = options;
  const settings = mcpClients[client];
  const path = settingsPath(client, options);
  const before = read(path);
  const file = serversPath(options);
  const found = Object.entries(serversOf(parseSettings(before, settings), settings.member));
  const own = found.find(([name]) => name === entryName)?.[1];
  const kept: { name: string; reason: string }[] = [];
  const moving = found.filter(([name, entry]) => {
    if (name === entryName) return false;
    const reason = reasonToKeep(entry);
    if (reason !== undefined) kept.push({ name, reason });
    return reason === undefined;
  });
  const known = serversOf(parseSettings(read(file), { format: "json" }), "mcpServers");
  const servers = merged(known, moving);
  const entry = {
    ...settings.entry,
    command: program[0] ?? "helve",
    args: [...program.slice(1), "mcp", "guard", "--servers", file],
  };
  const after = withEntry(before, settings, { name: entryName, entry, removed: moving.map(([name]) => name) });
  const changes = [
    { path: file, before: read(file), after: `${JSON.stringify({ mcpServers: servers }, null, 2)}\n` },
    {
      path,
      before,
      after: own !== undefined && isDeepStrictEqual(own, entry) && moving.length === 0 ? (before ?? after) : after,
    },
  ];
  return {
    changes: changes.filter((change) => change.before !== change.after),
    moved: moving.map(([name]) => name),
    kept,
    isEmpty: Object.keys(servers).length === 0,
  };
}

/** Options of {@link planInstall}. */
export interface InstallOptions {
  /** The settings of one project, or those of the user. */
  readonly scope: "user" | "project";
  /** How the client starts Helve: `["helve"]`, or Node and a file. */
  readonly program: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Reads a file; `undefined` if there is none. */
  read(path: string): string | undefined;
}

/** What an installation changes. */
export interface InstallPlan {
  /** The files to write, with their texts before and after. */
  readonly changes: readonly { readonly path: string; readonly before: string | undefined; readonly after: string }[];
  /** The names of the servers that move behind the gateway. */
  readonly moved: readonly string[];
  /** Those that stay, because the gateway can't start them. */
  readonly kept: readonly { readonly name: string; readonly reason: string }[];
  /** Whether the gateway has no servers. */
  readonly isEmpty: boolean;
}

/** The name of the gateway in the settings of a client. */
const entryName = "helve";

function serversOf(settings: Readonly<Record<string, unknown>>, member: string): Readonly<Record<string, unknown>> {
  const servers = Object.hasOwn(settings, member) ? settings[member] : undefined;
  if (servers === undefined) return {};
  if (isObject(servers)) return servers;
  throw new InstallError(`"${member}" must be an object: correct it first`);
}

/** Why a server can't move; `undefined` if it can. Variables are known only when it is started. */
function reasonToKeep(entry: unknown): string | undefined {
  if (isObject(entry)) {
    if (entry["enabled"] === false) return "it is disabled";
    const lost = clientMembers.filter((name) => Object.hasOwn(entry, name));
    if (lost.length > 0) return `it has ${lost.map((name) => quote(name)).join(", ")}, which the gateway can't apply`;
  }
  const text = JSON.stringify(entry) ?? "";
  if (/\$\{(?:input|workspaceFolder|command|userHome|file)\b/.test(text))
    return "it has variables that only the client knows";
  const withoutVariables = text.replaceAll(/\$\{[^}]*\}/g, "x");
  const { issues } = readServersFile(`{"mcpServers":{"server":${withoutVariables}}}`, {});
  return issues[0]?.message.replace(/^\S+ /, "it ");
}

/** What only the clients apply: which tools of a server may be used, and how it gets its secrets. */
const clientMembers: readonly string[] = [
  ...["enabled_tools", "disabled_tools", "bearer_token_env_var", "http_headers", "env_http_headers", "env_vars"],
  ...["includeTools", "excludeTools", "oauth", "authProviderType", "auth", "envFile", "headersHelper"],
];

/** Adds servers. One that is there already under the same name with another configuration gets a name of its own. */
function merged(
  known: Readonly<Record<string, unknown>>,
  moving: readonly (readonly [string, unknown])[],
): Readonly<Record<string, unknown>> {
  const added = moving.filter(
    ([name, entry]) => !(Object.hasOwn(known, name) && isDeepStrictEqual(known[name], entry)),
  );
  const names = toolNames([...Object.keys(known), ...added.map(([name]) => name)], undefined, 64).slice(
    Object.keys(known).length,
  );
  return Object.fromEntries([
    ...Object.entries(known),
    ...added.map(([, entry], index) => [names[index] ?? "", entry] as const),
  ]);
}
