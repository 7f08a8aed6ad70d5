import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedPackage } from "@helve/testing/cached-package";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Agent } from "./agents/agent.ts";
import { codex } from "./agents/codex.ts";
import { gemini } from "./agents/gemini.ts";
import { opencode } from "./agents/opencode.ts";
import { startModelServer } from "./model-server.ts";
import { notesServer } from "./notes-server.ts";
import { run } from "./run-program.ts";

const rules = `
  rule @ask trigger notes.delete_note check enforce user_inspection end
  rule @secrets trigger notes.read_secret check args.id == "x" enforce stop end
`;

const main = fileURLToPath(new URL("../../../run/cli/src/main.ts", import.meta.url));
const helve = [process.execPath, "--conditions=@helve/source", "--no-warnings", main];

/** The agents, with how one that \`helve mcp install\` does not know gets the gateway. */
const agents: readonly {
  readonly title: string;
  readonly agent: Agent;
  readonly byHand?: (gateway: readonly string[]) => object;
}[] = [
  // For models that it knows, Codex keeps the tools of servers back until the model searches for them.
  { title: "Codex CLI", agent: { ...codex, home: (url) => withModel(codex.home(url), "scripted") } },
  { title: "Gemini CLI", agent: gemini },
  {
    title: "OpenCode",
    agent: opencode,
    byHand: (command) => ({ mcp: { helve: { type: "local", command, enabled: true } } }),
  },
];

/** The settings of Codex with another model. */
function withModel(files: Readonly<Record<string, string>>, model: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replace(/^model = .*$/m, `model = "${model}"`)]),
  );
}

describe.each(agents)("$title", async ({ agent, byHand }) => {
  const installed = await cachedPackage(agent.install);
  if ("missing" in installed) {
    it.skip(`is not tested: ${installed.missing}`);
    return;
  }

  it("lists and calls tools through the gateway, which asks and denies", async () => {
    const folder = mkdtempSync(join(tmpdir(), "helve-client-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [home, project] = [join(folder, "home"), join(folder, "project")];
    mkdirSync(project, { recursive: true });
    const program = join(installed.folder, "node_modules/.bin", agent.install.bin);
    const path = [dirname(program), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
    const wanted = ["list_notes", "delete_note", "read_secret"];
    const steps = wanted[Symbol.iterator]();
    let called = 0;
    await using model = await startModelServer(agent.format, (_results, body) => {
      const { value: tool } = steps.next();
      // Each client has names of its own for the tools of servers.
      const text = JSON.stringify(body);
      const [, name] = new RegExp(`"((?:[\\w-]*[_.-])?${tool})"`).exec(text) ?? [];
      const [, namespace] = /"type":"namespace","name":"(\w*helve)"/.exec(text) ?? [];
      return name === undefined
        ? undefined
        : { id: `call_${++called}`, name, args: { id: "x" }, ...(namespace && { namespace }) };
    });
    const ran = join(folder, "ran.txt");
    const config = { command: process.execPath, args: ["-e", notesServer, "--", ran], protocol: "2025-11-25" };
    const servers = join(home, ".config/helve/mcp.json");
    const gateway = [...helve, "mcp", "guard", "--servers", servers];
    const files: Record<string, string> = {
      ".config/helve/rules.agentspec": rules,
      ".config/helve/mcp.json": JSON.stringify({ mcpServers: { notes: config } }),
      ...agent.home(model.url),
    };
    const [settings = ""] = Object.keys(agent.home(model.url));
    if (byHand !== undefined)
      files[settings] = JSON.stringify({ ...JSON.parse(files[settings] ?? ""), ...byHand(gateway) });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
    writeFileSync(ran, "");
    const place = { cwd: project, env: { PATH: path, HOME: home } };
    if (byHand === undefined) {
      const printed = await run(
        [...helve, "mcp", "install", agent.client, "--yes", "--program", helve.join(" ")],
        place,
      );
      expect(printed).toContain("+++ ");
    }
    const printed = await run([program, ...agent.args("Do it.")], {
      ...place,
      env: { ...place.env, ...agent.environment?.(model.url) },
    });
    expect(model.errors).toEqual([]);
    expect(model.results, printed).toEqual([
      expect.stringContaining("the notes"),
      expect.stringContaining("delete_note was stopped"),
      expect.stringContaining("@secrets"),
    ]);
    expect(readFileSync(ran, "utf8")).toBe("list_notes\n");
    const audit = join(home, ".local/state/helve/mcp/audit");
    const logs = readdirSync(audit).filter((name) => name.endsWith(".jsonl"));
    const lines = logs.flatMap((name) => readFileSync(join(audit, name), "utf8").split("\n").filter(Boolean));
    expect(lines.flatMap((line) => JSON.parse(line).actionReturn?.status ?? [])).toEqual([
      "success",
      "pending",
      "stopped",
      "stopped",
    ]);
  });
});
