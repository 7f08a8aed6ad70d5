/** Converts a server's entry in a client's settings to an entry of the gateway, and back. */
import { isObject, quote } from "@helve/core/internal";
import { readServersFile } from "@helve/mcp/node";
import { type McpClient, mcpClients } from "./client-files.ts";

/** Converts a server's entry in a client's settings to an entry of the servers file. */
export function toServerEntry(client: McpClient, entry: unknown): unknown {
  const { urls } = mcpClients[client];
  if (urls === undefined || !isObject(entry)) return entry;
  const { [urls.http]: http, [urls.sse]: sse, type, ...others } = entry;
  if (http !== undefined) return { ...others, type: "http", url: http };
  return sse === undefined ? entry : { ...others, type: type ?? "sse", url: sse };
}

/** The inverse of {@link toServerEntry}. */
export function toClientEntry(client: McpClient, entry: unknown): unknown {
  const { urls } = mcpClients[client];
  if (urls === undefined || !isObject(entry) || entry["url"] === undefined) return entry;
  const { url, type, ...others } = entry;
  return { ...others, [type === "sse" ? urls.sse : urls.http]: url };
}

/** Why a server can't move behind the gateway; `undefined` if it can. Variables are known only when it is started. */
export function reasonToKeep(client: McpClient, found: unknown): string | undefined {
  const entry = toServerEntry(client, found);
  if (isObject(entry)) {
    if (entry["enabled"] === false) return "it is disabled";
    const lost = clientMembers.filter((name) => Object.hasOwn(entry, name));
    if (lost.length > 0) return `it has ${lost.map((name) => quote(name)).join(", ")}, which the gateway can't apply`;
    const { type } = entry;
    if (type !== undefined && !transports.includes(String(type)))
      return `it has the transport ${quote(String(type))}, which the gateway does not speak`;
  }
  const text = JSON.stringify(entry) ?? "";
  if (/\$\{(?:input|workspaceFolder|command|userHome|file)\b/.test(text))
    return "it has variables that only the client knows";
  const withoutVariables = text.replaceAll(/\$\{[^}]*\}/g, "x");
  const { issues } = readServersFile(`{"mcpServers":{"server":${withoutVariables}}}`, {});
  return issues[0]?.message.replace(/^\S+ /, "it ");
}

const transports: readonly string[] = ["stdio", "http", "streamable-http", "streamableHttp", "sse"];

/** Members that only the clients use: allowed tools of a server, and sources of its secrets. */
const clientMembers: readonly string[] = [
  ...["enabled_tools", "disabled_tools", "bearer_token_env_var", "http_headers", "env_http_headers", "env_vars"],
  ...["includeTools", "excludeTools", "oauth", "authProviderType", "auth", "envFile", "headersHelper"],
];

/**
 * The servers of the user that Claude Code starts in one project only (`--scope local`), by the folders of the projects. They stay where they
 * are: in another project they would be other servers.
 */
export function localServers(
  settings: Readonly<Record<string, unknown>>,
): readonly { readonly folder: string; readonly name: string }[] {
  const { projects } = settings;
  if (!isObject(projects)) return [];
  return Object.entries(projects).flatMap(([folder, project]) => {
    const servers = isObject(project) ? project["mcpServers"] : undefined;
    return isObject(servers) ? Object.keys(servers).map((name) => ({ folder, name })) : [];
  });
}
