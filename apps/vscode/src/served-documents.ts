/** Selects the documents that the extension sends to the language server: rules, policies, OpenTool documents. */
import { knownNames, namePattern } from "@helve/language-server";
import * as vscode from "vscode";
import type { DocumentSelector } from "vscode-languageclient";
import { namedFiles } from "./settings.ts";

/** The documents that the server knows, by their kinds. */
export interface ServedDocuments {
  readonly rules: DocumentSelector;
  readonly yaml: DocumentSelector;
  readonly json: DocumentSelector;
}

/** The schemes of URIs that the server knows: not those of an older version in Git, or of the output. */
export function servedSchemes(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...new Set(["file", "untitled", "vscode-vfs", ...folders.map(({ uri }) => uri.scheme)])];
}

/** The documents that the server knows, also those that the settings name. */
export function servedDocuments(): ServedDocuments {
  const schemes = servedSchemes();
  const names = [...knownNames, ...namedFiles().map(namePattern)];
  const withEnding = (ending: RegExp): DocumentSelector =>
    names
      .filter((name) => ending.test(name))
      .flatMap((name) => schemes.map((scheme) => ({ scheme, pattern: `**/${name}` })));
  return {
    rules: schemes.map((scheme) => ({ scheme, language: "agentspec" })),
    yaml: withEnding(/\.ya?ml$/i),
    json: withEnding(/\.json$/i),
  };
}
