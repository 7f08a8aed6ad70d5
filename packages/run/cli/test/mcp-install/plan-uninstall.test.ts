import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { parse as parseToml, stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type McpClient, mcpClients, mcpSettingsPath } from "../../src/commands/mcp-install/client-files.ts";
import { type InstallOptions, planInstall } from "../../src/commands/mcp-install/plan-install.ts";
import { planUninstall } from "../../src/commands/mcp-install/plan-uninstall.ts";

/** A home whose files are in memory. */
function homeWith(initial: Readonly<Record<string, string>> = {}) {
  const files = new Map(Object.entries(initial));
  const options: InstallOptions = {
    ...{ program: ["helve"], cwd: "/work", home: "/home", state: "/state", environment: {} },
    ...{ scope: "user", platform: "linux" },
    read: (path) => files.get(path),
  };
  const write = (path: string, text: string | undefined): void =>
    void (text === undefined ? files.delete(path) : files.set(path, text));
  return {
    files,
    pathOf: (client: McpClient) => mcpSettingsPath(client, options),
    install(client: McpClient, more: object = {}) {
      const plan = planInstall(client, { ...options, ...more });
      for (const { path, after } of [...plan.changes, plan.record]) write(path, after);
      return plan;
    },
    uninstall(client: McpClient, more: object = {}) {
      const plan = planUninstall(client, { ...options, ...more });
      for (const { path, after } of plan.changes) write(path, after);
      if (plan.record !== undefined) write(plan.record.path, plan.record.after);
      return plan;
    },
    /** Without the records, which stay as an empty list. */
    visible: () => Object.fromEntries([...files].filter(([path]) => !path.startsWith("/state"))),
  };
}

const servers = "/home/.config/helve/mcp.json";
const clients = Object.keys(mcpClients) as McpClient[];
const word = fc.stringMatching(/^[a-z][a-z .-]{0,6}[a-z]$/);
const entry = fc.oneof(
  fc.record({ command: word, args: fc.array(word, { maxLength: 2 }) }),
  fc.record({ command: word, env: fc.dictionary(fc.stringMatching(/^[A-Z]{1,4}$/), word, { maxKeys: 2 }) }),
  fc.record({ url: word.map((path) => `https://x/${encodeURIComponent(path)}`) }),
  fc.record({ command: word, enabled: fc.constant(false) }),
);
const entries = fc.dictionary(fc.oneof(word, fc.constant("helve")), entry, { maxKeys: 4 });

/** Settings of a client as a text, in one of many forms. */
function settingsText(client: McpClient): fc.Arbitrary<string> {
  const { member, format } = mcpClients[client];
  return fc
    .record({
      list: fc.option(entries, { nil: undefined }),
      others: fc.dictionary(word, word, { maxKeys: 2 }),
      indent: fc.constantFrom(0, 2, 4, "\t"),
      eol: fc.constantFrom("\n", "\r\n"),
      end: fc.constantFrom("", "\n", "\n\n"),
      comment: fc.boolean(),
    })
    .map(({ list, others, indent, eol, end, comment }) => {
      const value = { ...others, ...(list !== undefined && { [member]: list }) };
      if (format === "toml") return `${comment ? "# mine\n" : ""}${stringify(value)}${end}`.replaceAll("\n", eol);
      const text = JSON.stringify(value, null, indent);
      const commented = comment ? text.replace(/^\{/, "{ // mine\n").replaceAll("[", "/* list */ [") : text;
      return `${commented.replaceAll("\n", eol)}${end}`;
    });
}

describe("planUninstall", () => {
  it.each(clients)("gives %s its former text, byte by byte", (client) => {
    const found = fc.record({
      settings: fc.option(settingsText(client), { nil: undefined }),
      servers: fc.option(settingsText("cursor"), { nil: undefined }),
    });
    fc.assert(
      fc.property(found, (texts) => {
        const home = homeWith();
        if (texts.settings !== undefined) home.files.set(home.pathOf(client), texts.settings);
        if (texts.servers !== undefined) home.files.set(servers, texts.servers);
        const before = home.visible();
        home.install(client);
        home.uninstall(client);
        expect(home.visible()).toEqual(before);
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  it.each(clients)("loses nothing of %s if settings were edited in between", (client) => {
    const { member, format } = mcpClients[client];
    const read = (text: string): Record<string, Record<string, unknown>> =>
      format === "toml" ? JSON.parse(JSON.stringify(parseToml(text))) : parse(text);
    const edits = fc.record({ settings: fc.boolean(), servers: fc.boolean(), again: fc.boolean() });
    fc.assert(
      fc.property(settingsText(client), edits, (text, edited) => {
        const home = homeWith({});
        const path = home.pathOf(client);
        home.files.set(path, text);
        const { moved } = home.install(client);
        const added = { command: "new" };
        const addLine = format === "toml" ? "\n[more]\na = 1\n" : "\n\n";
        if (edited.settings) home.files.set(path, `${home.files.get(path)}${addLine}`);
        if (edited.servers) {
          const list = JSON.parse(home.files.get(servers) ?? "");
          list.mcpServers.own = added;
          home.files.set(servers, JSON.stringify(list));
        }
        if (edited.again) home.install(client);
        const { restored, kept } = home.uninstall(client);
        expect([[...restored].sort(), kept]).toEqual([[...moved].sort(), []]);
        const more: Record<string, Record<string, unknown>> = edited.settings && format === "toml"
          ? { more: { a: 1 } }
          : {};
        const expected: Record<string, Record<string, unknown>> = { ...more, ...read(text) };
        expect(read(home.files.get(path) ?? "")).toEqual(expected);
        expect(Object.keys(read(home.files.get(path) ?? "")[member] ?? {})).toEqual(
          format === "toml" ? expect.anything() : Object.keys(expected[member] ?? {}),
        );
        expect(home.files.get(servers)).toEqual(edited.servers ? expect.stringContaining('"own"') : undefined);
        expect(home.uninstall(client)).toMatchObject({ isInstalled: false, changes: [] });
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  const files = { command: "npx", args: ["files"] };
  const web = { url: "https://x/mcp" };

  it("returns a server as it is in the file of servers now, with the comments of one that is unchanged", () => {
    const text =
      '{"mcpServers": {"files": {"command": "npx" /* of mine */}, "web": {"url": "https://x/mcp"}}, "a": 1}\n';
    const home = homeWith({ "/home/.cursor/mcp.json": text });
    home.install("cursor");
    home.files.set(servers, (home.files.get(servers) ?? "").replace("https://x", "https://y"));
    home.uninstall("cursor");
    expect(home.files.get("/home/.cursor/mcp.json")).toContain('"npx" /* of mine */');
    expect(parse(home.files.get("/home/.cursor/mcp.json") ?? "")).toEqual({
      a: 1,
      mcpServers: { files: { command: "npx" }, web: { url: "https://y/mcp" } },
    });
    expect(home.files.has(servers)).toBe(false);
  });

  it("keeps the servers that another client has moved", () => {
    const home = homeWith({
      "/home/.cursor/mcp.json": JSON.stringify({ mcpServers: { files, web } }),
      "/home/.claude.json": JSON.stringify({ mcpServers: { files } }),
    });
    const before = home.visible();
    home.install("cursor");
    home.install("claude-code");
    home.uninstall("cursor");
    expect(JSON.parse(home.files.get(servers) ?? "")).toEqual({ mcpServers: { files } });
    home.uninstall("claude-code");
    expect(home.visible()).toEqual(before);
  });

  it("does not replace a server that the client got since, and names one that was removed", () => {
    const home = homeWith({ "/home/.cursor/mcp.json": JSON.stringify({ mcpServers: { files, web } }) });
    home.install("cursor");
    const settings = JSON.parse(home.files.get("/home/.cursor/mcp.json") ?? "");
    settings.mcpServers.files = { command: "other" };
    home.files.set("/home/.cursor/mcp.json", JSON.stringify(settings));
    home.files.set(servers, JSON.stringify({ mcpServers: { files } }));
    const { restored, kept } = home.uninstall("cursor");
    expect(restored).toEqual([]);
    expect(kept).toEqual([
      { name: "files", reason: `the client has another server with this name, so it stays in ${servers}` },
      { name: "web", reason: `it was removed from ${servers}` },
    ]);
    expect(JSON.parse(home.files.get("/home/.cursor/mcp.json") ?? "")).toEqual({
      mcpServers: { files: { command: "other" } },
    });
    expect(JSON.parse(home.files.get(servers) ?? "")).toEqual({ mcpServers: { files } });
  });

  it("returns all servers if the whole file of servers is missing", () => {
    const text = JSON.stringify({ mcpServers: { files, web }, a: 1 });
    const home = homeWith({ "/home/.cursor/mcp.json": text });
    home.install("cursor");
    home.files.delete(servers);
    home.uninstall("cursor");
    expect(home.visible()).toEqual({ "/home/.cursor/mcp.json": text });
  });

  it("returns all servers of a project that somebody else has set up, and keeps the file", () => {
    const project = { scope: "project" };
    const home = homeWith({ "/work/.mcp.json": JSON.stringify({ mcpServers: { files, web } }) });
    home.install("claude-code", project);
    home.files.delete("/state/mcp/installed.json");
    expect(home.uninstall("claude-code", project)).toMatchObject({ restored: ["files", "web"], isInstalled: true });
    expect(JSON.parse(home.files.get("/work/.mcp.json") ?? "")).toEqual({ mcpServers: { files, web } });
    expect(home.files.has("/work/helve/mcp.json")).toBe(true);
  });

  it("changes nothing if the client does not call Helve", () => {
    const home = homeWith({ "/home/.cursor/mcp.json": JSON.stringify({ mcpServers: { files, helve: files } }) });
    expect(home.uninstall("cursor")).toEqual({ changes: [], restored: [], kept: [], isInstalled: false });
  });

  it("restores the transports of Gemini CLI", () => {
    const mcpServers = { a: { url: "https://sse" }, b: { httpUrl: "https://http", timeout: 5 }, c: files };
    const home = homeWith({ "/home/.gemini/settings.json": JSON.stringify({ mcpServers }) });
    home.install("gemini");
    const moved = JSON.parse(home.files.get(servers) ?? "");
    expect(moved.mcpServers).toEqual({
      a: { type: "sse", url: "https://sse" },
      b: { timeout: 5, type: "http", url: "https://http" },
      c: files,
    });
    moved.mcpServers.a.url = "https://sse2";
    moved.mcpServers.b.url = "https://http2";
    home.files.set(servers, JSON.stringify(moved));
    home.uninstall("gemini");
    expect(JSON.parse(home.files.get("/home/.gemini/settings.json") ?? "").mcpServers).toEqual({
      a: { url: "https://sse2" },
      b: { timeout: 5, httpUrl: "https://http2" },
      c: files,
    });
  });
});
