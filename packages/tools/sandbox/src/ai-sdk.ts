/** The subpath `@helve/sandbox/ai-sdk`: sandboxes of the AI SDK 7 as ours, and ours as theirs. */
import { errorJson } from "@helve/core";
import { shellQuote, shellWord } from "@helve/core/internal";
import { createSandbox } from "./create-sandbox.ts";
import { limitExceeded } from "./limit-exceeded.ts";
import { pathProblem } from "./path-problem.ts";
import type { Sandbox } from "./sandbox.ts";
import type { DriverCommand, DriverProcess } from "./sandbox-driver.ts";
import { SandboxError } from "./sandbox-error.ts";

/**
 * A sandbox session as the AI SDK 7 defines it (`experimental_sandbox`). Structural, so that this package needs no part of it.
 */
export interface AiSandboxSession {
  readonly description: string;
  readonly readFile: (options: PathOptions) => PromiseLike<ReadableStream<Uint8Array> | null>;
  readonly readBinaryFile: (options: PathOptions) => PromiseLike<Uint8Array | null>;
  readonly readTextFile: (options: ReadTextOptions) => PromiseLike<string | null>;
  readonly writeFile: (options: WriteOptions<ReadableStream<Uint8Array>>) => PromiseLike<void>;
  readonly writeBinaryFile: (options: WriteOptions<Uint8Array>) => PromiseLike<void>;
  readonly writeTextFile: (options: WriteOptions<string> & { encoding?: string }) => PromiseLike<void>;
  readonly stat: (options: PathOptions) => PromiseLike<{ type: "file" | "directory" | "other"; size: number } | null>;
  readonly listDirectory: (
    options: PathOptions,
  ) => PromiseLike<{ name: string; type: "file" | "directory" | "symlink" | "other" }[] | null>;
  readonly deleteFile: (options: PathOptions) => PromiseLike<boolean>;
  readonly spawn: {
    (options: RunOptions & { stdin: true }): PromiseLike<WritableAiSandboxProcess>;
    (options: RunOptions & { stdin?: false }): PromiseLike<AiSandboxProcess>;
    (options: RunOptions & { stdin?: boolean }): PromiseLike<AiSandboxProcess | WritableAiSandboxProcess>;
  };
  readonly run: (options: RunOptions) => PromiseLike<{ exitCode: number; stdout: string; stderr: string }>;
}

/** A process of an {@link AiSandboxSession}. */
export interface AiSandboxProcess {
  readonly pid?: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  wait(): PromiseLike<{ exitCode: number }>;
  kill(): PromiseLike<void>;
}

/** A process with an open standard input. */
export interface WritableAiSandboxProcess extends AiSandboxProcess {
  readonly stdin: WritableStream<Uint8Array>;
}

interface PathOptions {
  path: string;
  abortSignal?: AbortSignal;
}

interface ReadTextOptions extends PathOptions {
  encoding?: string;
  startLine?: number;
  endLine?: number;
}

interface WriteOptions<Content> extends PathOptions {
  content: Content;
}

interface RunOptions {
  command: string;
  workingDirectory?: string;
  env?: Record<string, string>;
  abortSignal?: AbortSignal;
}

/**
 * Converts a sandbox to an AI SDK session, for `experimental_sandbox`. Commands run in `sh`.
 *
 * @example
 * await using sandbox = await bubblewrapSandbox();
 * await generateText({ model, tools, prompt, experimental_sandbox: toAiSandbox(sandbox) });
 */
export function toAiSandbox(sandbox: Sandbox): AiSandboxSession {
  const bytesOf = ({ path, abortSignal }: PathOptions): Promise<Uint8Array | null> =>
    orNull(sandbox.readBytes(path, { signal: abortSignal }));
  const spawn = async ({ stdin = false, ...options }: RunOptions & { stdin?: boolean }) =>
    sandbox.spawn(["sh", "-c", options.command], { ...commandOptions(options), stdin });
  return {
    description: sandbox.description,
    async readFile(options) {
      const bytes = await bytesOf(options);
      return bytes && streamOf(bytes);
    },
    readBinaryFile: bytesOf,
    async readTextFile({ encoding = "utf-8", startLine = 1, endLine, ...options }) {
      const bytes = await bytesOf(options);
      if (bytes === null) return null;
      const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
      return startLine === 1 && endLine === undefined ? text : linesOf(text, startLine, endLine);
    },
    writeFile: async ({ path, content, abortSignal }) =>
      sandbox.writeFile(path, new Uint8Array(await new Response(content).arrayBuffer()), { signal: abortSignal }),
    writeBinaryFile: ({ path, content, abortSignal }) => sandbox.writeFile(path, content, { signal: abortSignal }),
    async writeTextFile({ path, content, encoding = "utf-8", abortSignal }) {
      if (!/^utf-?8$/i.test(encoding)) {
        throw new SandboxError("unsupported", `Text can be written as UTF-8 only, not as ${encoding}`, { path });
      }
      await sandbox.writeFile(path, content, { signal: abortSignal });
    },
    stat: ({ path, abortSignal }) => orNull(sandbox.stat(path, { signal: abortSignal })),
    async listDirectory({ path, abortSignal }) {
      const entries = await orNull(sandbox.list(path, { signal: abortSignal }));
      return entries && [...entries];
    },
    async deleteFile({ path, abortSignal }) {
      return (await orNull(sandbox.remove(path, { signal: abortSignal }).then(() => true))) === true;
    },
    spawn: spawn as AiSandboxSession["spawn"],
    async run(options) {
      const { exitCode, stdout, stderr } = await sandbox.exec(["sh", "-c", options.command], {
        ...commandOptions(options),
        overflow: "middle",
        invalidUtf8: "replace",
      });
      return { exitCode, stdout, stderr };
    },
  };
}

/**
 * Converts an AI SDK session to a sandbox, so that the sandboxes of its providers work here. Commands get a shell's text of their
 * arguments; errors that say nothing about their kind have the kind `failed`.
 *
 * @param options.workingDirectory - where the session's commands start; asked of the session by default (`pwd`)
 *
 * @example
 * const sandbox = await fromAiSandbox(session);
 * await sandbox.exec(["python3", "main.py"], { timeout: 10_000 });
 */
export async function fromAiSandbox(
  session: AiSandboxSession,
  options: { readonly workingDirectory?: string | undefined } = {},
): Promise<Sandbox> {
  const workingDirectory = options.workingDirectory ?? (await session.run({ command: "pwd" })).stdout.trim();
  return createSandbox({
    kind: "ai-sdk",
    description: session.description,
    workingDirectory,
    capabilities: { isolation: "container", users: false, background: true, snapshots: false, connection: false },
    start: (command) => startInSession(session, command),
    files: {
      async read(path, limit) {
        const size = (await translated(path, session.stat({ path })))?.size ?? 0;
        if (size > limit) throw limitExceeded(limit, `by ${path}`, path);
        const bytes = await translated(path, session.readBinaryFile({ path }));
        if (bytes === null) throw pathProblem("not_found", path);
        return bytes;
      },
      write: (path, content) => translated(path, session.writeBinaryFile({ path, content })),
      async stat(path) {
        const stat = await translated(path, session.stat({ path }));
        if (stat === null) throw pathProblem("not_found", path);
        return stat;
      },
      async list(path) {
        const entries = await translated(path, session.listDirectory({ path }));
        if (entries === null) throw pathProblem("not_found", path);
        return entries;
      },
      async remove(path, recursive) {
        if (recursive) {
          const { exitCode, stderr } = await session.run({
            command: `test -e ${shellWord(path)} && rm -rf ${shellWord(path)}`,
          });
          if (exitCode !== 0)
            throw stderr.trim() === ""
              ? pathProblem("not_found", path)
              : new SandboxError("failed", stderr.trim(), { path });
          return;
        }
        if (!(await translated(path, session.deleteFile({ path })))) throw pathProblem("not_found", path);
      },
    },
    // The session belongs to whoever made it.
    close: async () => {},
  });
}

async function startInSession(session: AiSandboxSession, command: DriverCommand): Promise<DriverProcess> {
  const { argv, cwd, env, input, onOutput } = command;
  const options = { command: shellQuote(argv), workingDirectory: cwd, env: { ...env } };
  const process = await translated(cwd, session.spawn({ ...options, stdin: input !== undefined }));
  const writer = "stdin" in process ? process.stdin.getWriter() : undefined;
  if (input instanceof Uint8Array) {
    // A program may end without reading all of it.
    void writer
      ?.write(input)
      .then(() => writer.close())
      .catch(() => {});
  }
  const pump = async (stream: "stdout" | "stderr"): Promise<void> => {
    const reader = process[stream].getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) await onOutput(stream, read.value);
  };
  const exit = Promise.all([process.wait(), pump("stdout"), pump("stderr")]).then(([{ exitCode }]) => ({ exitCode }));
  return {
    pid: process.pid,
    exit,
    kill: async () => process.kill(),
    write: writer ? (bytes: Uint8Array) => writer.write(bytes) : undefined,
    end: writer ? () => writer.close() : undefined,
  };
}

function commandOptions({ workingDirectory, env, abortSignal }: RunOptions) {
  return { cwd: workingDirectory, env, signal: abortSignal };
}

/** The result, or `null` if the file does not exist. */
async function orNull<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof SandboxError && error.code === "not_found") return null;
    throw error;
  }
}

/** Waits for a session; its errors become errors of a sandbox. */
async function translated<Value>(path: string, result: PromiseLike<Value>): Promise<Value> {
  try {
    return await result;
  } catch (cause) {
    if (cause instanceof SandboxError) throw cause;
    const message = errorJson(cause).message;
    const kind = errorKinds.find(([, pattern]) => pattern.test(message))?.[0] ?? "failed";
    throw new SandboxError(kind, message, { path, cause });
  }
}

/** The kinds of errors, by patterns in the messages of sessions. */
const errorKinds = [
  ["not_found", /ENOENT|no such file|not found/i],
  ["is_directory", /EISDIR|is a directory/i],
  ["not_directory", /ENOTDIR|not a directory/i],
  ["permission", /EACCES|EPERM|permission denied/i],
] as const;

/** The lines from one number to another, both included; each keeps its end. */
function linesOf(text: string, first: number, last: number | undefined): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(first - 1, last).join("");
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
