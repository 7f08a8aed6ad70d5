/** Settings that the extension reads itself. VS Code does not check their types; the server reports invalid ones. */
import * as vscode from "vscode";

/**
 * The program to use as the server; empty for the server of the extension. In a workspace that is not trusted no other program is started: even
 * one that the user has named without a folder could be found in the workspace.
 *
 * @throws Error if the setting is not a text
 */
export function serverPath(): string {
  if (!vscode.workspace.isTrusted) return "";
  const path = vscode.workspace.getConfiguration("helve").get<unknown>("server.path") ?? "";
  if (typeof path === "string") return path.trim();
  throw new Error(`the setting "helve.server.path" must be a path (got ${JSON.stringify(path)})`);
}

/** The names of the policy and of the OpenTool documents that the settings name, without their folders. */
export function namedFiles(): readonly string[] {
  const settings = vscode.workspace.getConfiguration("helve");
  return [settings.get<unknown>("policy"), settings.get<unknown>("tools")].flat().flatMap((path) => {
    const name = typeof path === "string" ? path.split(/[\\/]/).at(-1) : undefined;
    return name === undefined || name === "" ? [] : [name];
  });
}
