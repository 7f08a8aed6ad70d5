// A process that serves over stdio, for tests.
import { runStdioServer } from "../src/node.ts";

await runStdioServer({ ruleCounts: async () => new Map([["ask", 12]]), version: "1.2.3" });
