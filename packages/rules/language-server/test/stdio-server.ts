// A process that serves over stdio, for tests.
import { runStdioServer } from "../src/node.ts";
import { serverOptions } from "./server-options.ts";

await runStdioServer(serverOptions);
