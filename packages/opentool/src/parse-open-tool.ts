import { checkOpenTool } from "./check-open-tool.ts";
import type { OpenTool } from "./document.ts";
import { OpenToolError } from "./open-tool-error.ts";

/**
 * Reads an OpenTool document (OpenTool 1.0.0 to 2.0.0; fields of later versions are kept as they are).
 *
 * Beyond the tables of the specification it asks that names be unique and references lead somewhere. What is allowed but
 * hardly meant goes by in silence: `checkOpenTool` names it.
 *
 * @param input - JSON text, YAML text, or a value that was parsed already, which comes back as it is
 * @throws OpenToolError naming everything that is wrong, with its line and column where the input is text
 *
 * @example
 * const { functions } = parseOpenTool(await readFile("weather.json", "utf8"));
 */
export function parseOpenTool(input: unknown): OpenTool {
  const { document, errors } = checkOpenTool(input);
  if (document === undefined) throw new OpenToolError(errors);
  return document;
}
