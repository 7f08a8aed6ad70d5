import { readFile } from "node:fs/promises";
import { formatIssue, type Issue } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/**
 * Makes something of a file's text.
 *
 * @throws UsageError when the file can't be read, and for an error that has issues: a line for each, with the file's name
 */
export async function loadFile<Made>(file: string, make: (text: string) => Made): Promise<Made> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`${file}:1:1: can't be read: ${error.message}`);
  });
  return withFileName(file, () => make(text));
}

/**
 * Makes something that rests on a file.
 *
 * @throws UsageError in the place of an error that has issues: a line for each, with the file's name
 */
export function withFileName<Made>(file: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    const { issues = [] } = error as { readonly issues?: readonly Issue[] };
    if (issues.length === 0) throw error;
    throw new UsageError(issues.map((issue) => formatIssue(issue, file)).join("\n"), { cause: error });
  }
}
