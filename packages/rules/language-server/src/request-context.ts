/** Finds the open document that a request is about, and its kind. */
import type { OpenProgram } from "@helve/language-service";
import type { OpenDocument } from "@helve/language-service/documents";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Workspace } from "./workspace.ts";

/** An open document that a request is about: rules, or a document of another kind. */
export type RequestTarget = {
  /** As the editor writes it. */
  readonly uri: string;
  readonly text: TextDocument;
} & (
  | { readonly program: OpenProgram; readonly document?: never }
  | { readonly program?: never; readonly document: OpenDocument }
);

/** The document that a request is about; `undefined` if it is not open, for example because it was closed meanwhile. */
export function requestTarget(workspace: Workspace, uri: string): RequestTarget | undefined {
  const text = workspace.open.get(uri);
  if (text === undefined) return undefined;
  const program = workspace.program(uri);
  if (program !== undefined) return { uri: text.uri, text, program };
  const document = workspace.document(uri);
  return document && { uri: text.uri, text, document };
}
