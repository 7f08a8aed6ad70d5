import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Io } from "../src/io.ts";
import { run } from "../src/run.ts";
import { atTerminal } from "./person.ts";

/** The output and exit code of a `helve` command. */
export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The output at the terminal: the questions to the person. */
  readonly terminal: string;
}

/** Calls the command line in a directory. */
export async function helve(
  args: readonly string[],
  cwd: string,
  stdin = "",
  {
    home = "/home/ada",
    confirms,
    answers = [],
    environment = {},
    colors = false,
    isLive = false,
    signal = new AbortController().signal,
    onOut,
  }: {
    readonly home?: string;
    /** The person's answer to a confirmation; without it, there is no terminal. */
    readonly confirms?: boolean;
    /** The lines that the person types at the terminal. */
    readonly answers?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly colors?: boolean;
    readonly isLive?: boolean;
    readonly signal?: AbortSignal;
    /** Called after each piece of output. */
    readonly onOut?: (text: string) => void;
  } = {},
): Promise<Called> {
  let [out, err, terminal] = ["", "", ""];
  const lines = [...answers];
  const show = (text: string): void => {
    terminal += text;
  };
  const surroundings: Io = {
    stdin: async () => stdin,
    out: (text) => {
      out += text;
      onOut?.(text);
    },
    err: (text) => {
      err += text;
    },
    colors,
    isLive,
    cwd,
    home,
    program: ["node", "helve.js"],
    environment,
    ask: async (question) => {
      out += question;
      return lines.shift() ?? (confirms === undefined ? undefined : confirms ? "y" : "n");
    },
    signal,
  };
  const code = await atTerminal.run({ confirms, show }, () => run(args, surroundings));
  return { code, out, err, terminal };
}

/** Creates a directory with files, which is deleted after the test. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFiles(folder, files);
  return folder;
}

/** Writes files into a folder, which is created if it is missing. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
