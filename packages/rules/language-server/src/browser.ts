/** The subpath `@helve/language-server/browser`: the server in a web worker. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { createLanguageServer, type LanguageServer, type LanguageServerOptions } from "./language-server.ts";

/**
 * Starts the server in a web worker.
 *
 * @param port - where messages arrive; by default the worker's own scope
 *
 * @example
 * // worker.ts
 * startWorkerServer();
 */
export function startWorkerServer(
  port: MessagePort | DedicatedWorkerGlobalScope = globalThis as unknown as DedicatedWorkerGlobalScope,
  options: LanguageServerOptions = {},
): LanguageServer {
  return createLanguageServer(
    createConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port)),
    options,
  );
}
