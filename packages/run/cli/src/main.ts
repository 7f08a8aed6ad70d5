#!/usr/bin/env node
// The process of the command line. It imports nothing before the version of Node is known: an older Node can't load the rest.

import { hookArguments } from "./hook-arguments.ts";
import { nodeVersionProblem } from "./node-version.ts";

const args = process.argv.slice(2);
const hook = hookArguments(args);
const problem = nodeVersionProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`helve ${problem}\n`);
  // A hook that can't run denies.
  process.exitCode = 2;
}
// A hook runs before each call of a tool, so it loads nothing but what it needs.
else if (hook !== undefined) void import("./start-hook.ts").then(({ startHook }) => startHook(hook));
else void import("./terminal-process.ts").then(({ terminalProcess }) => terminalProcess(args));
