import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedPackage } from "@helve/testing/cached-package";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesServer } from "./notes-server.ts";
import { run } from "./run-program.ts";

const inspector = { name: "@modelcontextprotocol/inspector", version: "2.12.0" };
const main = fileURLToPath(new URL("../../../run/cli/src/main.ts", import.meta.url));
const helve = [process.execPath, "--conditions=@helve/source", "--no-warnings", main];
const rules = 'rule @no trigger notes.delete_note check args.id == "x" enforce stop end';

const call = (tool: string) => ["--method", "tools/call", "--tool-name", tool, "--tool-arg", "id=x"];

describe(`the command line of the MCP Inspector ${inspector.version}`, async () => {
  const installed = await cachedPackage(inspector);
  if ("missing" in installed) {
    it.skip(`is not tested: ${installed.missing}`);
    return;
  }
  const program = join(installed.folder, "node_modules/.bin/mcp-inspector");

  /** Sends a request to the gateway with the notes server. */
  async function inspect(...args: readonly string[]): Promise<{ readonly printed: string; readonly ran: string }> {
    const folder = mkdtempSync(join(tmpdir(), "helve-inspector-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ran = join(folder, "ran.txt");
    const servers = {
      notes: { command: process.execPath, args: ["-e", notesServer, "--", ran], protocol: "2025-11-25" },
    };
    const files = {
      "home/.config/helve/rules.agentspec": rules,
      "servers.json": JSON.stringify({ mcpServers: servers }),
      "ran.txt": "",
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const gateway = {
      command: helve[0],
      args: [...helve.slice(1), "mcp", "guard", "--servers", join(folder, "servers.json")],
      env: { HOME: join(folder, "home") },
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify({ mcpServers: { helve: gateway } }));
    const command = [program, "--cli", "--config", join(folder, "config.json"), "--server", "helve", ...args];
    const env = { PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"), HOME: join(folder, "home") };
    return { printed: await run(command, { cwd: folder, env }), ran: readFileSync(ran, "utf8") };
  }

  it("lists the tools", async () => {
    const { printed } = await inspect("--method", "tools/list");
    expect(printed).toMatch(/list_notes[\s\S]*delete_note/);
  });

  it("gets the result of a call that is allowed", async () => {
    const { printed, ran } = await inspect(...call("notes-list_notes"));
    expect(printed).toContain("the notes");
    expect(ran).toBe("list_notes\n");
  });

  it("gets the reason of a call that a rule stops", async () => {
    const { printed, ran } = await inspect(...call("notes-delete_note"));
    expect(printed).toContain("was stopped");
    expect(ran).toBe("");
  });
});
