import type { Readable, Writable } from "node:stream";
import {
  type StdioServerHandle,
  StdioServerTransport,
  serveStdio as serveSdk,
} from "@modelcontextprotocol/server/stdio";
import type { McpEndpoint } from "../endpoint.ts";

/**
 * Serves an endpoint over standard input and output, for the one client that started the process.
 *
 * Nothing else may write to standard output. When the client closes the input, running calls are aborted.
 *
 * @returns `close` ends the connection
 *
 * @example
 * serveStdio(new McpEndpoint(executor));
 */
export function serveStdio(
  endpoint: McpEndpoint,
  { input, output, onError }: ServeStdioOptions = {},
): StdioServerHandle {
  return serveSdk((context) => endpoint.createServer(context), {
    ...((input !== undefined || output !== undefined) && { transport: new StdioServerTransport(input, output) }),
    ...(onError && { onerror: onError }),
  });
}

/** Options of {@link serveStdio}. */
export interface ServeStdioOptions {
  /** Standard input of the process by default. */
  readonly input?: Readable | undefined;
  /** Standard output of the process by default. */
  readonly output?: Writable | undefined;
  /** Receives errors of the connection; ignored by default. */
  readonly onError?: ((error: Error) => void) | undefined;
}
