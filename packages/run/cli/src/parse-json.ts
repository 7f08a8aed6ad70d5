import { formatIssue } from "@helve/core";
import { jsonSyntaxIssue } from "@helve/core/internal";
import { UsageError } from "./io.ts";

/**
 * Parses the JSON text of a file, which may begin with a byte order mark.
 *
 * @param name - of the file, or of a line in it
 * @throws UsageError with the place of the syntax error
 */
export function parseJson(text: string, name: string): unknown {
  // A space instead of the mark keeps all places.
  const json = text.replace(/^\uFEFF/, " ");
  try {
    return JSON.parse(json);
  } catch (error) {
    const issue = jsonSyntaxIssue(json);
    throw new UsageError(issue === undefined ? `${name}: ${(error as Error).message}` : formatIssue(issue, name));
  }
}
