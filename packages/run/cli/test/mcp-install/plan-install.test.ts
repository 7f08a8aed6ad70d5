import { describe, expect, it } from "vitest";
import { type McpClient, mcpClients } from "../../src/commands/mcp-install/client-files.ts";
import { type InstallOptions, planInstall } from "../../src/commands/mcp-install/plan-install.ts";

/** Plans an installation for a user whose home has these files, by their paths in it. */
function plan(client: McpClient, files: Readonly<Record<string, string>> = {}, more: Partial<InstallOptions> = {}) {
  const read = (path: string) => files[path.replace(/^\/(?:home\/ada|work)\//, "")];
  const options = {
    scope: "user",
    program: ["helve"],
    cwd: "/work",
    home: "/home/ada",
    state: "/state",
    environment: {},
    platform: "linux",
    read,
  } as const;
  return planInstall(client, { ...options, ...more });
}

const entry = { command: "helve", args: ["mcp", "guard", "--servers", "/home/ada/.config/helve/mcp.json"] };
const files = { command: "npx", args: ["-y", "server-filesystem", "."] };

describe("planInstall", () => {
  it("moves the servers of a client behind the gateway, and keeps everything else", () => {
    const before = `{
  // my settings
  "theme": "dark",
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "server-filesystem", "."] },
    "web": { "url": "https://x/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } } // the web
  }
}
`;
    const { changes, moved, kept, isEmpty } = plan("claude-code", { ".claude.json": before });
    expect({ moved, kept, isEmpty }).toEqual({ moved: ["files", "web"], kept: [], isEmpty: false });
    const [servers, settings] = changes;
    expect([servers?.path, settings?.path]).toEqual(["/home/ada/.config/helve/mcp.json", "/home/ada/.claude.json"]);
    const web = { url: "https://x/mcp", headers: { Authorization: "Bearer ${TOKEN}" } };
    expect(JSON.parse(servers?.after ?? "")).toEqual({ mcpServers: { files, web } });
    expect(settings?.after).toContain("// my settings\n");
    const json = settings?.after.replace(/ \/\/.*/g, "") ?? "";
    expect(JSON.parse(json)).toEqual({ theme: "dark", mcpServers: { helve: entry } });
  });

  it("changes nothing the second time", () => {
    for (const client of Object.keys(mcpClients) as McpClient[]) {
      const first = plan(client);
      expect(first.isEmpty).toBe(true);
      const written = Object.fromEntries(
        first.changes.map(({ path, after }) => [path.replace("/home/ada/", ""), after]),
      );
      expect(plan(client, written).changes).toEqual([]);
    }
  });

  it("edits the TOML of Codex", () => {
    const before = `model = "m" # the model

[mcp_servers.files] # files
command = "npx"
args = ["-y", "server-filesystem", "."]

[mcp_servers.files.env]
KEY = "a"

[mcp_servers."my web"]
url = "https://x/mcp"

# hooks
[hooks]
on = true
`;
    const { changes, moved } = plan("codex", { ".codex/config.toml": before });
    expect(moved).toEqual(["files", "my web"]);
    expect(changes[1]?.after).toBe(`model = "m" # the model

# hooks
[hooks]
on = true

[mcp_servers.helve]
required = true
startup_timeout_sec = 60
tool_timeout_sec = 600
command = "helve"
args = [ "mcp", "guard", "--servers", "/home/ada/.config/helve/mcp.json" ]
`);
    expect(JSON.parse(changes[0]?.after ?? "").mcpServers).toEqual({
      files: { ...files, env: { KEY: "a" } },
      my_web: { url: "https://x/mcp" },
    });
  });

  it("refuses settings that it can't edit without a loss", () => {
    const inline = 'mcp_servers = { files = { command = "npx" } }\n';
    expect(() => plan("codex", { ".codex/config.toml": inline })).toThrow("can't be edited: change it by hand");
    expect(() => plan("codex", { ".codex/config.toml": "a = = b" })).toThrow("invalid TOML");
    expect(() => plan("cursor", { ".cursor/mcp.json": "{" })).toThrow("syntax error in line 1");
    expect(() => plan("cursor", { ".cursor/mcp.json": '{"mcpServers": []}' })).toThrow(
      '"mcpServers" must be an object',
    );
  });

  it("leaves a server that only the client can start", () => {
    const servers = {
      key: { command: "x", env: { KEY: "${input:key}" } },
      broken: {},
      "my-files": files,
    };
    const { moved, kept } = plan("vscode", { ".config/Code/User/mcp.json": JSON.stringify({ servers }) });
    expect(moved).toEqual(["my-files"]);
    expect(kept).toEqual([
      { name: "key", reason: "it has variables that only the client knows" },
      { name: "broken", reason: "it must have a command or a url" },
    ]);
  });

  it("leaves a server that is disabled, or whose limits and secrets only the client applies", () => {
    const before = `[mcp_servers.off]
command = "a"
enabled = false

[mcp_servers.few]
command = "b"
disabled_tools = ["delete"]

[mcp_servers.secret]
url = "https://x/mcp"
bearer_token_env_var = "TOKEN"

[mcp_servers.on]
command = "c"
enabled = true
`;
    const { changes, moved, kept } = plan("codex", { ".codex/config.toml": before });
    expect(moved).toEqual(["on"]);
    expect(kept).toEqual([
      { name: "off", reason: "it is disabled" },
      { name: "few", reason: 'it has "disabled_tools", which the gateway can\'t apply' },
      { name: "secret", reason: 'it has "bearer_token_env_var", which the gateway can\'t apply' },
    ]);
    expect(changes[1]?.after).toContain('disabled_tools = ["delete"]');
    const few = JSON.stringify({ mcpServers: { few: { command: "x", excludeTools: ["delete"] } } });
    expect(plan("gemini", { ".gemini/settings.json": few }).moved).toEqual([]);
  });

  it("keeps the servers of another client that moved before", () => {
    const known = JSON.stringify({ mcpServers: { files, web: { url: "https://a" } } });
    const found = JSON.stringify({ mcpServers: { files, web: { url: "https://b" } } });
    const { changes } = plan("cursor", { ".config/helve/mcp.json": known, ".cursor/mcp.json": found });
    expect(JSON.parse(changes[0]?.after ?? "").mcpServers).toEqual({
      files,
      web: { url: "https://a" },
      web_2: { url: "https://b" },
    });
  });

  it.each([
    ["claude-code", "/work/.mcp.json"],
    ["codex", "/work/.codex/config.toml"],
    ["cursor", "/work/.cursor/mcp.json"],
    ["vscode", "/work/.vscode/mcp.json"],
    ["gemini", "/work/.gemini/settings.json"],
  ] as const)("knows the file of %s in a project", (client, path) => {
    const { changes } = plan(client, {}, { scope: "project" });
    expect(changes.map((change) => change.path)).toEqual(["/work/helve/mcp.json", path]);
  });

  it("knows where the settings are on other systems and by environment variables", () => {
    const pathOf = (client: McpClient, more: Partial<InstallOptions>) => plan(client, {}, more).changes[1]?.path;
    expect(pathOf("vscode", { platform: "darwin" })).toBe("/home/ada/Library/Application Support/Code/User/mcp.json");
    expect(pathOf("vscode", { platform: "win32" })).toBe("/home/ada/AppData/Roaming/Code/User/mcp.json");
    expect(pathOf("codex", { environment: { CODEX_HOME: "/else" } })).toBe("/else/config.toml");
    expect(pathOf("codex", { environment: { CODEX_HOME: "else" } })).toBe("/home/ada/.codex/config.toml");
  });
});

describe("an installation in a project", () => {
  it.each([
    ["claude-code", "${CLAUDE_PROJECT_DIR:-.}/helve/mcp.json"],
    ["codex", "helve/mcp.json"],
    ["cursor", "${workspaceFolder}/helve/mcp.json"],
    ["vscode", "${workspaceFolder}/helve/mcp.json"],
    ["gemini", "helve/mcp.json"],
  ] as const)("writes no path of this machine into the settings of %s", (client, path) => {
    const { changes } = plan(client, {}, { scope: "project" });
    expect(changes[1]?.after).toContain(`"${path}"`);
    expect(changes.map(({ after }) => after).join("")).not.toMatch(/\/work|\/home/);
  });
});

describe("servers that stay", () => {
  it("are those that Claude Code starts in one project only", () => {
    const local = { "/work": { mcpServers: { notes: files } }, "/other": { mcpServers: { web: files }, history: [] } };
    const text = JSON.stringify({ mcpServers: { files }, projects: local });
    const reason = (folder: string) => `it belongs to ${folder} only (claude mcp add --scope local)`;
    const { moved, kept, changes } = plan("claude-code", { ".claude.json": text });
    expect(moved).toEqual(["files"]);
    expect(kept).toEqual([
      { name: "notes", reason: reason("/work") },
      { name: "web", reason: reason("/other") },
    ]);
    expect(JSON.parse(changes[1]?.after ?? "").projects).toEqual(local);
    const { kept: inProject } = plan("claude-code", { ".claude.json": text }, { scope: "project" });
    expect(inProject).toEqual([{ name: "notes", reason: reason("/work") }]);
  });

  it("are those with a transport that the gateway does not speak", () => {
    const mcpServers = { a: { type: "ws", url: "https://x" }, b: { type: "sse", url: "https://x" } };
    const { moved, kept } = plan("claude-code", { ".claude.json": JSON.stringify({ mcpServers }) });
    expect(moved).toEqual(["b"]);
    expect(kept).toEqual([{ name: "a", reason: 'it has the transport "ws", which the gateway does not speak' }]);
  });
});

it("keeps the comments of the file of servers, whose list may be named servers", () => {
  const known = '{\n  // mine\n  "servers": { "own": { "command": "x" } }\n}\n';
  const { changes } = plan("cursor", {
    ".config/helve/mcp.json": known,
    ".cursor/mcp.json": JSON.stringify({ mcpServers: { files } }),
  });
  expect(changes[0]?.after).toContain("// mine");
  expect(JSON.parse(changes[0]?.after.replace("// mine", "") ?? "")).toEqual({
    servers: { own: { command: "x" }, files },
  });
});
