import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { createConnection } from "vscode-languageserver";
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { createLanguageServer, type LanguageServer, type LanguageServerOptions } from "../src/index.ts";

/** A client and a server in this process. */
export interface InProcess {
  readonly server: LanguageServer;
  readonly client: ProtocolConnection;
  open(uri: string, text: string, languageId?: string): Promise<void>;
  change(uri: string, version: number, contentChanges: TextDocumentContentChangeEvent[]): Promise<void>;
  close(uri: string): Promise<void>;
  /** Waits for the diagnostics of a version. */
  diagnostics(uri: string, version?: number): Promise<readonly Diagnostic[]>;
}

/**
 * Starts a server in this process, and initializes it.
 *
 * @param params - of `initialize`
 */
export async function startInProcess(
  options: LanguageServerOptions = {},
  params: Partial<InitializeParams> = {},
): Promise<InProcess> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const watchDog = { shutdownReceived: false, initialize: () => undefined, exit: () => undefined };
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient), logger),
    watchDog,
  );
  const server = createLanguageServer(connection, options);
  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  onTestFinished(() => client.dispose());
  const latest = new Map<string, PublishDiagnosticsParams>();
  const waiting = new Set<() => void>();
  client.onNotification("textDocument/publishDiagnostics", (sent: PublishDiagnosticsParams) => {
    latest.set(sent.uri, sent);
    for (const wake of [...waiting]) wake();
    waiting.clear();
  });
  client.listen();
  await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, ...params });
  await client.sendNotification("initialized", {});
  return {
    server,
    client,
    open: (uri, text, languageId = uri.endsWith(".json") ? "json" : "agentspec") =>
      client.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, contentChanges) =>
      client.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges }),
    close: (uri) => client.sendNotification("textDocument/didClose", { textDocument: { uri } }),
    async diagnostics(uri, version = 1) {
      for (;;) {
        const sent = latest.get(uri);
        if (sent?.version === version) return sent.diagnostics;
        await new Promise<void>((resolve) => void waiting.add(resolve));
      }
    },
  };
}
