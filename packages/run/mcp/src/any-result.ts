/** The schema of an MCP result that is passed on unchanged: it accepts everything. */
import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/** The schema of a result that is passed on unchanged. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "helve", validate: (value) => ({ value }) },
};
