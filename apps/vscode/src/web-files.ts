import { knownNames } from "@helve/language-server";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { fileMethods, type ListFilesParams, type ReadFileParams } from "./server/file-methods.ts";

/** Lists and reads files of the workspace for a server that has no access to them. */
export function serveFiles(client: BaseLanguageClient): void {
  client.onRequest(fileMethods.list, async ({ folder }: ListFilesParams): Promise<readonly string[]> => {
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder), wanted);
    const found = await vscode.workspace.findFiles(pattern, "**/{node_modules,.git,dist}/**", maxFiles);
    return found.map(String);
  });
  client.onRequest(fileMethods.read, async ({ uri }: ReadFileParams): Promise<string | null> => {
    try {
      const file = vscode.Uri.parse(uri);
      const { size } = await vscode.workspace.fs.stat(file);
      return size > maxSize ? null : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    } catch {
      return null;
    }
  });
}

const wanted = `**/{${knownNames.join(",")}}`;
const maxFiles = 10_000;
const maxSize = 16 * 1024 * 1024;
