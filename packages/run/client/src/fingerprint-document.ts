import { canonicalJson } from "@helve/core";
import { sha256 } from "@helve/core/internal";
import { fingerprintFunction, type OpenTool } from "@helve/opentool";

/**
 * Computes a hash of a document. It changes when a function is added, removed or gets another meaning, as `fingerprintFunction` of
 * `@helve/opentool` defines it, and with the title and the description, which name and describe a toolkit. The version, the order of
 * functions and the names of schemas don't count.
 *
 * @returns `sha256:` and 64 hexadecimal digits
 */
export async function fingerprintDocument({
  info: { title, description },
  functions,
  schemas,
}: Pick<OpenTool, "info" | "functions" | "schemas">): Promise<string> {
  const prints = await Promise.all(functions.map((fn) => fingerprintFunction(fn, schemas)));
  const content = { title, description, functions: prints.sort() };
  return `sha256:${await sha256(canonicalJson(content))}`;
}
