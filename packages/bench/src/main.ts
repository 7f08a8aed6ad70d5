import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runComparisons } from "./comparisons.ts";
import { runCorpus } from "./corpus.ts";

const usage = "usage: bench [corpus --data DIR]";

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
  if (command === undefined) return refuse("--data goes with the command corpus");
  if (command !== "corpus" || positionals.length > 1) return refuse(`there is no command "${positionals.join(" ")}"`);
  if (values.data === undefined) return refuse("corpus: --data must name a folder with OpenTool documents");
  // A package's script starts in the package's folder; `INIT_CWD` is where it was asked for.
  const folder = resolve(process.env["INIT_CWD"] ?? "", values.data);
  const table = await runCorpus(folder);
  if (table === undefined) return refuse(`corpus: --data must be a folder that is there (got "${folder}")`);
  process.stdout.write(table);
  return 0;
}

function read(args: string[]) {
  return parseArgs({ args, options: { data: { type: "string" } }, allowPositionals: true });
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n${usage}\n`);
  return 2;
}
