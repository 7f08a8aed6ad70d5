/** Converts positions of the Language Server Protocol to those of VS Code. */
import * as vscode from "vscode";

/** A range of the Language Server Protocol. */
export interface ProtocolRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A range of the protocol as one of VS Code. */
export function toRange({ start, end }: ProtocolRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
