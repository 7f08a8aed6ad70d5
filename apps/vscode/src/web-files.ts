import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { fileMethods, type ListFilesParams, type ReadFileParams } from "./server/file-methods.ts";

/** Lets a server in a worker, which has no access to files, list and read those of the workspace. */
export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest(fileMethods.list, async ({ folder }: ListFilesParams): Promise<readonly string[]> => {
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder), "**/*.{agentspec,json,yaml,yml}");
    const found = await vscode.workspace.findFiles(pattern, "**/{node_modules,.git,dist}/**", maxFiles);
    return found.map(String);
  });
  client.onRequest(fileMethods.read, async ({ uri }: ReadFileParams): Promise<string | null> => {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)));
    } catch {
      return null;
    }
  });
}

const maxFiles = 10_000;
