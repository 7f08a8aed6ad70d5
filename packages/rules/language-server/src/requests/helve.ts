/** Requests of Helve's own: tests with their coverage, and a call that is tried. */
import { isObject } from "@helve/core/internal";
import * as lsp from "vscode-languageserver";
import { helveMethods, type RunTestsParams, type TryCallParams } from "../protocol.ts";
import { runTests } from "../run-tests.ts";
import { tryCall } from "../try-call.ts";
import type { Workspace } from "../workspace.ts";
import { cancellable } from "./handle.ts";

/**
 * Adds the requests that are not part of the Language Server Protocol.
 *
 * @param upToDate - waits until the files of the workspace are read
 */
export function addHelveRequests(
  connection: lsp.Connection,
  workspace: Workspace,
  upToDate: () => Promise<unknown>,
): void {
  connection.onRequest(helveMethods.runTests, (params: RunTestsParams, token: lsp.CancellationToken) =>
    cancellable(token, async (signal) => {
      if (!isRunTestsParams(params)) throw new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, runTestsProblem);
      await upToDate();
      return runTests(workspace, params, signal);
    }),
  );
  connection.onRequest(
    helveMethods.tryCall,
    (params: TryCallParams, token: lsp.CancellationToken): Promise<object> =>
      cancellable(token, async (signal) => {
        await upToDate();
        return tryCall(workspace, params, signal);
      }),
  );
}

const runTestsProblem = `${helveMethods.runTests}: "files" must be a list of objects with a "uri", and "names" a list of names`;

function isRunTestsParams(params: unknown): params is RunTestsParams {
  if (!isObject(params) || !Array.isArray(params["files"])) return false;
  return params["files"].every(
    (file: unknown) =>
      isObject(file) &&
      typeof file["uri"] === "string" &&
      (file["names"] === undefined || file["names"] === null || Array.isArray(file["names"])),
  );
}
