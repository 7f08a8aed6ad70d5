import { readFile } from "node:fs/promises";
import { formatIssue, type Issue } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a text file and parses it.
 *
 * @throws UsageError if the file can't be read, or `parse` throws an error with issues: one line per issue, with the file's name
 */
export async function loadFile<Parsed>(file: string, parse: (text: string) => Parsed): Promise<Parsed> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`${file}:1:1: can't be read: ${error.message}`);
  });
  return withFileName(file, () => parse(text));
}

/**
 * Calls a function whose errors are about a file, and adds the file's name to their issues.
 *
 * @throws UsageError in place of an error with issues: one line per issue, with the file's name
 */
export function withFileName<Result>(file: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    const { issues = [] } = error as { readonly issues?: readonly Issue[] };
    if (issues.length === 0) throw error;
    throw new UsageError(issues.map((issue) => formatIssue(issue, file)).join("\n"), { cause: error });
  }
}
