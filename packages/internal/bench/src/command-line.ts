/** Reads the command line of the benchmark: a command with its options, or an error. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { closestName } from "@helve/core/internal";
import type { CommandOptions } from "./command-options.ts";
import { allComparisons, type Command, commands, defaultRules } from "./commands.ts";

/** A command with its options, or the reason why there is none. */
export type CommandLine =
  | { readonly ok: true; readonly name: string; readonly command: Command; readonly options: CommandOptions }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the arguments of the command line: the name of a command, `--data DIR`, `--explain`, `--write`, `--rules NAME`, `--cases N`,
 * `--seed N`, `--model NAME`, `--judge NAME` and `--answers FILE`.
 *
 * @param directory - the folder from which a relative `--data` is resolved
 */
export function readCommandLine(args: readonly string[], directory: string): CommandLine {
  try {
    return { ok: true, ...commandIn(parse(args), directory) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The kind of path that `--data` expects. */
export function kindOf({ file = false }: Command): "file" | "folder" {
  return file ? "file" : "folder";
}

/** One line that shows how the benchmark is called. */
export function usage(): string {
  const forms = Array.from(commands, ([name, { data, file }]) =>
    data === undefined ? name : `${name} --data ${file ? "FILE" : "DIR"}`,
  );
  return `usage: bench [${forms.join(" | ")}] [--explain] [--write] [--rules NAME] [--cases N] [--seed N] [--model NAME] [--judge NAME] [--answers FILE]`;
}

/** Resolves the command that the arguments name. */
function commandIn({ positionals, values }: ReturnType<typeof parse>, directory: string) {
  const [name = "", ...others] = positionals;
  const command = name === "" ? allComparisons : commands.get(name);
  if (command === undefined) {
    const nearest = closestName(name, commands.keys());
    throw new Error(`there is no command "${name}"${nearest === undefined ? "" : `: did you mean "${nearest}"?`}`);
  }
  if (others.length > 0) throw new Error(`${name}: one command at a time (got "${others.join(" ")}" after it)`);
  const { explain, write, model, judge, rules = command.rules ?? defaultRules } = values;
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  if (!Number.isSafeInteger(cases) || cases < 1) {
    throw new Error(`--cases must be a whole number (got "${values.cases}")`);
  }
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be a whole number (got "${values.seed}")`);
  const data = dataPath(name, command, values.data);
  const path = data === undefined ? "" : resolve(directory, data);
  const answers = values.answers === undefined ? undefined : resolve(directory, values.answers);
  return { name, command, options: { data: path, explain, write, rules, cases, seed, model, judge, answers } };
}

/** The value of `--data`, which a command that reads files needs, and no other command takes. */
function dataPath(name: string, command: Command, data: string | undefined): string | undefined {
  if (command.data !== undefined && data === undefined) {
    throw new Error(`${name}: --data must name a ${kindOf(command)} with ${command.data}`);
  }
  if (command.data === undefined && data !== undefined) {
    const readers = [...commands].flatMap(([other, { data: contents }]) => (contents === undefined ? [] : [other]));
    throw new Error(`--data belongs to the commands ${readers.join(", ")}`);
  }
  return data;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      explain: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      rules: { type: "string" },
      model: { type: "string" },
      judge: { type: "string" },
      answers: { type: "string" },
      cases: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
    },
    allowPositionals: true,
  });
}
