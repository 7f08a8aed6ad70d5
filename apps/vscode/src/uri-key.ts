import * as vscode from "vscode";

/** A URI in the form in which the extension compares it: the server and VS Code write the same file in different forms. */
export function uriKey(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}
