import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type Extraction, openExtractor } from "@helve/extract";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { markdown } from "./markdown.ts";

/**
 * A Markdown table of the first 100 TypeScript files of a project: how many exported functions there are, how many are in the
 * document, of how many the arguments can be validated, and how long the first reading and one after a change take. The last
 * columns have the time of `tsc --noEmit` for the project, and the ratio of the first reading to it.
 */
export async function extractTable({ data, explain }: Pick<CommandOptions, "data" | "explain">): Promise<string> {
  const exclude = ["**/node_modules/**", "**/*.d.ts", "**/*.test.ts"];
  const files = globSync("**/*.ts", { cwd: data, exclude }).sort().slice(0, maxFiles);
  if (files.length === 0) throw new DataError(`there is no TypeScript file in "${data}"`);
  const started = performance.now();
  const extractor = await openExtractor(files, { cwd: resolve(data) });
  try {
    const first = extractor.extract();
    const read = performance.now();
    extractor.extract();
    const again = performance.now();
    const { functions, schemas } = first.document;
    const validated = functions.filter((fn) => schemaValidator(parametersSchema(fn, schemas)));
    const errors = first.diagnostics.filter(({ severity }) => severity === "error");
    const columns = [
      ...["files", "in the document", "validated", "left out", "first reading, ms", "after a change, ms"],
      ...["tsc, ms", "ratio"],
    ];
    const checked = compilerTime(resolve(data));
    const times = [read - started, again - read, checked].map((time) => Math.round(time));
    const ratio = ((read - started) / checked).toFixed(2);
    const row = [files.length, functions.length, validated.length, errors.length, ...times, ratio];
    return [markdown(columns, [row]), ...(explain ? explanations(first) : [])].join("");
  } finally {
    extractor.close();
  }
}

const maxFiles = 100;

/** How many milliseconds `tsc --noEmit` takes for the project that a folder belongs to. */
function compilerTime(folder: string): number {
  let at = folder;
  while (!existsSync(join(at, "tsconfig.json")) && at !== dirname(at)) at = dirname(at);
  const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  const started = performance.now();
  spawnSync(process.execPath, [compiler, "-p", at, "--noEmit"], { stdio: "ignore" });
  return performance.now() - started;
}

/** Writes the diagnostics of an extraction as lines. */
function explanations({ diagnostics }: Extraction): readonly string[] {
  return diagnostics.map(
    ({ severity, file, range, message }) => `${severity} ${file}:${range?.start.line} ${message}\n`,
  );
}
