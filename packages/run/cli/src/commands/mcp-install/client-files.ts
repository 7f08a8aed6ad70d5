/** The MCP clients whose settings Helve can edit, and where their settings are. */
import { join } from "node:path";
import { type SettingsLocation, settingsPath } from "@helve/hooks/node";

/** A client of MCP whose settings Helve can edit. */
export type McpClient = "claude-code" | "codex" | "cursor" | "vscode" | "gemini";

/** Where a client reads its MCP servers, and how they are written. */
export interface McpClientSettings extends Omit<SettingsLocation, "user"> {
  readonly title: string;
  /** The file in the home directory of the user. */
  readonly user: string | ((platform: NodeJS.Platform, environment: Environment) => string);
  readonly format: "json" | "toml";
  /** The member of the file that has the servers by their names. */
  readonly member: string;
  /** The members of an entry besides the command. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** The reference to the project folder in an entry; by default the working directory of the programs that the client starts. */
  readonly projectFolder?: string;
  /** The members that have the URL of a server, by the transport; `url` by default, and then `type` says which transport it is. */
  readonly urls?: { readonly http: string; readonly sse: string };
}

/** The folder of a project in the settings of editors. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editors replace it.
const workspaceFolder = "${workspaceFolder}";

/** The settings of each client. Sources: their documentation. */
export const mcpClients: Readonly<Record<McpClient, McpClientSettings>> = {
  "claude-code": {
    title: "Claude Code",
    user: ".claude.json",
    movedBy: { variable: "CLAUDE_CONFIG_DIR", folder: "" },
    project: ".mcp.json",
    format: "json",
    member: "mcpServers",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it.
    projectFolder: "${CLAUDE_PROJECT_DIR:-.}",
  },
  codex: {
    title: "Codex CLI",
    user: ".codex/config.toml",
    movedBy: { variable: "CODEX_HOME", folder: ".codex" },
    project: ".codex/config.toml",
    format: "toml",
    member: "mcp_servers",
    // Servers behind the gateway take their time to start, and so does a person to answer. Without the gateway, Codex does not start.
    entry: { required: true, startup_timeout_sec: 60, tool_timeout_sec: 600 },
  },
  cursor: {
    title: "Cursor",
    user: ".cursor/mcp.json",
    project: ".cursor/mcp.json",
    format: "json",
    member: "mcpServers",
    projectFolder: workspaceFolder,
  },
  vscode: {
    title: "VS Code",
    user: codeFile,
    project: ".vscode/mcp.json",
    format: "json",
    member: "servers",
    entry: { type: "stdio" },
    projectFolder: workspaceFolder,
  },
  gemini: {
    title: "Gemini CLI",
    user: ".gemini/settings.json",
    movedBy: { variable: "GEMINI_CLI_HOME", folder: "" },
    project: ".gemini/settings.json",
    format: "json",
    member: "mcpServers",
    urls: { http: "httpUrl", sse: "url" },
  },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Whose settings, and the folders of the user. */
export interface SettingsPlace {
  readonly scope: "user" | "project";
  readonly cwd: string;
  readonly home: string;
  readonly environment: Environment;
  readonly platform?: NodeJS.Platform;
}

/** The file in which a client looks for MCP servers. */
export function mcpSettingsPath(client: McpClient, place: SettingsPlace): string {
  const { scope, environment, platform = process.platform } = place;
  const { user, ...location } = mcpClients[client];
  const file = typeof user === "string" ? user : user(platform, environment);
  return settingsPath({ ...location, user: file }, scope, place);
}

/** The file of servers that the gateway reads. */
export function serversPath({ scope, cwd, home }: Pick<SettingsPlace, "scope" | "cwd" | "home">): string {
  return scope === "project" ? join(cwd, projectServers) : join(home, ".config", "helve", "mcp.json");
}

/** Returns the path of the servers file as written in a client's settings: relative in project settings. */
export function serversArgument(client: McpClient, place: Pick<SettingsPlace, "scope" | "cwd" | "home">): string {
  if (place.scope === "user") return serversPath(place);
  const { projectFolder } = mcpClients[client];
  return projectFolder === undefined ? projectServers : `${projectFolder}/${projectServers}`;
}

const projectServers = "helve/mcp.json";

/** Returns the path of VS Code's settings on this system. */
function codeFile(platform: NodeJS.Platform, { APPDATA: data }: Environment): string {
  if (platform === "win32")
    return data === undefined ? "AppData/Roaming/Code/User/mcp.json" : join(data, "Code/User/mcp.json");
  return platform === "darwin" ? "Library/Application Support/Code/User/mcp.json" : ".config/Code/User/mcp.json";
}
