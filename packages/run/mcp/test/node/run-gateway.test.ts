import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { verifyAuditLog } from "@helve/executor/node";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { versions } from "../connect.ts";
import { type GatewayProcessOptions, startGateway } from "./gateway-process.ts";
import { everything, filesystem, folderWith } from "./programs.ts";

async function start(options: GatewayProcessOptions, clientOptions: Parameters<typeof startGateway>[1] = {}) {
  const gateway = await startGateway(options, clientOptions);
  onTestFinished(() => gateway.close());
  return gateway;
}

const textOf = async (client: Client, name: string, args: Record<string, unknown>): Promise<string> =>
  JSON.stringify((await client.callTool({ name, arguments: args })).content);

/** The one audit log with a record. A client that finds out which version a gateway speaks starts another one for that. */
function auditLogIn(state: string): string {
  const folder = join(state, "mcp/audit");
  const logs = readdirSync(folder).map((name) => join(folder, name));
  const [path = "", ...others] = logs.filter((log) => log.endsWith(".jsonl") && statSync(log).size > 0);
  expect(others).toEqual([]);
  return path;
}

describe("a gateway as a process", () => {
  it("shows how to find tools in place of them, if it is asked to", async () => {
    const { client } = await start({ servers: { everything }, state: folderWith(), search: true });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["find_tool", "call_tool"]);
  });

  it.each([versions[0], versions[2]])(
    "guards the official servers, for a client of version %s",
    async (_, clientOptions) => {
      const folder = folderWith({ "notes.md": "my notes", "secret.md": "my secret" });
      const state = folderWith();
      const servers = { files: filesystem(folder), everything };
      const rules = `
      rule @secrets trigger files.any check args.path matches "secret" enforce stop end
      rule @confirm trigger files.write_file check enforce user_inspection end
      rule @no_env trigger everything.get-env check enforce stop end
    `;
      const { client } = await start(
        { servers, rules, state },
        { ...clientOptions, capabilities: { elicitation: {} } },
      );
      const decisions = ["reject", "approve"];
      const asked: string[] = [];
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { decision: decisions.shift() ?? "" } };
      });
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["files-read_text_file", "files-write_file", "everything-echo"]));
      expect(names).not.toContain("everything-get-env");
      expect(await textOf(client, "files-read_text_file", { path: join(folder, "notes.md") })).toContain("my notes");
      expect(await textOf(client, "files-read_text_file", { path: join(folder, "secret.md") })).toContain("@secrets");
      const write = { path: join(folder, "new.md"), content: "new" };
      expect(await textOf(client, "files-write_file", write)).toContain("was stopped");
      expect(existsSync(write.path)).toBe(false);
      await textOf(client, "files-write_file", write);
      expect(readFileSync(write.path, "utf8")).toBe("new");
      expect(asked[0]).toContain(`"path":\n  │ ${write.path}\n`);
      expect(await textOf(client, "everything-echo", { message: "hi" })).toContain("Echo: hi");
      const path = auditLogIn(state);
      const statuses = readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).actionReturn?.status ?? "started");
      const ran = ["started", "success"];
      expect(statuses).toEqual([...ran, "stopped", "pending", "stopped", "pending", ...ran, ...ran]);
      expect((await verifyAuditLog(path)).ok).toBe(true);
    },
  );

  it("logs no secret of its configuration", async () => {
    const state = folderWith();
    const noisy = `process.stderr.write("key " + process.env.KEY + " " + process.argv.at(-1) + "\\u001b[2J\\n"); process.exit(1)`;
    const servers = {
      noisy: {
        command: process.execPath,
        args: ["-e", noisy, "--", "--token", "argument-secret"],
        env: { KEY: "env-secret-1" },
      },
      everything: { ...everything, env: { OTHER: "env-secret-2" } },
    };
    const { client, logged } = await start({ servers, state });
    expect(await textOf(client, "everything-get-env", {})).toContain("env-secret-2");
    expect(logged.join("\n")).toContain("noisy: key [redacted] [redacted]\\u{1b}[2J");
    expect(readFileSync(auditLogIn(state), "utf8")).not.toContain("env-secret-2");
  });

  it("fails if no server can be reached, and tries again at the next request", async () => {
    const { client } = await start({ servers: { none: { command: "no-such-program" } }, state: folderWith() });
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(client.listTools()).rejects.toThrow(
        "the server none can't be reached: the program no-such-program was not found",
      );
    }
  });

  it("has a record of a call whose server has not answered, in a folder that it creates", async () => {
    const state = folderWith();
    const audit = join(state, "logs/deep/audit.jsonl");
    const { client, pid } = await start({ servers: { everything }, state, audit });
    await client.listTools();
    const received = Promise.withResolvers<void>();
    const name = "trigger-long-running-operation";
    const call = client.callTool(
      { name, arguments: { duration: 60, steps: 600 } },
      { onprogress: () => received.resolve() },
    );
    await Promise.race([received.promise, call]);
    process.kill(pid, "SIGKILL");
    await expect(call).rejects.toThrow();
    const records = readFileSync(audit, "utf8").trim().split("\n");
    expect(records.map((line) => JSON.parse(line).started)).toEqual([
      { id: expect.any(String), name, args: { duration: 60, steps: 600 } },
    ]);
    expect((await verifyAuditLog(audit)).ok).toBe(true);
  });

  it("ends if its audit log is in use", async () => {
    const state = folderWith();
    const audit = join(state, "audit.jsonl");
    await start({ servers: { everything }, state, audit });
    await expect(startGateway({ servers: { everything }, state, audit })).rejects.toThrow();
  });
});
