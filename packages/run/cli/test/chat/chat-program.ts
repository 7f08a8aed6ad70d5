import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { programEnvironment } from "../bundle.ts";
import { folderWith } from "../helve.ts";
import { installedProgram } from "../installed-program.ts";
import { type Terminal, terminal } from "../terminal.ts";

/** Rules that ask before commands with "danger", and stop those with "never". */
export const rules = `
rule @ask trigger Terminal.Execute check args.command contains "danger" enforce user_inspection end
rule @never trigger Terminal.Execute check args.command contains "never" enforce stop("Not this one.") end
`;
/** The options with which the model can run commands. */
export const withTerminal: readonly string[] = [
  "--toolkit",
  "Terminal",
  "--sandbox",
  "local",
  "--rules",
  "rules.agentspec",
];

/** A home with these rules. */
export function home(text: string = rules): string {
  return folderWith({ "rules.agentspec": text });
}

/** Starts a chat in a pseudo-terminal. */
export async function chat(args: readonly string[], cwd: string): Promise<Terminal> {
  return terminal(["chat", ...args], cwd, {}, await installedProgram());
}

/** Runs a chat without a terminal. */
export async function plainChat(
  args: readonly string[],
  cwd: string,
  { stdin = "", environment = {}, from }: { stdin?: string; environment?: object; from?: string } = {},
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const program = from ?? (await installedProgram());
  const child = spawn(process.execPath, [join(program, "dist/main.js"), "chat", ...args], {
    cwd,
    env: { HOME: cwd, ...programEnvironment, ...environment },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end(stdin);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, out, err };
}

/** A call of the model that runs a command. */
export function run(command: string): { readonly call: string; readonly args: { readonly command: string } } {
  return { call: "Terminal-Execute", args: { command } };
}

/** The last message that a request ends with. */
export function lastOf({ messages }: ChatRequest): string | null | undefined {
  return messages.at(-1)?.content;
}

interface ChatRequest {
  readonly messages: readonly { readonly content: string | null }[];
}
