import type { StdioServerOptions } from "../src/node.ts";

/** The options of the server that tests use. */
export const serverOptions: StdioServerOptions = { ruleCounts: async () => new Map([["ask", 12]]), version: "1.2.3" };
