import { isObject } from "@helve/core/internal";
import * as lsp from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { expectDocument, expectParam, expectRange } from "./expect-param.ts";
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

  /** @throws ResponseError if the parameters are invalid */
  open(params: lsp.DidOpenTextDocumentParams): void {
    expectDocument(params);
    const { uri, languageId, version, text } = params.textDocument;
    expectParam(typeof text === "string", "textDocument.text", "a string");
    expectParam(typeof languageId === "string", "textDocument.languageId", "a string");
    this.#documents.set(comparableUri(uri), TextDocument.create(uri, languageId, version, text));
  }

  /**
   * @returns whether the document is open
   * @throws ResponseError if the parameters are invalid; then the text is as it was
   */
  change(params: lsp.DidChangeTextDocumentParams): boolean {
    expectDocument(params);
    const { textDocument, contentChanges } = params;
    const { uri, version } = textDocument;
    const document = this.get(uri);
    if (document === undefined) return false;
    expectParam(Array.isArray(contentChanges), "contentChanges", "a list");
    for (const change of contentChanges) expectChange(change);
    const start = TextDocument.update(document, [], version);
    const after = contentChanges.reduce((text, change) => changed(text, change, version), start);
    this.#documents.set(comparableUri(uri), after);
    return true;
  }

  close(params: lsp.DidCloseTextDocumentParams): void {
    expectDocument(params);
    this.#documents.delete(comparableUri(params.textDocument.uri));
  }
}

/** Checks that a parameter is a change of a text. */
function expectChange(change: lsp.TextDocumentContentChangeEvent): void {
  expectParam(isObject(change) && typeof change.text === "string", "contentChanges", "a list of objects with a text");
  if ("range" in change && change.range !== undefined) expectRange(change.range);
}

/** Applies a change to a document, limited to the text. */
function changed(document: TextDocument, change: lsp.TextDocumentContentChangeEvent, version: number): TextDocument {
  if (!lsp.TextDocumentContentChangeEvent.isIncremental(change)) {
    return TextDocument.update(document, [{ text: change.text }], version);
  }
  const [start, end] = [positionIn(document, change.range.start), positionIn(document, change.range.end)];
  return TextDocument.update(document, [{ range: { start, end }, text: change.text }], version);
}

/** Converts a position of the protocol to an offset. */
function positionIn(document: TextDocument, { line, character }: lsp.Position): lsp.Position {
  const position = { line: Math.max(0, Math.trunc(line) || 0), character: Math.max(0, Math.trunc(character) || 0) };
  return document.positionAt(document.offsetAt(position));
}
