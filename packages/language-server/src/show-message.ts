import * as lsp from "vscode-languageserver";

/** Shows a message to the user. No answer is expected, and an editor that is gone is no error. */
export function showMessage(connection: lsp.Connection, type: lsp.MessageType, message: string): void {
  connection.sendNotification(lsp.ShowMessageNotification.type, { type, message }).catch(() => undefined);
}
