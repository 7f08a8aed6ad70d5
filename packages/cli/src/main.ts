#!/usr/bin/env node
// The process of the command line: connects `run` with the terminal, and turns its result into the exit code.

import { homedir } from "node:os";
import { text } from "node:stream/consumers";
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
  signal: interruption.signal,
});
if (interruption.signal.aborted) process.exitCode = exitCodes.interrupted;
