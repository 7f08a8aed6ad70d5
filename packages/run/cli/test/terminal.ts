import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFailed, onTestFinished } from "vitest";
import { bundledProgram, programEnvironment } from "./bundle.ts";

/** Whether this machine has the program that opens a pseudo-terminal, with the options of Linux. */
export const hasTerminal: boolean = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

/** A program in a pseudo-terminal, as a person uses it. */
export interface Terminal {
  /** The output so far, with the control characters. */
  readonly output: () => string;
  /** Waits until the program has printed a text after what was awaited before. */
  readonly sees: (text: string) => Promise<void>;
  /** Types keys; `\r` is the enter key, `\x03` is Ctrl-C. */
  readonly types: (keys: string) => void;
  /** The exit code, after its end. */
  readonly ends: () => Promise<number>;
}

/** Waits for the text that a person has to type, types it, and returns it. */
export async function confirmIn({ sees, types, output }: Terminal): Promise<string> {
  await sees("to confirm, or Enter to decline: ");
  const challenge = shownChallenge(output());
  types(`${challenge}\r`);
  return challenge;
}

/** The text that a person has to type. */
export function shownChallenge(output: string): string {
  return /Type (\w+) to confirm/.exec(output)?.[1] ?? "";
}

/** Starts the installed command line in a pseudo-terminal. */
export function terminal(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
  program: string = bundledProgram(),
): Terminal {
  return terminalOf([process.execPath, join(program, "dist/main.js"), ...args], cwd, environment);
}

/** Starts a program in a pseudo-terminal. */
export function terminalOf(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Terminal {
  const child = spawn("script", ["-qec", command.map(quoted).join(" "), "/dev/null"], {
    cwd,
    env: { HOME: cwd, ...programEnvironment, TERM: "xterm", SHELL: "/bin/sh", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  onTestFailed(() => void process.stderr.write(output));
  let seen = 0;
  const exit = once(child, "close");
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  return {
    output: () => output,
    sees: async (text) => {
      for (;;) {
        const found = output.indexOf(text, seen);
        if (found >= 0) {
          seen = found + text.length;
          return;
        }
        const ended = await Promise.race([once(child.stdout, "data").then(() => false), exit.then(() => true)]);
        if (ended && !output.includes(text, seen)) throw new Error(`it ended without ${text}:\n${output}`);
      }
    },
    types: (keys) => void child.stdin.write(keys),
    ends: async () => {
      await exit;
      return child.exitCode ?? -1;
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
