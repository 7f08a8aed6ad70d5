import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { closestName } from "@helve/core/internal";
import { allComparisons, type Command, type CommandOptions, commands } from "./commands.ts";

/** A command with its options, or the reason why there is none. */
export type CommandLine =
  | { readonly ok: true; readonly name: string; readonly command: Command; readonly options: CommandOptions }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the arguments of the command line: the name of a command, `--data DIR`, `--explain`, `--rules NAME`, `--cases N`,
 * `--seed N` and `--model NAME`.
 *
 * @param directory - the folder from which a relative `--data` is resolved
 */
export function readCommandLine(args: readonly string[], directory: string): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const { positionals, values } = parsed;
  const [name = "", ...others] = positionals;
  const command = name === "" ? allComparisons : commands.get(name);
  if (command === undefined) return refused(unknownCommand(name));
  if (others.length > 0) return refused(`${name}: one command at a time (got "${others.join(" ")}" after it)`);
  const { data, explain, model, rules = command.rules ?? "coding-agent" } = values;
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  if (!Number.isSafeInteger(cases) || cases < 1)
    return refused(`--cases must be a whole number (got "${values.cases}")`);
  if (!Number.isSafeInteger(seed)) return refused(`--seed must be a whole number (got "${values.seed}")`);
  if (command.data === undefined) {
    if (data === undefined)
      return { ok: true, name, command, options: { data: "", explain, rules, cases, seed, model } };
    const readers = [...commands].flatMap(([other, { data: contents }]) => (contents === undefined ? [] : [other]));
    return refused(`--data belongs to the commands ${readers.join(", ")}`);
  }
  if (data === undefined) return refused(`${name}: --data must name a ${kindOf(command)} with ${command.data}`);
  return { ok: true, name, command, options: { data: resolve(directory, data), explain, rules, cases, seed, model } };
}

/** What `--data` must name. */
export function kindOf({ file = false }: Command): "file" | "folder" {
  return file ? "file" : "folder";
}

/** One line that shows how the benchmark is called. */
export function usage(): string {
  const plain = [...commands].flatMap(([name, { data }]) => (data === undefined ? [name] : []));
  const reading = [...commands].flatMap(([name, { data, file }]) =>
    data === undefined ? [] : [`${name} --data ${file ? "FILE" : "DIR"}`],
  );
  return `usage: bench [${[...plain, ...reading].join(" | ")}] [--explain] [--rules NAME] [--cases N] [--seed N] [--model NAME]`;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      data: { type: "string" },
      explain: { type: "boolean", default: false },
      rules: { type: "string" },
      model: { type: "string" },
      cases: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
    },
    allowPositionals: true,
  });
}

/** The message for a name that no command has; suggests the nearest one. */
function unknownCommand(name: string): string {
  const nearest = closestName(name, commands.keys());
  return nearest === undefined
    ? `there is no command "${name}"`
    : `there is no command "${name}": did you mean "${nearest}"?`;
}

function refused(message: string): CommandLine {
  return { ok: false, message };
}
