/** Texts of files as VS Code shows them: nothing in them is a link, an icon or a command of a terminal. */
import { escapeInvisible } from "@helve/core/internal";
import * as vscode from "vscode";

/** Escapes a text as a label: VS Code would show an icon for `$(name)`. */
export function plainLabel(text: string): string {
  return escapeInvisible(text.replace(/\s+/g, " ")).replace(/\$\((?=[\w-]+(?:~\w+)?\))/g, "\\$(");
}

/** Shows an error message. VS Code makes a link of `[text](command:name)`. */
export function showError(message: string): void {
  void vscode.window.showErrorMessage(escapeInvisible(message).replaceAll("](", "] ("));
}
