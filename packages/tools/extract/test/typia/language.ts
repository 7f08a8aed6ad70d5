export type DocumentUri = string;

export interface Position {
  /**
   * From zero.
   * @type int32
   * @minimum 0
   */
  line: number;
  /**
   * From zero.
   * @type int32
   * @minimum 0
   */
  character: number;
}
export interface Range {
  start: Position;
  end: Position;
}
export interface TextEdit {
  /** The range of the text. */
  range: Range;
  newText: string;
}
export interface AnnotatedTextEdit extends TextEdit {
  annotationId: string;
}
export type DiagnosticSeverity = 1 | 2 | 3 | 4;

export interface Diagnostic {
  range: Range;
  severity?: DiagnosticSeverity;
  code?: number | string;
  message: string;
  tags?: (1 | 2)[];
  relatedInformation?: { location: { uri: DocumentUri; range: Range }; message: string }[];
}
export interface CreateFile {
  kind: "create";
  uri: DocumentUri;
  options?: { overwrite?: boolean; ignoreIfExists?: boolean };
}
export interface RenameFile {
  kind: "rename";
  oldUri: DocumentUri;
  newUri: DocumentUri;
}
export interface TextDocumentEdit {
  textDocument: { uri: DocumentUri; version: number | null };
  edits: (TextEdit | AnnotatedTextEdit)[];
}

/** The types of the Language Server Protocol. */
export class Language {
  /** Applies an edit. */
  applyEdit(input: {
    changes?: { [uri: DocumentUri]: TextEdit[] };
    documentChanges?: (TextDocumentEdit | CreateFile | RenameFile)[];
  }): boolean {
    return input.changes !== undefined;
  }

  /** Publishes diagnostics. */
  publish(input: { uri: DocumentUri; diagnostics: Diagnostic[] }): void {
    void input;
  }
}
