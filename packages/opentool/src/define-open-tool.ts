import { inCanonicalOrder } from "./canonical-order.ts";
import type { OpenTool } from "./document.ts";
import { parseOpenTool } from "./parse-open-tool.ts";

/**
 * Makes sure that a document written in TypeScript is one, beyond what its type can say.
 *
 * @returns a copy with its fields in the order of the specification's tables, unknown fields after them
 * @throws OpenToolError naming everything that is wrong
 *
 * @example
 * const kettle = defineOpenTool({ opentool: "1.0.0", info: { title: "Kettle", version: "1" }, functions: [] });
 */
export function defineOpenTool(document: OpenTool): OpenTool {
  return inCanonicalOrder(parseOpenTool(document));
}
