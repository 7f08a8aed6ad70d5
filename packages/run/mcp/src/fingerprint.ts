import { canonicalJson } from "@helve/core";
import { roundedNumbers, sha256 } from "@helve/core/internal";
import type { Tool } from "@modelcontextprotocol/client";

/**
 * Computes a hash of everything that a model or a client reads about a tool: its name, title, description, schemas and annotations. Compare
 * it with a stored one to notice that a server has changed a tool since it was reviewed.
 *
 * @returns `sha256:` and 64 hexadecimal digits, over the canonical JSON of RFC 8785
 */
export async function fingerprintTool(tool: Tool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = roundedNumbers(tool) as Tool;
  return `sha256:${await sha256(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }))}`;
}
