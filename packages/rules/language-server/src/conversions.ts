/** Converts results of the language service to the types of the protocol: there, lines and columns start at 0, and kinds are numbers. */
import type { Issue, TextPosition, TextRange } from "@helve/core";
import type { CodeAction, CompletionItem, FoldingRange, LocationLink, TextEdit } from "@helve/language-service";
import * as lsp from "vscode-languageserver";

/** Converts a position to the form of the Language Server Protocol. */
export function toPosition({ line, column }: TextPosition): lsp.Position {
  return { line: line - 1, character: column - 1 };
}

/** Converts a range to the protocol. */
export function toRange({ start, end }: TextRange): lsp.Range {
  return { start: toPosition(start), end: toPosition(end) };
}

/** Converts an edit to the protocol. */
export function toTextEdit({ range, newText }: TextEdit): lsp.TextEdit {
  return { range: toRange(range), newText };
}

const startOfText: lsp.Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const severities = {
  error: lsp.DiagnosticSeverity.Error,
  warning: lsp.DiagnosticSeverity.Warning,
  info: lsp.DiagnosticSeverity.Information,
} as const;

/** Converts an issue to a diagnostic; without a range it is about the whole text. */
export function toDiagnostic({ range, severity = "error", code, message }: Issue): lsp.Diagnostic {
  const place = range === undefined ? startOfText : toRange(range);
  return { range: place, severity: severities[severity], code, source: "helve", message };
}

/** Converts a completion item to the protocol. */
export function toCompletionItem(item: CompletionItem): lsp.CompletionItem {
  const { kind, documentation, textEdit, insertTextFormat, ...rest } = item;
  return {
    ...rest,
    documentation: documentation === undefined ? undefined : { kind: "markdown", value: documentation },
    kind: lsp.CompletionItemKind[kind],
    textEdit: toTextEdit(textEdit),
    insertTextFormat: lsp.InsertTextFormat[insertTextFormat],
  };
}

/** Converts a code action for one document to the protocol. */
export function toCodeAction({ title, diagnostics, edits, isPreferred }: CodeAction, uri: string): lsp.CodeAction {
  return {
    title,
    kind: lsp.CodeActionKind.QuickFix,
    diagnostics: diagnostics.map(toDiagnostic),
    edit: { changes: { [uri]: edits.map(toTextEdit) } },
    isPreferred,
  };
}

/** Converts a declaration to a link of the protocol. */
export function toLocationLink(link: LocationLink, targetUri: string): lsp.LocationLink {
  return {
    targetUri,
    originSelectionRange: toRange(link.originSelectionRange),
    targetRange: toRange(link.targetRange),
    targetSelectionRange: toRange(link.targetSelectionRange),
  };
}

/** Converts a folding range to the protocol. */
export function toFoldingRange({ startLine, endLine, kind }: FoldingRange): lsp.FoldingRange {
  return { startLine: startLine - 1, endLine: endLine - 1, kind };
}

/** Converts a document symbol with its children to the protocol. */
export function toDocumentSymbol(symbol: SymbolOfText): lsp.DocumentSymbol {
  const { name, detail, kind, range, selectionRange, children } = symbol;
  return {
    // The protocol requires a name that is not empty.
    name: name.trim() === "" ? '""' : name,
    detail: detail !== undefined && detail !== "" ? detail : undefined,
    kind: lsp.SymbolKind[kind],
    range: toRange(range),
    selectionRange: toRange(selectionRange),
    children: children.map(toDocumentSymbol),
  };
}

interface SymbolOfText {
  readonly name: string;
  readonly detail?: string;
  readonly kind: "Class" | "Variable" | "Method" | "Object" | "Array" | "String" | "Number" | "Boolean" | "Null";
  readonly range: TextRange;
  readonly selectionRange: TextRange;
  readonly children: readonly SymbolOfText[];
}
