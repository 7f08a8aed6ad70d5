import { isObject } from "@helve/core/internal";
import * as lsp from "vscode-languageserver";

/**
 * Expects that a parameter of a message has the type of the protocol. The types of a client are not trusted.
 *
 * @param name - `textDocument.uri`
 * @param expected - `a string`
 * @throws ResponseError if it has another one
 */
export function expectParam(isValid: boolean, name: string, expected: string): asserts isValid {
  if (!isValid) throw new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, `"${name}" must be ${expected}`);
}

/** Checks that a parameter is a document with a URI. */
export function expectDocument(params: { readonly textDocument: lsp.TextDocumentIdentifier }): void {
  const { textDocument } = params;
  expectParam(isObject(textDocument) && typeof textDocument.uri === "string", "textDocument.uri", "a string");
}

/** Checks that a parameter is a position. */
export function expectPosition(position: lsp.Position, name = "position"): void {
  const isPosition = isObject(position) && typeof position.line === "number" && typeof position.character === "number";
  expectParam(isPosition, name, "an object with line and character, which are numbers");
}

/** Checks that a parameter is a range. */
export function expectRange(range: lsp.Range): void {
  expectParam(isObject(range), "range", "an object with start and end");
  expectPosition(range.start, "range.start");
  expectPosition(range.end, "range.end");
}
