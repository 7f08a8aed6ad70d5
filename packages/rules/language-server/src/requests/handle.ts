/** Connects requests of the editor with their handlers, and checks cancellation. */
import * as lsp from "vscode-languageserver";
import { expectDocument, expectPosition, expectRange } from "../expect-param.ts";
import { type RequestTarget, requestTarget } from "../request-context.ts";
import { nextTurn } from "../turn.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Creates the handler of a request about an open document. It begins after the messages that have arrived are handled, so that a request that
 * was cancelled meanwhile costs nothing. A document that is not open, or was closed, has no result.
 */
export function aboutDocument<Params extends { readonly textDocument: lsp.TextDocumentIdentifier }, Result>(
  workspace: Workspace,
  answer: (target: RequestTarget, params: Params, token: lsp.CancellationToken) => Result | Promise<Result>,
): (params: Params, token: lsp.CancellationToken) => Promise<Result | null | lsp.ResponseError<never>> {
  return async (params, token) => {
    expectDocument(params);
    await nextTurn();
    if (token.isCancellationRequested) return new lsp.ResponseError(lsp.LSPErrorCodes.RequestCancelled, "cancelled");
    const target = requestTarget(workspace, params.textDocument.uri);
    return target === undefined ? null : answer(target, params, token);
  };
}

/**
 * Handles a request with a signal that is aborted when the request is cancelled.
 *
 * @throws ResponseError if it was
 */
export async function cancellable<Result>(
  token: lsp.CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const aborter = new AbortController();
  const listening = token.onCancellationRequested(() => aborter.abort());
  try {
    return await work(aborter.signal);
  } catch (error) {
    if (!aborter.signal.aborted) throw error;
    throw new lsp.ResponseError(lsp.LSPErrorCodes.RequestCancelled, "cancelled");
  } finally {
    listening.dispose();
  }
}

/** The offset of a position in the document of a request. */
export function offsetOf({ text }: RequestTarget, position: lsp.Position): number {
  expectPosition(position);
  return text.offsetAt(position);
}

/** The offsets of a range in the document of a request. */
export function offsetsOf(target: RequestTarget, range: lsp.Range): readonly [start: number, end: number] {
  expectRange(range);
  return [offsetOf(target, range.start), offsetOf(target, range.end)];
}
