import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import type { McpEndpoint } from "../endpoint.ts";
import { type McpHandlerOptions, mcpHandler } from "../http-handler.ts";

/**
 * Serves an endpoint over streamable HTTP at `/mcp`, for clients on this machine. For others, put `mcpHandler` behind a server that
 * authenticates them.
 *
 * @throws Error if the port is in use
 *
 * @example
 * const { url, close } = await serveHttp(endpoint, { port: 3333 });
 */
export async function serveHttp(endpoint: McpEndpoint, options: ServeHttpOptions = {}): Promise<HttpServer> {
  const { port = 0, ...handlerOptions } = options;
  const handler = mcpHandler(endpoint, handlerOptions);
  const handle = toNodeHandler(handler);
  const server = createServer((request, response) => {
    sendStreamHeaders(response);
    if (!/^\/mcp(?:\?|$)/.test(request.url ?? "")) response.writeHead(404).end();
    else void handle(request as NodeIncomingMessageLike, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const boundPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${boundPort}/mcp`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends the headers of a stream of events at once: a client waits for them, and not as long as for the first event. */
function sendStreamHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    writeHead(...parts);
    if (JSON.stringify(parts).includes("text/event-stream")) response.flushHeaders();
    return response;
  };
}

/** Options of {@link serveHttp}. */
export interface ServeHttpOptions extends McpHandlerOptions {
  /** A free port by default. */
  readonly port?: number | undefined;
}

/** A running server. */
export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}
