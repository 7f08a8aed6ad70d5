import { helveMethods, type PublishTestsParams } from "@helve/language-server";
import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { clientOptions, prepareClient } from "./language-client.ts";
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
    const client = createClient(clientOptions(output, (uri, index) => tests.runAt(uri, index)));
    prepareClient(client);
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
    ...[output, server, tests, panel, showStatus(server)],
    vscode.commands.registerCommand("helve.restartServer", () => server.restart()),
    vscode.commands.registerCommand("helve.showOutput", () => output.show()),
    vscode.commands.registerCommand("helve.tryCommand", () => panel.show()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("helve.server")) await server.restart();
    }),
    // A server of the workspace's settings may be used now.
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.restart()),
  );
  // Commands work meanwhile.
  void server.restart();
}
