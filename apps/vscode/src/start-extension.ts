import { helveMethods, type PublishTestsParams } from "@helve/language-server";
import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { clientOptions, prepareClient } from "./language-client.ts";
import { servedDocuments } from "./served-documents.ts";
import { ServerProcess } from "./server-process.ts";
import { showStatus } from "./status.ts";
import { TestExplorer } from "./test-explorer.ts";
import { TryPanel } from "./try-panel.ts";

/**
 * Starts the server, and adds the test explorer, the panel, the commands and the status.
 *
 * @param createClient - creates a client with a server of its own; called again when the server is restarted
 */
export function startExtension(
  context: vscode.ExtensionContext,
  createClient: (options: LanguageClientOptions) => BaseLanguageClient,
): void {
  const output = vscode.window.createOutputChannel("Helve", { log: true });
  const server = new ServerProcess(() => {
    const documents = servedDocuments();
    const client = createClient(clientOptions(documents, output, () => panel.filesChanged()));
    prepareClient(client, documents);
    client.onNotification(helveMethods.publishTests, (params: PublishTestsParams) => tests.update(params));
    return client;
  }, output);
  const tests = new TestExplorer(server);
  const panel = new TryPanel(server, context.extensionUri);
  server.onDidChangeState((state) => {
    if (state !== "running") tests.clear();
    else panel.refresh();
  });
  context.subscriptions.push(
    // The server writes to the output until it has stopped.
    { dispose: () => server.dispose().finally(() => output.dispose()) },
    ...[tests, panel, showStatus(server)],
    vscode.commands.registerCommand("helve.restartServer", () => server.restart()),
    vscode.commands.registerCommand("helve.showOutput", () => output.show()),
    vscode.commands.registerCommand("helve.tryCommand", () => panel.show()),
    // The command of a code lens.
    vscode.commands.registerCommand("helve.runTest", (uri: unknown, index: unknown) => tests.runAt(uri, index)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (restartingSettings.some((name) => event.affectsConfiguration(name))) await server.restart();
    }),
    // A server of the settings may be used now.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
  );
  // Commands work meanwhile.
  void server.restart();
}

/** Settings that name another server, or other documents. */
const restartingSettings = ["helve.server", "helve.policy", "helve.tools"];
