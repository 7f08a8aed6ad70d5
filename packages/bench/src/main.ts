import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { argumentsTable } from "./arguments.ts";
import { runComparisons } from "./comparisons.ts";
import { runCorpus } from "./corpus.ts";
import { DataError } from "./data-error.ts";
import { runDocstrings } from "./docstrings.ts";
import { importsTable } from "./imports.ts";
import { runSafety } from "./safety.ts";

const usage =
  "usage: bench [arguments | imports | corpus --data DIR | docstrings --data DIR [--explain] | safety --data DIR [--explain]]";

/** What a command reads in the folder that it is given, and what it makes of it. */
interface Command {
  readonly data: string;
  readonly table: (folder: string, options: { readonly explain: boolean }) => Promise<string>;
}

const commands: ReadonlyMap<string, Command> = new Map([
  ["corpus", { data: "OpenTool documents", table: runCorpus }],
  ["docstrings", { data: "docstrings in JSON files", table: runDocstrings }],
  ["safety", { data: "cases", table: runSafety }],
]);

process.exitCode = await run(process.argv.slice(2));

/** Runs one command and gives the exit code: 2 when it could not be understood. */
async function run(args: string[]): Promise<number> {
  let given: ReturnType<typeof read>;
  try {
    given = read(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { positionals, values } = given;
  const [command] = positionals;
  if (command === undefined && values.data === undefined) {
    await runComparisons();
    return 0;
  }
  if (command === "arguments" && positionals.length === 1 && values.data === undefined) {
    process.stdout.write(await argumentsTable());
    return 0;
  }
  if (command === "imports" && positionals.length === 1 && values.data === undefined) {
    process.stdout.write(await importsTable());
    return 0;
  }
  if (command === undefined) return refuse(`--data goes with the commands ${[...commands.keys()].join(", ")}`);
  const chosen = commands.get(positionals.join(" "));
  if (chosen === undefined) return refuse(`there is no command "${positionals.join(" ")}"`);
  if (values.data === undefined) return refuse(`${command}: --data must name a folder with ${chosen.data}`);
  // A package's script starts in the package's folder; `INIT_CWD` is where it was asked for.
  const folder = resolve(process.env["INIT_CWD"] ?? "", values.data);
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere) return refuse(`${command}: --data must be a folder that is there (got "${folder}")`);
  try {
    process.stdout.write(await chosen.table(folder, values));
    return 0;
  } catch (error) {
    if (error instanceof DataError) return refuse(`${command}: ${error.message}`);
    throw error;
  }
}

function read(args: string[]) {
  return parseArgs({
    args,
    options: { data: { type: "string" }, explain: { type: "boolean", default: false } },
    allowPositionals: true,
  });
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n${usage}\n`);
  return 2;
}
