/** Runs the demo: `main.ts [--runs N] [--calls N] [--kills N]`. */
import { parseArgs } from "node:util";
import { postgresPrograms } from "@helve/testing/postgres-server";
import { isRight } from "./counts.ts";
import { table } from "./report.ts";
import { runTrial } from "./trial.ts";

const usage = `Usage: durable [--runs N] [--calls N] [--kills N]

Four worker processes make the payments of N runs, with N calls each. Workers are killed at random, the database restarts
once, and another process answers the questions. The table at the end has what was lost, and the exit code is 1 if
anything was.
`;

/** Reads the options; a message if one is invalid. */
function optionsOf(
  args: readonly string[],
): { readonly runs: number; readonly calls: number; readonly kills: number } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: "string", default: "20" },
        calls: { type: "string", default: "20" },
        kills: { type: "string", default: "8" },
        help: { type: "boolean" },
      },
    });
    if (values.help === true) return usage;
    const [runs, calls, kills] = [values.runs, values.calls, values.kills].map((value) =>
      /^\d{1,5}$/.test(value) ? Number(value) : -1,
    ) as [number, number, number];
    if (runs < 1 || calls < 1 || kills < 0)
      return `--runs and --calls must be whole numbers above 0, and --kills a whole number\n`;
    return { runs, calls, kills };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

const options = optionsOf(process.argv.slice(2));
if (typeof options === "string") {
  process.stderr.write(options);
  process.exitCode = options === usage ? 0 : 2;
} else if (postgresPrograms === undefined) {
  process.stderr.write("The demo needs PostgreSQL, which is not installed: apt-get install postgresql\n");
  process.exitCode = 2;
} else {
  const trial = await runTrial(options, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(table(trial));
  process.exitCode = isRight(trial) ? 0 : 1;
}
