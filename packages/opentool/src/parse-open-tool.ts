import { type Issue, jsonFault } from "@helve/core";
import type { OpenTool } from "./document.ts";
import { OpenToolError } from "./open-tool-error.ts";
import { meaningIssues } from "./open-tool-meaning.ts";
import { shapeIssues } from "./open-tool-shape.ts";

/**
 * Reads an OpenTool document (OpenTool 1.0.0; fields of later 1.x versions are kept as they are).
 *
 * Beyond the tables of the specification it asks that names be unique and references lead somewhere.
 *
 * @param input - JSON text, or a value that was parsed already, which comes back as it is
 * @throws OpenToolError naming everything that is wrong
 *
 * @example
 * const { functions } = parseOpenTool(await readFile("weather.json", "utf8"));
 */
export function parseOpenTool(input: unknown): OpenTool {
  const document = typeof input === "string" ? parseJson(input) : input;
  const meaning = meaningIssues(document);
  const tooDeep = meaning.some(({ code }) => code === "depth");
  const issues: readonly Issue[] = tooDeep ? meaning : [...shapeIssues(document), ...meaning];
  if (issues.length > 0) throw new OpenToolError(issues);
  return document as OpenTool;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const issue = jsonFault(text) ?? { code: "json", message: `not JSON: ${cause}`, path: "" };
    throw new OpenToolError([issue], { cause });
  }
}
