import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EvalCommandOptions, EvalTerminal } from "@helve/evals/node";
import { type Io, UsageError } from "../io.ts";

/** Evaluates a task. */
export async function evaluate(task: string | undefined, options: EvalCommandOptions, io: Io): Promise<number> {
  return (await loadEvals(io.cwd)).evalCommand(task, options, terminalOf(io));
}

/** Writes the report of a log. */
export async function view(log: string, options: { readonly out?: string }, io: Io): Promise<number> {
  return (await loadEvals(io.cwd)).viewCommand(log, options, terminalOf(io));
}

/** Loads the package of the project, whose tasks use it, or else the one beside this program. */
async function loadEvals(cwd: string): Promise<typeof import("@helve/evals/node")> {
  let file: string | undefined;
  try {
    file = createRequire(join(cwd, "package.json")).resolve("@helve/evals/node");
  } catch {} // the project does not have it
  try {
    return await (file === undefined ? import("@helve/evals/node") : import(pathToFileURL(file).href));
  } catch (error) {
    if (!/Cannot find package '@helve\/evals'/.test(String(error))) throw error;
    throw new UsageError("helve eval needs a package that is not installed: npm install @helve/evals");
  }
}

function terminalOf({ out, err, isLive, cwd, signal }: Io): EvalTerminal {
  return { out, err, isLive, cwd, signal };
}
