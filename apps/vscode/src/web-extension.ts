/** Starts the extension in VS Code for the web: the language server is a web worker. */
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { startExtension } from "./start-extension.ts";
import { serveFiles } from "./web-files.ts";

/** Starts the extension in a browser; VS Code calls this when the extension is needed. */
export function activate(context: vscode.ExtensionContext): void {
  startExtension(context, (options) => {
    const script = vscode.Uri.joinPath(context.extensionUri, "dist/worker-server.js").toString(true);
    const client = new WorkerClient(new Worker(script), options);
    serveFiles(client);
    return client;
  });
}

/** A client whose server ends with it: also one that hangs. */
class WorkerClient extends LanguageClient {
  readonly #worker: Worker;

  constructor(worker: Worker, options: LanguageClientOptions) {
    super("helve", "Helve", worker, options);
    this.#worker = worker;
  }

  override async dispose(timeout?: number): Promise<void> {
    try {
      await super.dispose(timeout);
    } finally {
      this.#worker.terminate();
    }
  }
}
