import { hookClients } from "@helve/hooks";
import { projectFile } from "@helve/hooks/node";
import type { Command } from "commander";
import { candidatesFor } from "../completion/candidates.ts";
import { completionScripts } from "../completion/scripts.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { rulesFromFile } from "../rules-source.ts";

/** Prints the script that completes Helve commands in a shell. */
export function completion(shell: string, io: Io): number {
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
  if (script === undefined) throw new UsageError(`${shell} is none of ${Object.keys(completionScripts).join(", ")}`);
  io.out(script);
  return exitCodes.fine;
}

/** Prints what the last word may be, one a line with its meaning; `:files` if it may be the name of a file. */
export function complete(program: Command, words: readonly string[], io: Io): number {
  const named = { CLIENT: Object.keys(hookClients), SHELL: Object.keys(completionScripts), RULE: projectRules(io.cwd) };
  const { words: found, files } = candidatesFor(program, words, named);
  for (const { word, meaning } of found) io.out(meaning === "" ? `${word}\n` : `${word}\t${meaning}\n`);
  if (files) io.out(":files\n");
  return exitCodes.fine;
}

/** The names of the project's rules; none if they can't be read. */
function projectRules(cwd: string): readonly string[] {
  try {
    const file = projectFile("rules.agentspec", cwd);
    return file === undefined ? [] : rulesFromFile(file, cwd).program.rules.map(({ name }) => name);
  } catch {
    return [];
  }
}
