// A client in place of vscode-languageclient, whose module needs VS Code itself. The server is the one of the extension, as a process.

import { type ChildProcess, spawn } from "node:child_process";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";

/** The clients that the extension has created, as a test sees them. */
export interface StartedClient {
  readonly options: LanguageClientOptions;
  readonly process: ChildProcess;
  open(uri: string, text: string): Promise<void>;
  notify(method: string, params: object): Promise<void>;
}

/**
 * Creates a client whose server knows the files of a folder.
 *
 * @param program - the bundled server
 * @param started - collects the clients
 */
export function serverClient(
  program: string,
  folder: string,
  started: StartedClient[],
  options: LanguageClientOptions,
): BaseLanguageClient {
  const process = spawn(globalThis.process.execPath, [program, "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(process.stdout),
    new StreamMessageWriter(process.stdin),
  );
  const states = new Set<(event: { newState: number }) => void>();
  const become = (newState: number): void => {
    for (const listener of states) listener({ newState });
  };
  const capabilities: { experimental?: unknown } = {};
  started.push({
    options,
    process,
    open: (uri, text) =>
      connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: "agentspec", version: 1, text },
      }),
    notify: (method, params) => connection.sendNotification(method, params),
  });
  const client = {
    registerFeature: (feature: { fillClientCapabilities(value: object): void }) =>
      feature.fillClientCapabilities(capabilities),
    getFeature: () => undefined,
    onNotification: connection.onNotification.bind(connection),
    onDidChangeState: (listener: (event: { newState: number }) => void) => void states.add(listener),
    sendRequest: connection.sendRequest.bind(connection),
    async start() {
      become(3);
      connection.listen();
      const workspaceFolders = [{ uri: folder, name: "project" }];
      await connection.sendRequest("initialize", { processId: null, rootUri: folder, workspaceFolders, capabilities });
      await connection.sendNotification("initialized", {});
      become(2);
    },
    async dispose() {
      connection.dispose();
      process.kill();
      become(1);
    },
  };
  return client as unknown as BaseLanguageClient;
}
