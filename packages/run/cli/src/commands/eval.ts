import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EvalCommandOptions, EvalTerminal } from "@helve/evals/node";
import type { Io } from "../io.ts";
import { optionalPackages } from "../optional-package.ts";

type Evals = typeof import("@helve/evals/node");

/** Evaluates a task. */
export async function evaluate(task: string | undefined, options: EvalCommandOptions, io: Io): Promise<number> {
  return (await loadEvals(io.cwd)).evalCommand(task, options, terminalOf(io));
}

/** Writes the report of a log. */
export async function view(log: string, options: { readonly out?: string }, io: Io): Promise<number> {
  return (await loadEvals(io.cwd)).viewCommand(log, options, terminalOf(io));
}

/** Loads the package of the project, whose tasks use it, or else the one beside this program. */
async function loadEvals(cwd: string): Promise<Evals> {
  let file: string | undefined;
  try {
    file = createRequire(join(cwd, "package.json")).resolve("@helve/evals/node");
  } catch {} // the project does not have it
  const specifier = file === undefined ? "@helve/evals/node" : pathToFileURL(file).href;
  return (await optionalPackages<{ evals: Evals }>("helve eval", { evals: specifier })).evals;
}

function terminalOf({ out, err, isLive, cwd, signal }: Io): EvalTerminal {
  return { out, err, isLive, cwd, signal };
}
