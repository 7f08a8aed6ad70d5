// The entry in VS Code for the web: the server is a worker.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { startExtension } from "./start-extension.ts";
import { serveFiles } from "./web-files.ts";

/** Called by VS Code when the extension is needed. */
export function activate(context: vscode.ExtensionContext): void {
  startExtension(context, (options) => {
    const script = vscode.Uri.joinPath(context.extensionUri, "dist/worker-server.js").toString(true);
    const client = new LanguageClient("helve", "Helve", new Worker(script), options);
    serveFiles(client);
    return client;
  });
}
