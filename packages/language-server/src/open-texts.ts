import * as lsp from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { comparableUri } from "./uri.ts";

/** The documents that an editor has open. */
export class OpenTexts {
  readonly #documents = new Map<string, TextDocument>();

  /** The document with a URI, in any form. */
  get(uri: string): TextDocument | undefined {
    return this.#documents.get(comparableUri(uri));
  }

  /** All documents. */
  all(): Iterable<TextDocument> {
    return this.#documents.values();
  }

  open({ uri, languageId, version, text }: lsp.TextDocumentItem): void {
    this.#documents.set(comparableUri(uri), TextDocument.create(uri, languageId, version, text));
  }

  /** @returns whether the document is open */
  change({ textDocument: { uri, version }, contentChanges }: lsp.DidChangeTextDocumentParams): boolean {
    const document = this.get(uri);
    if (document === undefined) return false;
    const start = TextDocument.update(document, [], version);
    const after = contentChanges.reduce((text, change) => changed(text, change, version), start);
    this.#documents.set(comparableUri(uri), after);
    return true;
  }

  close(uri: string): void {
    this.#documents.delete(comparableUri(uri));
  }
}

/** A document after a change. The library counts lines wrong after a change beyond the end of the text, so positions are limited first. */
function changed(document: TextDocument, change: lsp.TextDocumentContentChangeEvent, version: number): TextDocument {
  if (!lsp.TextDocumentContentChangeEvent.isIncremental(change)) {
    return TextDocument.update(document, [{ text: change.text }], version);
  }
  const [start, end] = [positionIn(document, change.range.start), positionIn(document, change.range.end)];
  return TextDocument.update(document, [{ range: { start, end }, text: change.text }], version);
}

function positionIn(document: TextDocument, { line, character }: lsp.Position): lsp.Position {
  const position = { line: Math.max(0, Math.trunc(line) || 0), character: Math.max(0, Math.trunc(character) || 0) };
  return document.positionAt(document.offsetAt(position));
}
