import { quotedShellWord } from "@helve/core/internal";
import type { Bash } from "just-bash";
import { joinBytes } from "../join-bytes.ts";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";
import { SandboxError } from "../sandbox-error.ts";
import type { ProcessExit } from "../sandbox-process.ts";

let commands = 0;

/** Starts a command in a simulated shell. A command with an open standard input starts when the input ends. */
export async function memoryProcess(shell: Bash, command: DriverCommand): Promise<DriverProcess> {
  await checkCommand(shell, command);
  const controller = new AbortController();
  const run = (input: Uint8Array | undefined) => runCommand(shell, command, input, controller.signal);
  const kill = (exit: Promise<ProcessExit>) => async () => {
    controller.abort();
    // A command that computes without a pause can't be interrupted.
    await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, 500))]);
  };
  if (command.input !== "open") {
    const exit = run(command.input);
    return { exit, kill: kill(exit) };
  }
  const input: Uint8Array[] = [];
  const ended = Promise.withResolvers<void>();
  controller.signal.addEventListener("abort", () => ended.resolve());
  const exit = ended.promise.then(() => run(joinBytes(input)));
  return {
    exit,
    kill: kill(exit),
    write: async (bytes) => void input.push(bytes),
    end: async () => ended.resolve(),
  };
}

/**
 * Runs a command in memory. Its standard output goes through a file, because the shell returns text in which bytes and
 * characters look the same.
 */
async function runCommand(
  shell: Bash,
  { argv, cwd, env, onOutput }: DriverCommand,
  input: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<ProcessExit> {
  if (signal.aborted) return killed;
  const [program = "", ...args] = argv;
  const file = `/tmp/.helve-output-${++commands}`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quotedShellWord(value)} `);
  const { exitCode, stderr } = await shell.exec(`${variables.join("")}${quotedShellWord(program)} > ${file}`, {
    cwd,
    args,
    rawScript: true,
    signal,
    stdin: input === undefined ? undefined : latin1(input),
    stdinKind: input === undefined ? undefined : ("bytes" as const),
  });
  const stdout = await shell.fs.readFileBuffer(file).catch(() => new Uint8Array());
  await shell.fs.rm(file, { force: true });
  if (stdout.length > 0) await onOutput("stdout", stdout);
  if (signal.aborted) return killed;
  if (stderr !== "") await onOutput("stderr", new TextEncoder().encode(stderr));
  return { exitCode };
}

const killed: ProcessExit = { exitCode: 137, signal: "SIGKILL" };

/**
 * Checks that the simulated shell can start a command.
 *
 * @throws SandboxError if a variable has a name that no shell can set, the working directory is missing, or the program is a file that can't be executed
 */
async function checkCommand(shell: Bash, { argv, cwd, env }: DriverCommand): Promise<void> {
  const name = Object.keys(env).find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (name !== undefined) {
    throw new SandboxError("unsupported", `The memory sandbox can't set the variable ${JSON.stringify(name)}`);
  }
  const directory = await shell.fs.stat(cwd).catch(() => undefined);
  if (directory === undefined) {
    throw new SandboxError("not_found", `The working directory ${cwd} does not exist`, { path: cwd });
  }
  if (!directory.isDirectory) {
    throw new SandboxError("not_directory", `The working directory ${cwd} is not a directory`, { path: cwd });
  }
  const [program = ""] = argv;
  if (!program.includes("/")) return;
  const file = await shell.fs.stat(shell.fs.resolvePath(cwd, program)).catch(() => undefined);
  if (file !== undefined && (file.isDirectory || (file.mode & 0o111) === 0)) {
    throw new SandboxError("permission", `${program}: Permission denied`, { path: program });
  }
}

/** Bytes as a text with one character a byte. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 32_768) {
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return text;
}
