#!/usr/bin/env node
// The process of the command line.

import { hookArguments } from "./hook-arguments.ts";
import { startHook } from "./start-hook.ts";

const args = process.argv.slice(2);
const hook = hookArguments(args);
// A hook runs before each call of a tool, so it loads nothing but what it needs.
if (hook !== undefined) void startHook(hook);
else void import("./terminal-process.ts").then(({ terminalProcess }) => terminalProcess(args));
