import { parseProgram } from "@helve/agentspec";
import type { ActionReturn, Step, ToolPlace } from "@helve/core";
import { shell } from "@helve/effects/shell";
import { Engine, inspectLater, PlanError } from "@helve/enforcer";
import { ActionExecutor, parseActionReturn } from "@helve/executor";
import { type Policy, predicates } from "@helve/predicates";
import { memorySandbox } from "@helve/sandbox/memory";
import { tool } from "@helve/tool";
import { Files } from "@helve/toolkits/files";
import { PythonREPL } from "@helve/toolkits/python-repl";
import { Terminal } from "@helve/toolkits/terminal";
import { describe, expect, it } from "vitest";

const rule = "rule @ledger trigger any check is_delete_important_file enforce stop end";

interface Setup {
  readonly policy?: Policy<"shell">;
  readonly rules?: string;
  readonly root?: string;
}

/** A sandbox in /workspace with the file data/ledger.csv, and tools that rules guard. */
async function guardedTools({ policy = {}, rules = rule, root }: Setup) {
  const sandbox = await memorySandbox({ files: { "data/ledger.csv": "1", "data/draft.txt": "2" } });
  const engine = new Engine(parseProgram(rules), {
    predicates: predicates({ importantFiles: ["data/ledger.csv"], languages: { shell }, ...policy }),
    warn: () => undefined,
  });
  const tools = [new Files({ sandbox, root }), new Terminal({ sandbox })];
  const session = new ActionExecutor(tools, { guards: [engine] }).session();
  let calls = 0;
  const call = (name: string, args: object): Promise<ActionReturn> =>
    session.execute({ id: `${++calls}`, name, arguments: args });
  return { session, engine, call, workingDirectory: sandbox.workingDirectory };
}

describe("a policy and the directory of a tool", () => {
  it("mean the same file, also if the tool's paths start in a folder of its own", async () => {
    const { call, workingDirectory } = await guardedTools({ root: "data" });
    expect((await call("Files.Delete", { path: "ledger.csv" })).status).toBe("stopped");
    expect((await call("Files.Delete", { path: `${workingDirectory}/data/ledger.csv` })).status).toBe("stopped");
    expect((await call("Files.Write", { path: "ledger.csv", content: "" })).status).toBe("stopped");
    expect((await call("Files.Delete", { path: "draft.txt" })).status).toBe("success");
    expect((await call("Terminal.Execute", { command: "rm data/ledger.csv" })).status).toBe("stopped");
    expect((await call("Terminal.Execute", { command: "cat data/ledger.csv" })).status).toBe("success");
  });

  it.each(["data", "/workspace/data"])("mean the same file if the policy has a directory, too: %s", async (root) => {
    const { call, workingDirectory } = await guardedTools({ root, policy: { workingDirectory: "/workspace" } });
    expect(workingDirectory).toBe("/workspace");
    expect((await call("Files.Delete", { path: "ledger.csv" })).status).toBe("stopped");
    expect((await call("Files.Delete", { path: "draft.txt" })).status).toBe("success");
  });

  it("can't disagree: relative paths of a tool elsewhere are unknown, with the reason", async () => {
    const { call } = await guardedTools({ policy: { workingDirectory: "/srv/app" } });
    const deleted = await call("Files.Delete", { path: "data/draft.txt" });
    expect(deleted.status).toBe("stopped");
    expect(deleted.errmsg).toContain(
      "Files.Delete works in /workspace, outside of the policy's working directory /srv/app",
    );
    expect((await call("Terminal.Execute", { command: "rm data/draft.txt" })).status).toBe("stopped");
    // Other calls are not about files.
    expect((await call("Terminal.Execute", { command: "echo done" })).status).toBe("success");
    expect((await call("Files.Delete", { path: "/workspace/data/draft.txt" })).status).toBe("success");
  });

  it("keep the directory of a shell", async () => {
    const { call } = await guardedTools({});
    expect((await call("Terminal.Execute", { command: "cd data" })).status).toBe("success");
    expect((await call("Terminal.Execute", { command: "rm ledger.csv" })).status).toBe("stopped");
  });

  it("are known to rules that pass the path", async () => {
    const rules = `rule @inside trigger any check !path_within(args.path, "data") enforce stop end
      rule @deletes trigger any check is_delete_important_file(args.path) enforce stop end`;
    const { call } = await guardedTools({ root: "data", rules });
    expect((await call("Files.Read", { path: "draft.txt" })).status).toBe("success");
    expect((await call("Files.Read", { path: "../other.txt" })).status).toBe("stopped");
    expect((await call("Files.Delete", { path: "ledger.csv" })).status).toBe("stopped");
  });

  it("are known to later calls and to a session that goes on from a snapshot", async () => {
    const rules = `rule @reads trigger Terminal.any check reads_sensitive_path enforce stop end`;
    const { call, session, engine } = await guardedTools({ root: "data", rules });
    await call("Files.Write", { path: "show.sh", content: "cat ~/.ssh/id_rsa" });
    expect((await call("Terminal.Execute", { command: "sh data/show.sh" })).status).toBe("stopped");
    const [{ action }, second] = session.trajectory as [Step, Step];
    expect(action.place).toEqual({ workingDirectory: "/workspace", directory: "data" });

    const earlier = [engine.snapshot({ trajectory: session.trajectory })];
    const next = { ...(await session.guardContext()), trajectory: [], earlier };
    expect(
      (await engine.before({ ...second.action, id: "3", place: { workingDirectory: "/workspace" } }, next)).kind,
    ).toBe("stop");
  });
});

describe("a question about a call in a sandbox", () => {
  it("is answered in another process, on the action return as JSON", async () => {
    const start = async () => {
      const sandbox = await memorySandbox({ files: { "data/ledger.csv": "1" } });
      const program = parseProgram(
        "rule @ledger trigger any check is_delete_important_file enforce user_inspection end",
      );
      const engine = new Engine(program, {
        predicates: predicates({ importantFiles: ["data/ledger.csv"] }),
        inspect: inspectLater(),
        lateAnswers: { key: "a secret of at least thirty-two bytes" },
      });
      const executor = new ActionExecutor([new Files({ sandbox, root: "data" })], { guards: [engine] });
      return { sandbox, executor };
    };
    const first = await start();
    const call = { id: "1", name: "Files.Delete", arguments: { path: "ledger.csv" } };
    const pending = parseActionReturn(JSON.stringify(await first.executor.execute(call)));
    expect(pending.status).toBe("pending");
    const { token } = pending.verdict as { token: string };
    const second = await start();
    const { status } = await second.executor.resume(pending, { decision: "approve", token });
    expect(status).toBe("success");
    await expect(second.sandbox.readFile("data/ledger.csv")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("where a custom tool works", () => {
  const drop = (place: ToolPlace | (() => Promise<ToolPlace>)) =>
    tool({
      name: "drop",
      description: "Delete a file.",
      parameters: { type: "object", properties: { path: { type: "string", description: "the file" } } },
      place,
      execute: () => "dropped",
    });

  async function statusOf(place: Parameters<typeof drop>[0], policy: Policy = {}): Promise<string> {
    const all: Policy = { tools: { drop: { delete: "path" } }, importantFiles: ["data/ledger.csv"], ...policy };
    const engine = new Engine(parseProgram(rule), { predicates: predicates(all) });
    const executor = new ActionExecutor([drop(place)], { guards: [engine] });
    return (await executor.execute({ id: "1", name: "drop", arguments: { path: "ledger.csv" } })).status;
  }

  it("is fixed, or known when it is called", async () => {
    const workingDirectory = "/srv/app";
    expect(await statusOf({ directory: "data" })).toBe("stopped");
    expect(await statusOf({ directory: "/srv/app/data" }, { workingDirectory })).toBe("stopped");
    expect(await statusOf({ directory: "/srv/app/logs" }, { workingDirectory })).toBe("success");
    expect(await statusOf({ directory: "/srv/app" }, { workingDirectory })).toBe("success");
    expect(await statusOf(async () => ({ directory: "data" }))).toBe("stopped");
  });

  it("is unknown if the tool can't say it, or says a place outside of the policy's", async () => {
    const fails = () => Promise.reject(new Error("no sandbox"));
    expect(await statusOf(fails)).toBe("stopped");
    expect(await statusOf(() => Promise.resolve("data" as never))).toBe("stopped");
    expect(await statusOf({ directory: "/var/lib" }, { workingDirectory: "/srv/app" })).toBe("stopped");
    expect(await statusOf({ directory: "../other" }, { workingDirectory: "/srv/app" })).toBe("stopped");
    expect(await statusOf({ workingDirectory: "/srv/application" }, { workingDirectory: "/srv/app" })).toBe("stopped");
  });

  it("can't be set by a model", async () => {
    const engine = new Engine(parseProgram(rule), { predicates: predicates({ tools: { drop: [] } }) });
    const executor = new ActionExecutor([drop({ directory: "data" })], { guards: [engine] });
    const call = { id: "1", name: "drop", arguments: { path: "x" }, place: { directory: "/tmp" } };
    const { stages } = await executor.execute(call);
    expect(stages.guard?.action?.place).toEqual({ directory: "data" });
  });
});

describe("a tool that no policy names", () => {
  it("is not a ready toolkit that works in a sandbox", async () => {
    const sandbox = await memorySandbox();
    const tools = [new Files({ sandbox }), new Terminal({ sandbox }), new PythonREPL({ sandbox })];
    const engine = new Engine(parseProgram(rule), { predicates: predicates({}), strict: true });
    expect(() => new ActionExecutor(tools, { guards: [engine] })).not.toThrow();
  });

  const wipe = tool({
    name: "wipe",
    description: "Remove everything.",
    parameters: { type: "object", properties: { folder: { type: "string", description: "the path of the folder" } } },
    execute: () => "wiped",
  });
  const engineWith = (policy: Policy, strict: boolean, warn: (message: string) => void = () => undefined) =>
    new Engine(parseProgram(rule), { predicates: predicates(policy), strict, warn: ({ message }) => warn(message) });

  it("is a warning at the start, and an error with strict", () => {
    const warnings: string[] = [];
    new ActionExecutor([wipe], { guards: [engineWith({}, false, (message) => warnings.push(message))] });
    expect(warnings).toEqual([
      'rule @ledger: is_delete_important_file: wipe: "folder" seems to be a path, but the policy\'s "tools" does not name wipe, so rules do not see what it does',
    ]);
    expect(() => new ActionExecutor([wipe], { guards: [engineWith({}, true)] })).toThrow(PlanError);
    const named = engineWith({ tools: { wipe: { delete: "folder" } } }, true);
    expect(() => new ActionExecutor([wipe], { guards: [named] })).not.toThrow();
  });

  it("is not added to an executor with strict rules", () => {
    const executor = new ActionExecutor([], { guards: [engineWith({}, true)] });
    expect(() => executor.add(wipe)).toThrow(PlanError);
    expect(executor.names).not.toContain("wipe");
  });
});
