import { globSync } from "node:fs";
import { resolve } from "node:path";
import { type Extraction, openExtractor } from "@helve/extract";
import { parametersSchema, schemaValidator } from "@helve/opentool";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { markdown } from "./markdown.ts";

/**
 * A Markdown table of the first 100 TypeScript files of a project: how many exported functions there are, how many are in the
 * document, of how many the arguments can be validated, and how long the first reading and one after a change take.
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
    const columns = ["files", "in the document", "validated", "left out", "first reading, ms", "after a change, ms"];
    const times = [read - started, again - read].map((time) => Math.round(time));
    const row = [files.length, functions.length, validated.length, errors.length, ...times];
    return [markdown(columns, [row]), ...(explain ? explanations(first) : [])].join("");
  } finally {
    extractor.close();
  }
}

const maxFiles = 100;

function explanations({ diagnostics }: Extraction): readonly string[] {
  return diagnostics.map(
    ({ severity, file, range, message }) => `${severity} ${file}:${range?.start.line} ${message}\n`,
  );
}
