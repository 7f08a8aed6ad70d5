/** Shows in VS Code's language status whether the language server of rule files runs. */
import * as vscode from "vscode";
import type { ServerProcess, ServerState } from "./server-process.ts";

/** Shows in the language status of rule files whether the server runs. */
export function showStatus(server: ServerProcess): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("helve.server", { language: "agentspec" });
  item.name = "Helve";
  const update = (state: ServerState): void => {
    item.text = `Helve: ${state}`;
    item.busy = state === "starting";
    item.severity =
      state === "stopped" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    item.command =
      state === "stopped"
        ? { title: "Restart", command: "helve.restartServer" }
        : { title: "Show Output", command: "helve.showOutput" };
  };
  update(server.state);
  return vscode.Disposable.from(item, server.onDidChangeState(update));
}
