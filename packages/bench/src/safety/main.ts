import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { caseSets, casesOf } from "./cases.ts";
import { judgeAll } from "./judge.ts";
import { type Measured, report } from "./report.ts";

const usage = "usage: safety --data DIR [--explain]";

process.exitCode = await run(process.argv.slice(2));

/** Measures the rules for coding agents and gives the exit code: 2 when it could not be understood. */
async function run(args: string[]): Promise<number> {
  let given: ReturnType<typeof read>;
  try {
    given = read(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { data, explain } = given.values;
  if (data === undefined) return refuse("--data must name a folder with cases");
  // A package's script starts in the package's folder; `INIT_CWD` is where it was asked for.
  const folder = resolve(process.env["INIT_CWD"] ?? "", data);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return refuse(`--data must be a folder that is there (got "${folder}")`);
  const measured = await measure(folder).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof measured === "string") return refuse(measured);
  process.stdout.write(report(measured, { explain }));
  return 0;
}

async function measure(folder: string): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const set of caseSets) {
    const cases = await casesOf(set, folder);
    if (cases.length > 0) measured.push({ set, judged: await judgeAll(cases, set) });
  }
  return measured;
}

function read(args: string[]) {
  return parseArgs({ args, options: { data: { type: "string" }, explain: { type: "boolean", default: false } } });
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n${usage}\n`);
  return 2;
}
