import * as vscode from "vscode";

/**
 * Waits for something, but no longer than until a token is cancelled: a server that hangs does not answer the cancellation either.
 *
 * @throws vscode.CancellationError if the token is cancelled first
 */
export async function unlessCancelled<Value>(work: Promise<Value>, token: vscode.CancellationToken): Promise<Value> {
  let listening: vscode.Disposable | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    if (token.isCancellationRequested) reject(new vscode.CancellationError());
    listening = token.onCancellationRequested(() => reject(new vscode.CancellationError()));
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    listening?.dispose();
  }
}
