#!/usr/bin/env node
// The process of the command line: connects `run` with the terminal, and turns its result into the exit code.

import { openSync } from "node:fs";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { ReadStream } from "node:tty";
import { exitCodes } from "./io.ts";
import { run } from "./run.ts";

const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());
// The reader of a pipe has seen enough: `helve check | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

const wantsColors = process.env["NO_COLOR"] === undefined || process.env["NO_COLOR"] === "";
process.exitCode = await run(process.argv.slice(2), {
  stdin: () => text(process.stdin),
  out: (written) => void process.stdout.write(written),
  err: (written) => void process.stderr.write(written),
  colors: process.stdout.isTTY === true && wantsColors,
  // A script of a repository starts in the repository's folder; `INIT_CWD` is where it was called.
  cwd: process.env["npm_lifecycle_event"] === "helve" ? (process.env["INIT_CWD"] ?? process.cwd()) : process.cwd(),
  home: homedir(),
  environment: process.env,
  confirm,
  signal: interruption.signal,
});
if (interruption.signal.aborted) process.exitCode = exitCodes.interrupted;
// A decision that took too long must not go on after its answer.
if (process.argv[2] === "hook") process.exit();

/** Asks the person at the terminal, also if standard input is something else. */
async function confirm(question: string): Promise<boolean | undefined> {
  let terminal: ReadStream;
  try {
    terminal = new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    return undefined;
  }
  const lines = createInterface({ input: terminal, output: process.stderr });
  const answer = await lines.question(`${question} [y/N] `, { signal: interruption.signal });
  lines.close();
  terminal.destroy();
  return /^y(?:es)?$/i.test(answer.trim());
}
