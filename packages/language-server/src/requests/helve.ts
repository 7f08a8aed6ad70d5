// Requests of Helve's own: tests with their coverage, and a call that is tried.

import type * as lsp from "vscode-languageserver";
import { helveMethods, type RunTestsParams, type TryCallParams } from "../protocol.ts";
import { runTests } from "../run-tests.ts";
import { tryCall } from "../try-call.ts";
import type { Workspace } from "../workspace.ts";
import { cancellable } from "./handle.ts";

/** Adds the requests that are not part of the Language Server Protocol. */
export function addHelveRequests(connection: lsp.Connection, workspace: Workspace): void {
  connection.onRequest(helveMethods.runTests, (params: RunTestsParams, token: lsp.CancellationToken) =>
    cancellable(token, (signal) => runTests(workspace, params, signal)),
  );
  connection.onRequest(
    helveMethods.tryCall,
    (params: TryCallParams, token: lsp.CancellationToken): Promise<object> =>
      cancellable(token, (signal) => tryCall(workspace, params, signal)),
  );
}
