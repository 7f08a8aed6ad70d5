/** The capabilities that the server announces to an editor. */
import { semanticTokensLegend } from "@helve/language-service";
import * as lsp from "vscode-languageserver";
import { runTestCommand } from "./run-test.ts";

/** The capabilities of the server. */
export const capabilities: lsp.ServerCapabilities = {
  positionEncoding: lsp.PositionEncodingKind.UTF16,
  textDocumentSync: { openClose: true, change: lsp.TextDocumentSyncKind.Incremental, save: { includeText: false } },
  completionProvider: { triggerCharacters: [".", "(", "[", "{", '"', ":", " ", "@"] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix] },
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: "\n" },
  semanticTokensProvider: {
    legend: {
      tokenTypes: [...semanticTokensLegend.tokenTypes],
      tokenModifiers: [...semanticTokensLegend.tokenModifiers],
    },
    full: true,
    range: true,
  },
  foldingRangeProvider: true,
  inlayHintProvider: true,
  codeLensProvider: {},
  executeCommandProvider: { commands: [runTestCommand] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};
