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
  const patterns = namedFiles().map((name) => `**/${name.replace(/[*?[\]{}]/g, "?")}`);
  const [yaml, json] = [
    patterns.filter((name) => /\.ya?ml$/i.test(name)),
    patterns.filter((name) => /\.json$/i.test(name)),
  ];
  const withPattern = (pattern: string): DocumentSelector => schemes.map((scheme) => ({ scheme, pattern }));
  return {
    rules: schemes.map((scheme) => ({ scheme, language: "agentspec" })),
    yaml: ["**/*.opentool.{yaml,yml}", ...yaml].flatMap(withPattern),
    json: ["**/{*.opentool.json,policy.json,*.policy.json,.mcp.json,mcp.json}", ...json].flatMap(withPattern),
  };
}
