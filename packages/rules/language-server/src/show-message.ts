import * as lsp from "vscode-languageserver";

/**
 * Shows a message to the user. No answer is expected, and an editor that is gone is no error. VS Code makes links of `[text](command:…)`, and
 * messages quote files, so these are taken apart.
 */
export function showMessage(connection: lsp.Connection, type: lsp.MessageType, message: string): void {
  connection
    .sendNotification(lsp.ShowMessageNotification.type, { type, message: message.replaceAll("](", "] (") })
    .catch(() => undefined);
}
