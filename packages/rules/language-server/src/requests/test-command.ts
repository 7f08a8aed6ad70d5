import * as lsp from "vscode-languageserver";
import { runTest, runTestCommand, type TestRun } from "../run-test.ts";
import { showMessage } from "../show-message.ts";
import type { Workspace } from "../workspace.ts";
import { cancellable } from "./handle.ts";

/**
 * Adds the command that runs tests. Its result is shown to the user, and returned.
 *
 * @param upToDate - waits until the files of the workspace are read
 */
export function addTestCommand(
  connection: lsp.Connection,
  workspace: Workspace,
  upToDate: () => Promise<unknown>,
): void {
  connection.onExecuteCommand(async ({ command, arguments: [uri, index] = [] }, token) => {
    if (command !== runTestCommand) {
      return new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, `unknown command ${JSON.stringify(command)}`);
    }
    return cancellable(token, async (signal) => {
      await upToDate();
      const result = await runTest(workspace, uri, index, signal);
      show(connection, result);
      return result;
    });
  });
}

/** Shows the result of a test run. */
function show(connection: lsp.Connection, { passed, failures }: TestRun): void {
  const success = passed === 1 ? "✓ 1 test passed" : `✓ ${passed} tests passed`;
  if (failures.length === 0) showMessage(connection, lsp.MessageType.Info, success);
  else showMessage(connection, lsp.MessageType.Error, failures.slice(0, maxShown).join("\n"));
}

const maxShown = 5;
