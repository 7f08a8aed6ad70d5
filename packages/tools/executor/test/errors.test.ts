import { exec, execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type ArgumentParser, type Guard, HelveError } from "@helve/core";
import { ActionExecutor, type ErrorRule, UnexpectedError } from "@helve/executor";
import { type SchemaSource, type Tool, ToolError, tool, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import inspect from "./fixtures/inspect-loop.json" with { type: "json" };
import { callOf, saying } from "./one-tool.ts";

function executorThrowing(error: unknown, errors: readonly ErrorRule[] = []): ActionExecutor {
  const t = saying("t", () => {
    throw error;
  });
  return new ActionExecutor([t], { errors });
}

function named(name: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

function errno(code: string, message: string, path?: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, ...(path !== undefined && { path }) });
}

/** The errors thrown in place of Python's exceptions. */
const thrown: Readonly<Record<string, unknown>> = {
  "TimeoutError()": new DOMException("", "TimeoutError"),
  "TimeoutError('custom message')": new DOMException("custom message", "TimeoutError"),
  "SandboxTimeoutError('x', truncated_output='partial')": named("TimeoutError", "x", { truncated_output: "partial" }),
  "UnicodeDecodeError('utf-8', b'\\xc3(', 0, 1, 'invalid continuation byte')": decodingError(),
  "ValueError('embedded null byte')": nullByteError(),
  "PermissionError(13, 'Permission denied', '/etc/x')": errno("EACCES", "permission denied, open '/etc/x'", "/etc/x"),
  "PermissionError(13, 'Permission denied.', 'f')": named("PermissionError", "Permission denied.", { path: "f" }),
  "FileNotFoundError('msg')": named("FileNotFoundError", "msg"),
  "FileNotFoundError(2, 'No such file or directory', 'foo.txt')": errno("ENOENT", "no such file", "foo.txt"),
  "FileNotFoundError(2, 'No such file or directory')": errno("ENOENT", "no such file or directory"),
  "LimitExceededError('message', value=12, limit=10)": named("LimitExceededError", "", { type: "message", limit: 10 }),
  "RuntimeError('fatal')": new Error("fatal"),
  "KeyError('k')": new TypeError("k"),
  "ConnectionError('net')": errno("ECONNREFUSED", "net"),
  "OSError(5, 'I/O error')": errno("EIO", "i/o error"),
  "AssertionError('a')": named("AssertionError", "a"),
  "ProcessLookupError('no sandbox')": errno("ESRCH", "no sandbox"),
  "ExceptionGroup('g', [ToolError('inner')])": new AggregateError([new ToolError("inner")], "g"),
};

function decodingError(): unknown {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(0xc3, 0x28));
  } catch (error) {
    return error;
  }
}

function nullByteError(): Error {
  const message = "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received 'a\\x00'";
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_VALUE" });
}

/** Where what we say is not what Inspect says, and why. */
const differences: Readonly<
  Record<string, { readonly message?: string; readonly code?: string; readonly why: string }>
> = {
  "UnicodeDecodeError('utf-8', b'\\xc3(', 0, 1, 'invalid continuation byte')": {
    message: "Error decoding bytes to utf-8.",
    why: "JavaScript does not say which byte it was",
  },
  "PermissionError(13, 'Permission denied.', 'f')": {
    message: "Permission denied. Filename 'f'.",
    why: "one full stop is enough",
  },
  "ExceptionGroup('g', [ToolError('inner')])": { code: "tool_error", why: "Inspect calls it unknown" },
};

describe("Inspect's error mapping", () => {
  it.each(inspect.error_mapping)("$raise", async ({ raise, error, raised, content }) => {
    expect(thrown).toHaveProperty([raise]);
    const ret = await executorThrowing(thrown[raise]).execute(callOf("t"));
    if (raised !== null) {
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "unexpected" } });
      return;
    }
    // Inspect has the output as the content of the message, beside the error; one text has both here.
    const said = content === undefined ? error?.message : `${error?.message}\n\nOutput before that:\n${content}`;
    const { message = said, code = error?.type } = differences[raise] ?? {};
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code, message } });
    expect(ret.observation).toEqual({ parts: [{ type: "text", content: message }], isError: true });
  });
});

it("a limit of the output leaves the model what was printed before, as Inspect's content of the message", async () => {
  const limit = { limit_str: "10 MiB", truncated_output: "partial" };
  const ret = await executorThrowing(named("OutputLimitExceededError", "", limit)).execute(callOf("t"));
  const message = "The tool exceeded its output limit of 10 MiB.\n\nOutput before that:\npartial";
  expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code: "limit", message } });
  expect(ret.observation).toEqual({ parts: [{ type: "text", content: message }], isError: true });
});

describe("errors of Node", () => {
  it.each([
    ["EACCES", "permission", "Permission denied. Filename 'f'."],
    ["EPERM", "permission", "Permission denied. Filename 'f'."],
    ["ENOENT", "file_not_found", "File 'f' was not found."],
    ["EISDIR", "is_a_directory", "Is a directory. Filename 'f'."],
    ["ENOTDIR", "not_a_directory", "Not a directory. Filename 'f'."],
    ["ETIMEDOUT", "timeout", "Command timed out before completing."],
  ])("%s is %s", async (code, ours, message) => {
    const ret = await executorThrowing(errno(code, "in Node's words", "f")).execute(callOf("t"));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: ours, message } });
  });

  it("match the errors of the file system", async () => {
    const read = saying("read", (path) => readFile(path, "utf8"));
    const executor = new ActionExecutor([read]);
    expect((await executor.execute(callOf("read", "no/such/file"))).error?.code).toBe("file_not_found");
    expect((await executor.execute(callOf("read", "."))).error?.code).toBe("is_a_directory");
    expect((await executor.execute(callOf("read", "package.json/x"))).error?.code).toBe("not_a_directory");
    expect((await executor.execute(callOf("read", "a\0b"))).error).toMatchObject({
      code: "parsing",
      message: "An argument to tool 'read' contained an embedded null byte.",
    });
  });
});

describe("the table of errors", () => {
  it("can be extended by rules that are tried first", async () => {
    const rules: readonly ErrorRule[] = [
      { code: "http_error", of: ["HttpError"], message: ({ message }, tool) => `${tool}: ${message}` },
      { code: "lost", of: ["ENOENT"], recoverable: "nobody" },
    ];
    const http = await executorThrowing(named("HttpError", "404"), rules).execute(callOf("t"));
    expect(http).toMatchObject({ recoverable: "model", error: { code: "http_error", message: "t: 404" } });
    const lost = await executorThrowing(errno("ENOENT", "gone"), rules).execute(callOf("t"));
    expect(lost).toMatchObject({ recoverable: "nobody", error: { code: "lost" } });
  });

  it("passes over a rule whose condition throws", async () => {
    const broken: ErrorRule = {
      code: "broken",
      of: ["ENOENT"],
      when: () => {
        throw new Error("rule");
      },
    };
    const ret = await executorThrowing(errno("ENOENT", "gone"), [broken]).execute(callOf("t"));
    expect(ret.error?.code).toBe("file_not_found");
  });

  it("finds the first of several errors", async () => {
    const several = new AggregateError([new AggregateError([new ToolError("No such page.")]), new Error("other")]);
    const ret = await executorThrowing(several).execute(callOf("t"));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "tool_error", message: "No such page." } });
  });

  it("does not go round in circles", async () => {
    const circle = new Error("round");
    circle.cause = circle;
    const ret = await executorThrowing(circle).execute(callOf("t"));
    expect(ret.error?.code).toBe("unexpected");
  });

  it("knows Helve's errors by their code, whichever copy of a package they are from", async () => {
    class ApprovalError extends HelveError {
      override readonly code = "approval";
    }
    const ret = await executorThrowing(new ApprovalError("Nobody approved it.")).execute(callOf("t"));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "approval", message: "Nobody approved it." } });
  });
});

describe("an error that a tool catches and replaces by another", () => {
  it("is unexpected even if the known error is its cause", async () => {
    for (const known of [new ToolError("No such page."), new DOMException("", "TimeoutError"), errno("ENOENT", "no")]) {
      const raised = new Error("Decode operation timed out.", { cause: known });
      const ret = await executorThrowing(raised).execute(callOf("t"));
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "unexpected" } });
      expect(ret.errmsg).toBe("t failed: Decode operation timed out.");
      expect(ret.error?.cause?.cause?.message).toBe(known.message);
      expect(ret.observation.parts).toEqual([{ type: "text", content: "t failed because of an unexpected error." }]);
    }
  });

  it("is thrown with `onUnexpected`", async () => {
    const t = saying("t", () => {
      throw new Error("outer", { cause: new ToolError("inner") });
    });
    const running = new ActionExecutor([t], { onUnexpected: "throw" }).execute(callOf("t"));
    await expect(running).rejects.toThrow("t failed: outer");
  });

  it("is expected if the new error is", async () => {
    const raised = new ToolError("The page is gone.", { cause: new RangeError("404") });
    const ret = await executorThrowing(raised).execute(callOf("t"));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "tool_error", message: "The page is gone." } });
  });

  it("keeps its class when a middleware wraps it, whatever its own cause is", async () => {
    const rethrows = saying("rethrows", () => {
      throw new Error("outer", { cause: new ToolError("inner") });
    });
    const executor = new ActionExecutor([rethrows]).use((_action, next) =>
      next().catch((cause: unknown) => {
        throw new Error("The cache is down.", { cause });
      }),
    );
    expect((await executor.execute(callOf("rethrows"))).error?.code).toBe("unexpected");
  });
});

describe("a child process that times out", () => {
  const node = process.execPath;
  const forever = ["--eval", "setInterval(() => {}, 1000)"];

  it.each<[string, () => unknown]>([
    ["execFile", () => promisify(execFile)(node, forever, { timeout: 100 })],
    // The time limit ends only the shell; this program ends with its input, which closes when the shell ends.
    ["exec", () => promisify(exec)(`"${node}" --eval "process.stdin.resume()"`, { timeout: 100 })],
    ["execFileSync", () => execFileSync(node, forever, { timeout: 100, stdio: "pipe" })],
  ])("of %s is a timeout", async (_name, run) => {
    const ret = await new ActionExecutor([saying("t", run)]).execute(callOf("t"));
    const message = "Command timed out before completing.";
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code: "timeout", message } });
  });

  it("is one also if it ends by itself when it is killed, or execa started it", async () => {
    const own = Object.assign(new Error("Command failed: sh"), { killed: true, signal: null, code: 143, cmd: "sh" });
    const execa = Object.assign(new Error("timed out"), { name: "ExecaError", timedOut: true });
    for (const error of [own, execa]) {
      expect((await executorThrowing(error).execute(callOf("t"))).error?.code).toBe("timeout");
    }
  });

  it("is none if it failed, another process killed it, or it printed too much", async () => {
    const quick = (code: string): readonly string[] => ["--eval", code];
    const failed = await executorRunning(() =>
      promisify(execFile)(node, quick("process.exit(3)"), { timeout: 60_000 }),
    );
    const killed = await executorRunning(() => promisify(execFile)(node, quick("process.kill(process.pid)")));
    const loud = "process.stdout.write('x'.repeat(1e6))";
    const tooMuch = await executorRunning(() => promisify(execFile)(node, quick(loud), { maxBuffer: 1000 }));
    const tooMuchSync = await executorRunning(() => execFileSync(node, quick(loud), { maxBuffer: 1000 }));
    expect([failed, killed, tooMuch, tooMuchSync]).toEqual(["unexpected", "unexpected", "limit", "limit"]);
  });

  async function executorRunning(run: () => unknown): Promise<string | undefined> {
    return (await new ActionExecutor([saying("t", run)]).execute(callOf("t"))).error?.code;
  }
});

describe("an error without a message", () => {
  it.each<[string, unknown, string]>([
    ["ToolError", new ToolError(""), "t reported an error without a message."],
    ["ToolError of blanks", new ToolError(" \n"), "t reported an error without a message."],
    ["TimeoutError", new DOMException("", "TimeoutError"), "Command timed out before completing."],
    ["PermissionError", named("PermissionError", ""), "Permission denied."],
    ["FileNotFoundError", named("FileNotFoundError", ""), "No such file or directory"],
    ["IsADirectoryError", named("IsADirectoryError", ""), "Is a directory."],
    ["NotADirectoryError", named("NotADirectoryError", ""), "Not a directory."],
    ["UnicodeDecodeError", named("UnicodeDecodeError", ""), "Error decoding bytes to utf-8."],
    ["OutputLimitExceededError", named("OutputLimitExceededError", ""), "The tool exceeded its output limit."],
    ["LimitExceededError", named("LimitExceededError", ""), "The tool exceeded its limit."],
    ["ToolApprovalError", named("ToolApprovalError", ""), "Tool call not approved."],
    ["SandboxUnavailableError", named("SandboxUnavailableError", ""), "The sandbox is not available."],
    [
      "invalid_arguments",
      Object.assign(new Error(""), { code: "invalid_arguments" }),
      "The arguments of t are invalid.",
    ],
    ["Error", new Error(""), "t failed because of an unexpected error."],
    ["text", "", "t failed because of an unexpected error."],
  ])("never reaches the model: %s", async (_what, error, content) => {
    const ret = await executorThrowing(error).execute(callOf("t"));
    expect(ret.observation).toEqual({ parts: [{ type: "text", content }], isError: true });
    expect(ret.errmsg?.trim()).not.toMatch(/^$|:$/);
  });

  it("gets a general text if a rule of the host gives none", async () => {
    const rules: readonly ErrorRule[] = [
      { code: "http_error", of: ["HttpError"] },
      { code: "gone", of: ["GoneError"], message: () => "" },
    ];
    for (const [name, code] of [
      ["HttpError", "http_error"],
      ["GoneError", "gone"],
    ] as const) {
      const ret = await executorThrowing(named(name, ""), rules).execute(callOf("t"));
      expect(ret.errmsg).toBe(`t failed with the error "${code}" and no message.`);
    }
  });

  it("is named for the caller if it is unexpected", async () => {
    expect((await executorThrowing(new RangeError("")).execute(callOf("t"))).errmsg).toBe(
      "t failed: RangeError without a message",
    );
    expect((await executorThrowing("").execute(callOf("t"))).errmsg).toBe("t failed: a string without a message");
  });

  it("is replaced where a schema or a guard gives an empty text", async () => {
    const parameters = z.object({
      what: z
        .string()
        .refine(() => false, { message: "" })
        .describe("what"),
    });
    const picky = tool({ name: "picky", description: "Refuse.", parameters, execute: () => 1 });
    const refused = await new ActionExecutor([picky]).execute(callOf("picky", "a"));
    expect(refused.errmsg).toBe('picky: "what": is invalid');
    const silent: Guard = { before: async () => ({ kind: "stop", reason: "", decision: { passes: [] } }) };
    const stopped = await new ActionExecutor([picky], { guards: [silent] }).execute(callOf("picky", "a"));
    expect(stopped.errmsg?.trim()).not.toMatch(/:$/);
    const parser: ArgumentParser = { decode: () => ({ ok: false, issues: [], repairs: [] }) };
    const mute = await new ActionExecutor([picky], { parser }).execute(callOf("picky", "a"));
    expect(mute.errmsg).toBe("picky: the arguments are invalid");
  });
});

describe("an error with a long message", () => {
  it("is truncated for the model like output", async () => {
    const message = `start${"é".repeat(2_500_000)}end`;
    const ret = await executorThrowing(new ToolError(message)).execute(callOf("t"));
    const [part] = ret.observation.parts;
    const text = String(part?.content);
    expect(text).toMatch(
      /^\nThe output of your call to t was too long to be displayed\.[\s\S]*START_TOOL_OUTPUT>\nstarté/,
    );
    expect(text).toMatch(/éend\n<END_TOOL_OUTPUT>\n$/);
    expect(new TextEncoder().encode(text).length).toBeLessThan(16_384 + 200);
    expect(JSON.stringify(ret).length).toBeLessThan(50_000);
  });

  it("is truncated in the record, with its causes", async () => {
    const cause = new Error("b".repeat(5_000_000));
    const ret = await executorThrowing(new Error(`start${"a".repeat(5_000_000)}end`, { cause })).execute(callOf("t"));
    expect(ret.errmsg).toMatch(/^t failed: starta+ … 4,983,624 bytes … a+end$/);
    expect(JSON.stringify(ret).length).toBeLessThan(100_000);
  });

  it("of a usual length is not changed", async () => {
    const message = "x".repeat(16_384);
    expect((await executorThrowing(new ToolError(message)).execute(callOf("t"))).errmsg).toBe(message);
  });

  it("does not contain the whole name of a tool that does not exist", async () => {
    const ret = await new ActionExecutor([]).execute(callOf("x".repeat(5_000_000)));
    expect(ret.errmsg?.length).toBeLessThan(1000);
  });
});

describe("an unexpected error", () => {
  const cause = new RangeError("out of range");
  const t = saying("t", () => {
    throw cause;
  });

  it("is an action return by default", async () => {
    const ret = await new ActionExecutor([t], { onUnexpected: "return" }).execute(callOf("t"));
    expect(ret).toMatchObject({ status: "failed", recoverable: "caller", errmsg: "t failed: out of range" });
  });

  it("throws if it is to, with its cause and the action return", async () => {
    const executor = new ActionExecutor([t], { onUnexpected: "throw" });
    const ended: string[] = [];
    executor.on("action:end", ({ actionReturn }) => ended.push(actionReturn.status));
    const error = await executor.execute(callOf("t")).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnexpectedError);
    expect(error).toMatchObject({ code: "unexpected", cause, actionReturn: { status: "failed" } });
    expect(ended).toEqual(["failed"]);
  });

  it("does not throw for expected errors", async () => {
    const told = saying("told", () => {
      throw new ToolError("no");
    });
    const ret = await new ActionExecutor([told], { onUnexpected: "throw" }).execute(callOf("told"));
    expect(ret.status).toBe("failed");
  });
});

describe("a date and time without a time zone", () => {
  const when = "2025-04-17T12:00:00";
  const withTime = (parameters: SchemaSource) =>
    tool({ name: "at", description: "Wait.", parameters, execute: () => "done" });
  const format = (name: string) => ({
    type: "object" as const,
    properties: { when: { type: "string" as const, format: name, description: "when" } },
  });

  it.each<[string, Tool]>([
    ["a local datetime of zod", withTime(z.object({ when: z.iso.datetime({ local: true }).describe("when") }))],
    ["the format date-time-local", withTime(format("date-time-local"))],
    [
      "pydantic's type",
      toolApi("Wait.\n\nArgs:\n    when (NaiveDatetime): when", (when: string) => when, { name: "at" }),
    ],
  ])("is accepted where the tool says so: %s", async (_what, at) => {
    const ret = await new ActionExecutor([at]).execute({ id: "1", name: "at", arguments: { when } });
    expect(ret.status).toBe("success");
  });

  it.each<[string, Tool]>([
    ["a datetime of zod", withTime(z.object({ when: z.iso.datetime().describe("when") }))],
    ["the format date-time", withTime(format("date-time"))],
    ["Python's type", toolApi("Wait.\n\nArgs:\n    when (datetime): when", (when: string) => when, { name: "at" })],
  ])("is refused elsewhere, and the model reads what is right: %s", async (_what, at) => {
    const ret = await new ActionExecutor([at]).execute({ id: "1", name: "at", arguments: { when } });
    const problem = 'must have the format "date-time", such as "2025-04-17T12:00:00Z"';
    expect(ret.errmsg).toBe(`at: "when" ${problem} (got "2025-04-17T12:00:00")`);
  });
});
