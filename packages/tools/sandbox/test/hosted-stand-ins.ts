import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import {
  type CloudflareSandbox,
  type DaytonaSandbox,
  type E2bSandbox,
  type HostedProvider,
  hostedSandbox,
  type Microsandbox,
  type MicrosandboxEvent,
  type VercelSandbox,
} from "@helve/sandbox/hosted";
import type { Environment } from "./environments.ts";

/** Stand-ins for the sandboxes of providers: the parts of their SDKs that Helve uses, on this machine. */
export const standIns: Readonly<Record<HostedProvider["provider"], () => HostedProvider>> = {
  ...{ microsandbox, e2b, daytona, vercel, cloudflare },
};

/** The environment of a stand-in, for the conformance suite. */
export function standInEnvironment(provider: HostedProvider["provider"], local: Environment): Environment {
  const textOnly = "the SDK passes on text";
  return {
    name: `a stand-in for ${provider}`,
    create: () => hostedSandbox(standIns[provider]()),
    missing: process.platform === "linux" ? undefined : "it needs /proc",
    fails: {
      ...local.fails,
      spawn: "there is no open standard input",
      ...(provider !== "microsandbox" && { exec_output_not_utf8: textOnly }),
      ...(provider === "daytona" && { exec_background_process_goes_on: "its session ends with the command" }),
    },
  };
}

/** A machine in a folder: it runs commands in a shell. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), "helve-hosted-"));
  return {
    start: (command: string): ChildProcess =>
      spawn("sh", ["-c", command], { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder }, detached: true }),
    end: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Reads what a command prints until it ends. A process in the background may keep its pipes: then two seconds longer, which a busy machine needs. */
async function* output(child: ChildProcess): AsyncGenerator<{ stream: "stdout" | "stderr"; data: Buffer }, number> {
  const merged = new PassThrough({ objectMode: true });
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (data: Buffer) => merged.write({ stream, data }));
  }
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on("exit", (code) => setTimeout(() => resolve(code ?? 137), 2000));
  child.on("close", (code) => resolve(code ?? 137));
  void promise.then(() => merged.end());
  yield* merged as AsyncIterable<{ stream: "stdout" | "stderr"; data: Buffer }>;
  return promise;
}

/** Runs a command to its end and passes on text, as most SDKs do. */
async function run(
  child: ChildProcess,
  onText: (stream: "stdout" | "stderr", text: string) => unknown,
): Promise<number> {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const pieces = output(child);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return value;
    await onText(value.stream, decoders[value.stream].decode(value.data, { stream: true }));
  }
}

function e2b(): HostedProvider {
  const { start, end } = machine();
  const sandbox: E2bSandbox = {
    commands: {
      async run(command, { onStdout, onStderr }) {
        const exitCode = await run(start(command), (stream, text) => (stream === "stdout" ? onStdout : onStderr)(text));
        if (exitCode !== 0) throw Object.assign(new Error(`exit status ${exitCode}`), { exitCode });
        return { exitCode };
      },
    },
    files: { write: async (path, data) => writeFileSync(path, new Uint8Array(data)) },
    kill: end,
  };
  return { provider: "e2b", sandbox };
}

function vercel(): HostedProvider {
  const { start, end } = machine();
  const sandbox: VercelSandbox = {
    async runCommand({ args: [, command = ""] }) {
      const exit = Promise.withResolvers<{ exitCode: number }>();
      const child = start(command);
      return {
        async *logs() {
          const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
          const pieces = output(child);
          for (;;) {
            const { done, value } = await pieces.next();
            if (done) return exit.resolve({ exitCode: value });
            yield { stream: value.stream, data: decoders[value.stream].decode(value.data, { stream: true }) };
          }
        },
        wait: () => exit.promise,
      };
    },
    writeFiles: async (files) => {
      for (const { path, content } of files) writeFileSync(path, content);
    },
    stop: end,
  };
  return { provider: "vercel", sandbox };
}

function daytona(): HostedProvider {
  const { start, end } = machine();
  const children = new Map<string, ChildProcess>();
  const exits = new Map<string, number>();
  const sandbox: DaytonaSandbox = {
    process: {
      createSession: async () => {},
      async executeSessionCommand(session, { command }) {
        children.set(session, start(command));
        return { cmdId: session };
      },
      async getSessionCommandLogs(_session, id, onStdout, onStderr) {
        const child = children.get(id);
        if (child === undefined) throw new Error("no such command");
        exits.set(id, await run(child, (stream, text) => (stream === "stdout" ? onStdout : onStderr)(text)));
      },
      getSessionCommand: async (_session, id) => ({ exitCode: exits.get(id) }),
      async deleteSession(session) {
        const pid = children.get(session)?.pid;
        try {
          if (pid !== undefined) process.kill(-pid, "SIGKILL");
        } catch {
          // It has ended.
        }
      },
    },
    fs: {
      async uploadFile(contents, path) {
        if (!Buffer.isBuffer(contents)) throw new Error("the SDK reads other bytes one by one");
        writeFileSync(path, contents);
      },
    },
    delete: end,
  };
  return { provider: "daytona", sandbox };
}

function cloudflare(): HostedProvider {
  const { start, end } = machine();
  const sandbox: CloudflareSandbox = {
    exec: async (command, { onOutput }) => ({ exitCode: await run(start(command), onOutput) }),
    writeFile: async (path, content) => writeFileSync(path, Buffer.from(content, "base64")),
    destroy: end,
  };
  return { provider: "cloudflare", sandbox };
}

function microsandbox(): HostedProvider {
  const { start, end } = machine();
  const sandbox: Microsandbox = {
    async execStream(_program, [, command = ""]) {
      const child = start(command);
      return (async function* (): AsyncGenerator<MicrosandboxEvent> {
        yield { kind: "started", pid: child.pid ?? 0 };
        const pieces = output(child);
        for (;;) {
          const { done, value } = await pieces.next();
          if (done) {
            yield { kind: "exited", code: value };
            return;
          }
          yield { kind: value.stream, data: value.data };
        }
      })();
    },
    fs: () => ({ write: async (path, contents) => writeFileSync(path, contents) }),
    destroy: end,
  };
  return { provider: "microsandbox", sandbox };
}
