import { readFile } from "node:fs/promises";
import { HelveError } from "@helve/core";
import { ActionExecutor, type ErrorRule, UnexpectedError } from "@helve/executor";
import { ToolError } from "@helve/tool";
import { describe, expect, it } from "vitest";
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

/** What is thrown in the place of Python's exception. */
const thrown: Readonly<Record<string, unknown>> = {
  "TimeoutError()": new DOMException("", "TimeoutError"),
  "TimeoutError('custom message')": new DOMException("custom message", "TimeoutError"),
  "SandboxTimeoutError('x', truncated_output='partial')": named("TimeoutError", "x"),
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
  it.each(inspect.error_mapping)("$raise", async ({ raise, error, raised }) => {
    expect(thrown).toHaveProperty([raise]);
    const ret = await executorThrowing(thrown[raise]).execute(callOf("t"));
    if (raised !== null) {
      expect(ret).toMatchObject({ status: "failed", recoverable: "caller", error: { code: "unexpected" } });
      return;
    }
    const { message = error?.message, code = error?.type } = differences[raise] ?? {};
    expect(ret).toMatchObject({ status: "failed", recoverable: "model", error: { code, message } });
    expect(ret.observation).toEqual({ parts: [{ type: "text", content: message }], isError: true });
  });
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

  it("finds an error that another wraps, by its cause or as the first of several", async () => {
    const wrapped = new Error("middleware failed", { cause: new AggregateError([new ToolError("No such page.")]) });
    const ret = await executorThrowing(wrapped).execute(callOf("t"));
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
