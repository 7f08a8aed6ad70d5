import { fstatSync, statSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { devNull } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createPrivateFolder, stateFolder } from "@helve/hooks/node";
import { decodeEvent } from "./decode-event.ts";
import { homeDirectory } from "./home-directory.ts";
import type { HookArguments } from "./hook-arguments.ts";

/**
 * Answers an event in a process of its own, and ends the process. After any failure, the exit code denies the call.
 *
 * @param load - loads what decides; by default from files, compiled before
 */
export async function startHook(
  { client, ...options }: HookArguments,
  load: typeof loadCompiled = loadCompiled,
): Promise<never> {
  const environment = process.env;
  let code = 2;
  // For a process that ends before its answer.
  process.exitCode = code;
  // Nobody reads where an exception comes from, and most are about files that are not there.
  Error.stackTraceLimit = 0;
  try {
    const home = homeDirectory();
    const state = stateFolder(home, environment);
    createPrivateFolder(state);
    const { clientNamed, hook } = await load(state);
    code = await hook(clientNamed(client), options, {
      stdin: readEvent,
      out: writeDecision,
      err: (written) => writeAll(2, written),
      cwd: process.cwd(),
      home,
      environment,
    });
  } catch (error) {
    code = 2;
    report(`helve denies the call: ${error instanceof Error ? error.message : error}\n`);
  }
  // A decision that took too long must not go on after its answer.
  process.exit(code);
}

/** Loads the command with its code compiled, which is kept in the state folder. */
function loadCompiled(state: string): Promise<typeof import("./commands/hook.ts")> {
  enableCompileCache(join(state, "cache", "code"));
  return import("./commands/hook.ts");
}

async function readEvent(): Promise<string> {
  return decodeEvent(await buffer(process.stdin));
}

/**
 * Writes a decision to the client. One that has to be written is lost where nobody reads: Node opens the null device for a standard output that
 * is closed.
 *
 * @throws Error if it can't be delivered
 */
function writeDecision(written: string): void {
  if (written === "") return;
  if (isNullDevice(1)) throw new Error("the decision can't be delivered, because nobody reads standard output");
  writeAll(1, written);
}

/** Whether an open file is the null device, so that nothing can be read from it. */
function isNullDevice(file: number): boolean {
  if (process.platform === "win32") return false;
  const found = fstatSync(file);
  return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
}

/** Reports a failure on standard error. If that fails too, the exit code is enough. */
function report(problem: string): void {
  try {
    writeAll(2, problem);
  } catch {
    // Nobody reads it.
  }
}

/** Writes to a file descriptor without loading streams. */
function writeAll(file: number, written: string): void {
  if (written !== "") writeFileSync(file, written);
}
