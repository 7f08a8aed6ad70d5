/** Starts the extension in VS Code on a computer: the language server is a process. */
import type * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { serverPath } from "./settings.ts";
import { startExtension } from "./start-extension.ts";

/** Starts the extension; VS Code calls this when the extension is needed. */
export function activate(context: vscode.ExtensionContext): void {
  startExtension(context, (options) => {
    const path = serverPath();
    const module = context.asAbsolutePath("dist/server.js");
    const serverOptions = path === "" ? { module, transport: TransportKind.stdio } : { command: path, args: ["lsp"] };
    return new LanguageClient("helve", "Helve", serverOptions, options);
  });
}
