// The examples of Inspect's "Custom Tools" about errors, sandboxes and state, in TypeScript. Each test has the name of its section.

import { spawnSync } from "node:child_process";
import type { ActionReturn, Args } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { type Sandbox, SandboxError } from "@helve/sandbox";
import { toInspectSandbox } from "@helve/sandbox/inspect";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { openStore, storeModel } from "@helve/store";
import { type Tool, ToolError, tool, toolApi } from "@helve/tool";
import { Terminal } from "@helve/toolkits/terminal";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { differs } from "./differs.ts";

/** Calls a tool as a model does, in a session with a sandbox. */
async function callIn(sandbox: Sandbox, called: Tool, args: Args): Promise<ActionReturn> {
  const session = new ActionExecutor([called]).session({ sandboxes: { sandbox: async () => sandbox } });
  return session.execute({ id: "call_1", name: called.name, arguments: JSON.stringify(args) });
}

/** The text that a model reads. */
const read = ({ observation }: ActionReturn): string => observation.parts.map(({ content }) => content).join("\n");

describe("Defining Tools", () => {
  it("addition: the sum of two numbers", async () => {
    const add = tool({
      name: "add",
      description: "Add two numbers.",
      parameters: z.object({
        x: z.int().describe("First number to add."),
        y: z.int().describe("Second number to add."),
      }),
      execute: ({ x, y }) => x + y,
    });
    const ret = await new ActionExecutor([add]).execute({ id: "1", name: "add", arguments: '{"x": 1, "y": 1}' });
    expect(ret).toMatchObject({ status: "success", result: [{ type: "json", content: 2 }] });
  });
});

/** The tool `read_file` of the guide's text. */
const readFile = tool({
  name: "read_file",
  description: "Read the contents of a file.",
  parameters: z.object({ file: z.string().describe("File to read") }),
  execute: async ({ file }, { sandbox, signal }) => (await sandbox()).readFile(file, { signal }),
});

describe("Defining Tools", () => {
  const add = (x: number, y: number) => x + y;
  const docstring = `
    Add two numbers.

    Args:
        x: First number to add.
        y: Second number to add.

    Returns:
        The sum of the two numbers.
    `;

  it("type annotations and descriptions are required", () => {
    expect(() => toolApi(docstring, add)).toThrow('write "x (TYPE): First number to add." with its type');
    const undescribed = () => toolApi("Add.\n\nArgs:\n    x (int):\n    y (int): y", add);
    expect(undescribed).toThrow('the parameter "x" of the tool "add" needs a description');
  });

  it("add: x and y are integers, and the docstring describes them", async () => {
    const typed = toolApi(docstring, add, { parameters: z.object({ x: z.int(), y: z.int() }) });
    const ret = await new ActionExecutor([typed]).execute({ id: "1", name: "add", arguments: '{"x": 1, "y": 1}' });
    expect(ret).toMatchObject({ status: "success", result: [{ content: 2 }] });
    expect(typed.parameters.properties).toMatchObject({ x: { type: "integer", description: "First number to add." } });
  });
});

describe("Defining Tools > what a model sends for typed parameters", () => {
  /** Calls a tool with one parameter, which returns its argument. */
  async function echoed(type: string, raw: string) {
    const echo = toolApi(`Return it.\n\nArgs:\n    x (${type}): the value`, function echo(x: unknown) {
      return x;
    });
    const { status, result, errmsg } = await new ActionExecutor([echo]).execute({
      ...{ id: "1", name: "echo", arguments: raw },
    });
    return status === "success" ? result?.[0]?.content : errmsg;
  }

  it("a bare text is the value of the only parameter, a string", async () => {
    expect(await echoed("str", "tides")).toBe("tides");
    expect(await echoed("str", '"tides"')).toBe("tides");
  });

  differs(
    "a bare number is the value of the only parameter",
    "a number has no end, so that 57 that was cut off would run as 5; the model reads how to write it",
    async () => {
      expect(await echoed("int", '{"x": 57}')).toBe(57);
      expect(await echoed("int", "57")).toContain("must be one JSON object with a member for each parameter");
    },
  );

  differs(
    "a bare boolean or list is the value of the only parameter",
    "true and [1] do not name what they are for, and a list reads as the arguments in order; the model reads how to write it",
    async () => {
      for (const [type, bare, value] of [
        ["bool", "true", true],
        ["list[int]", "[1, 2]", [1, 2]],
      ] as const) {
        expect(await echoed(type, `{"x": ${bare}}`)).toEqual(value);
        expect(await echoed(type, bare)).toContain("must be one JSON object with a member for each parameter");
      }
    },
  );

  differs(
    "datetime: a time without a zone is a time in UTC",
    "it is another moment than the user's clock shows, so a parameter has to be NaiveDatetime to take it",
    async () => {
      expect(await echoed("datetime", '{"x": "2026-12-01T10:00:00Z"}')).toBe("2026-12-01T10:00:00Z");
      expect(await echoed("datetime", '{"x": "2026-12-01T10:00:00"}')).toContain("such as");
      expect(await echoed("NaiveDatetime", '{"x": "2026-12-01T10:00:00"}')).toBe("2026-12-01T10:00:00");
    },
  );
});

describe("Tool Errors", () => {
  const failing = (thrown: unknown) =>
    tool({
      name: "fetch",
      description: "Fetch a page.",
      parameters: z.object({}),
      execute: () => {
        throw thrown;
      },
    });

  it("1. the model is notified that an error occurred, and can recover", async () => {
    const ret = await new ActionExecutor([failing(new ToolError("the page does not exist"))]).execute({
      ...{ id: "1", name: "fetch", arguments: "{}" },
    });
    expect(ret).toMatchObject({
      status: "failed",
      recoverable: "model",
      error: { message: "the page does not exist" },
    });
    expect(read(ret)).toContain("the page does not exist");
  });

  it("2. the tool handles the error itself, and tries another path", async () => {
    await using sandbox = await memorySandbox({ files: { "config.default": "size=1" } });
    const config = tool({
      name: "config",
      description: "Read the configuration.",
      parameters: z.object({}),
      async execute(_args, context) {
        const files = await context.sandbox();
        return files.readFile("config").catch(() => files.readFile("config.default"));
      },
    });
    expect(read(await callIn(sandbox, config, {}))).toBe("size=1");
  });

  it("3. the error propagates, and the run fails", async () => {
    const ret = await new ActionExecutor([failing(new Error("connection reset"))]).execute({
      ...{ id: "1", name: "fetch", arguments: "{}" },
    });
    expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "unexpected" } });
    expect(read(ret)).not.toContain("connection reset");
  });
});

describe("Default Handling", () => {
  const run = tool({
    name: "run",
    description: "Run a program.",
    parameters: z.object({
      argv: z.array(z.string()).describe("Program and arguments"),
      timeout: z.number().optional().describe("Time limit in milliseconds"),
    }),
    execute: async ({ argv, timeout }, { sandbox, signal }) => {
      const { stdout } = await (await sandbox()).exec(argv, { signal, timeout, outputLimit: 1000 });
      return stdout;
    },
  });

  it.each([
    ["TimeoutError", run, { argv: ["sleep", "60"], timeout: 100 }, "timeout", "timed out"],
    ["PermissionError", run, { argv: ["./data.txt"] }, "permission", "Permission denied"],
    ["UnicodeDecodeError", readFile, { file: "data.bin" }, "unicode_decode", "not UTF-8"],
    ["OutputLimitExceededError", run, { argv: ["seq", "1000"] }, "limit", "1000 bytes"],
    ["FileNotFoundError", readFile, { file: "missing.txt" }, "file_not_found", "missing.txt"],
    ["IsADirectoryError", readFile, { file: "folder" }, "is_a_directory", "folder"],
  ] as const)("%s is reported to the model", async (_name, called, args, code, message) => {
    await using sandbox = await localSandbox();
    await sandbox.writeFile("data.txt", "text");
    await sandbox.writeFile("data.bin", new Uint8Array([255, 254]));
    await sandbox.writeFile("folder/a", "");
    const ret = await callIn(sandbox, called as unknown as Tool, args as unknown as Args);
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code } });
    expect(read(ret)).toContain(message);
  });

  it("OutputLimitExceededError: the model reads the output before the limit", async () => {
    await using sandbox = await localSandbox();
    const ret = await callIn(sandbox, run as unknown as Tool, { argv: ["seq", "1000"] });
    expect(read(ret)).toMatch(/1000 bytes.*\n\nOutput before that:\n1\n2\n3\n/);
  });

  it("UnicodeDecodeError: the model reads what it can do", async () => {
    await using sandbox = await localSandbox();
    await sandbox.writeFile("data.bin", new Uint8Array([255, 254]));
    expect(read(await callIn(sandbox, readFile as unknown as Tool, { file: "data.bin" }))).toMatch(/"file".*"xxd"/);
    const printed = await callIn(sandbox, run as unknown as Tool, { argv: ["cat", "data.bin"] });
    expect(read(printed)).toMatch(/on stdout that are not UTF-8 text.*"xxd"/);
    expect(read(printed)).not.toContain("invalidUtf8");
  });

  it("an unexpected error fails the run", async () => {
    await using inner = await memorySandbox();
    const sandbox: Sandbox = Object.assign(Object.create(inner), {
      readFile: () => Promise.reject(new TypeError("network error in the container runtime")),
    });
    expect(await callIn(sandbox, readFile, { file: "a" })).toMatchObject({ status: "failed", recoverable: "caller" });
  });
});

describe("Explicit Handling", () => {
  it("a time limit that the tool throws again as another error fails the run", async () => {
    await using sandbox = await localSandbox();
    const decode = tool({
      name: "decode",
      description: "Decode a file.",
      parameters: z.object({ file: z.string().describe("File to decode") }),
      async execute({ file }, context) {
        try {
          const { stdout } = await (await context.sandbox()).exec(["sh", "-c", 'sleep 60; cat "$1"', "sh", file], {
            timeout: 100,
          });
          return stdout;
        } catch (error) {
          if (!SandboxError.is(error) || error.code !== "timeout") throw error;
          throw new Error("Decode operation timed out.");
        }
      },
    });
    expect(await callIn(sandbox, decode, { file: "a" })).toMatchObject({
      ...{ status: "failed", recoverable: "caller" },
      error: { code: "unexpected", message: "decode failed: Decode operation timed out." },
    });
  });
});

describe("Sandboxing", () => {
  const listFiles = tool({
    name: "list_files",
    description: "List the files in a directory.",
    parameters: z.object({ dir: z.string().describe("Directory") }),
    async execute({ dir }, { sandbox }) {
      const { success, stdout, stderr } = await (await sandbox()).exec(["ls", dir]);
      if (success) return stdout;
      throw new ToolError(stderr);
    },
  });

  it.each([
    ["a temporary folder", localSandbox],
    ["memory", memorySandbox],
  ] as const)("list_files: the listing of a directory in %s, or the message of ls", async (_name, create) => {
    await using sandbox = await create();
    await sandbox.writeFile("docs/b.md", "");
    await sandbox.writeFile("docs/a.md", "");
    expect(read(await callIn(sandbox, listFiles, { dir: "docs" }))).toBe("a.md\nb.md\n");
    const failed = await callIn(sandbox, listFiles, { dir: "nope" });
    expect(failed).toMatchObject({ status: "failed", recoverable: "model", error: { code: "tool_error" } });
    expect(read(failed)).toMatch(/nope.*No such file or directory/);
  });

  it("exec: cmd, input as str or bytes, cwd, env", async () => {
    for (const create of [localSandbox, memorySandbox]) {
      await using sandbox = await create();
      await sandbox.writeFile("sub/a", "");
      const inspect = toInspectSandbox(sandbox);
      for (const input of ["text", new TextEncoder().encode("text")]) {
        expect(await inspect.exec(["cat"], { input })).toMatchObject({ success: true, returncode: 0, stdout: "text" });
      }
      expect((await inspect.exec(["ls"], { cwd: "sub" })).stdout).toBe("a\n");
      expect((await inspect.exec(["sh", "-c", "echo $X"], { env: { X: "1" } })).stdout).toBe("1\n");
    }
  });

  it("exec: timeout raises TimeoutError; a user that the sandbox has not is an error", async () => {
    await using sandbox = await localSandbox();
    const inspect = toInspectSandbox(sandbox);
    await expect(inspect.exec(["sleep", "60"], { timeout: 0.1 })).rejects.toMatchObject({ code: "timeout" });
    await expect(inspect.exec(["true"], { user: "nobody" })).rejects.toMatchObject({ code: "unsupported" });
  });

  differs(
    "exec: timeout_retry = True, at most 2 retries with timeouts less than 60 seconds",
    "only with Inspect's names it is on by default: a command that timed out may have done its work",
    async () => {
      await using sandbox = await localSandbox();
      for (const timeout_retry of [true, false]) {
        expect((await toInspectSandbox(sandbox).exec(["true"], { timeout: 5, timeout_retry })).success).toBe(true);
      }
      expect((await sandbox.exec(["true"], { timeout: 5000, timeoutRetry: true })).success).toBe(true);
    },
  );

  it("exec: an output stream over 10 MiB raises OutputLimitExceededError", async () => {
    await using sandbox = await localSandbox();
    const print = (bytes: number) => sandbox.exec(["sh", "-c", `head -c ${bytes} /dev/zero | tr '\\0' x`]);
    expect((await print(10 * 2 ** 20)).stdout).toHaveLength(10 * 2 ** 20);
    await expect(print(10 * 2 ** 20 + 1)).rejects.toMatchObject({ code: "output_limit" });
  });

  it("write_file: IsADirectoryError; read_file: FileNotFoundError, UnicodeDecodeError unless text=False, IsADirectoryError", async () => {
    await using sandbox = await localSandbox();
    const inspect = toInspectSandbox(sandbox);
    await inspect.write_file("p/q/r.txt", "text");
    await inspect.write_file("data.bin", new Uint8Array([255, 254]));
    await expect(inspect.write_file("p/q", "text")).rejects.toMatchObject({ code: "is_directory" });
    await expect(inspect.read_file("missing")).rejects.toMatchObject({ code: "not_found" });
    await expect(inspect.read_file("p/q")).rejects.toMatchObject({ code: "is_directory" });
    await expect(inspect.read_file("data.bin")).rejects.toMatchObject({ code: "not_utf8" });
    expect(await inspect.read_file("data.bin", false)).toEqual(new Uint8Array([255, 254]));
  });

  it("read_file: OutputLimitExceededError if the file exceeds the limit of 100 MiB", async () => {
    await using sandbox = await memorySandbox();
    await sandbox.writeFile("a", "x".repeat(11));
    await expect(sandbox.readFile("a", { limit: 10 })).rejects.toMatchObject({ code: "output_limit" });
  });

  it("connection() is optional: commands to log in, or an error", async () => {
    await using local = await localSandbox();
    expect((await toInspectSandbox(local).connection()).argv.length).toBeGreaterThan(0);
    await using memory = await memorySandbox();
    await expect(toInspectSandbox(memory).connection()).rejects.toMatchObject({ code: "unsupported" });
  });

  it("arbitrary bash or python commands", async ({ skip }) => {
    skip(spawnSync("bash", ["--version"]).status !== 0);
    await using sandbox = await localSandbox();
    const session = new ActionExecutor([new Terminal()]).session({ sandboxes: { sandbox: async () => sandbox } });
    const command = "a=(1 2); [[ ${#a[@]} == 2 ]] && source <(echo echo $'one\\ttwo')";
    const ret = await session.execute({ id: "1", name: "Terminal.Execute", arguments: { command } });
    expect(read(ret)).toBe("one two\n");
  });

  it("read_file keeps line ends, and write_file creates directories", async () => {
    await using sandbox = await memorySandbox();
    await sandbox.writeFile("new/folder/a.txt", "one\r\ntwo\n");
    expect(read(await callIn(sandbox, readFile, { file: "new/folder/a.txt" }))).toBe("one\r\ntwo\n");
  });
});

describe("Stateful Tools", () => {
  it("bash_session() interacts with a stateful remote process", async () => {
    await using sandbox = await localSandbox();
    const session = new ActionExecutor([new Terminal()]).session({ sandboxes: { sandbox: async () => sandbox } });
    const run = async (command: string) =>
      read(await session.execute({ id: "1", name: "Terminal.Execute", arguments: { command } }));
    await run("x=5; twice() { echo $1$1; }");
    expect(await run("twice $x")).toBe("55\n");
    expect(await run("exit 1")).toContain("the shell has ended");
  });

  const state = storeModel(
    "surfer",
    z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })).default([]) }),
  );

  /** A tool with its own conversation, which a stand-in for a model continues. */
  const surfer = (name: string, instance?: string) =>
    tool({
      name,
      description: "Research a topic on the web.",
      parameters: z.object({
        input: z.string().describe("A task, or a question about earlier research"),
        clear_history: z.boolean().default(false).describe("Whether to forget earlier research"),
      }),
      execute({ input, clear_history }, { store }) {
        const { messages } = store.use(state, instance);
        if (clear_history) messages.length = 0;
        if (messages.length === 0) messages.push({ role: "system", content: "You answer questions with a browser." });
        messages.push({ role: "user", content: input });
        const questions = messages.filter(({ role }) => role === "user").map(({ content }) => content);
        const answer = `I was asked: ${questions.join(", ")}`;
        messages.push({ role: "assistant", content: answer });
        return answer;
      },
    });

  it("web_surfer: remembers its conversation, forgets it if asked, and each instance has its own", async () => {
    const store = await openStore();
    const session = new ActionExecutor([surfer("web_surfer"), surfer("other_surfer", "b2")]).session({ store });
    const call = async (name: string, args: Args) =>
      read(await session.execute({ id: "1", name, arguments: JSON.stringify(args) }));

    expect(await call("web_surfer", { input: "tides" })).toBe("I was asked: tides");
    expect(await call("web_surfer", { input: "and why?" })).toBe("I was asked: tides, and why?");
    expect(await call("other_surfer", { input: "moon" })).toBe("I was asked: moon");
    expect(await call("web_surfer", { input: "ships", clear_history: true })).toBe("I was asked: ships");

    const roles = Object.entries(store.values()).map(([key, value]) => [
      key,
      (value as { readonly messages: readonly { readonly role: string }[] }).messages.map(({ role }) => role),
    ]);
    const own = ["system", "user", "assistant"];
    expect(Object.fromEntries(roles)).toEqual({ surfer: own, "surfer:b2": own });
  });
});
