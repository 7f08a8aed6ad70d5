import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serveSdk } from "@modelcontextprotocol/server/stdio";
import type { McpEndpoint } from "../endpoint.ts";
import { useMessageBuffer } from "./message-buffer.ts";

/**
 * Serves an endpoint over standard input and output, for the one client that started the process.
 *
 * Nothing else may write to standard output. When the client closes the input, or sends a message of more than 10 MiB, running calls are aborted.
 *
 * @example
 * serveStdio(new McpEndpoint(executor));
 */
export function serveStdio(endpoint: McpEndpoint, options: ServeStdioOptions = {}): StdioServer {
  const { input = process.stdin, output = process.stdout, onError } = options;
  const transport = new StdioServerTransport(input, output);
  const closed = new Promise<void>((resolve) => {
    useMessageBuffer(transport, resolve);
    for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
    output.once("error", () => resolve());
  });
  const { close } = serveSdk((context) => endpoint.createServer(context), {
    transport,
    onerror: onError,
  });
  return { closed, close };
}

/** A connection over standard input and output. */
export interface StdioServer {
  /** Fulfilled when the client has closed the connection, or was refused. */
  readonly closed: Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
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
