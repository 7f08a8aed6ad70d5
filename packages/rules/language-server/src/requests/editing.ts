/** Completion, hover, quick fixes and formatting. */
import {
  codeActionsAt,
  completionsAt,
  formattingEdits,
  formattingEditsOnType,
  type Hover,
  hoverAt,
} from "@helve/language-service";
import {
  documentCodeActionsAt,
  documentCompletionsAt,
  documentFormattingEdits,
  documentHoverAt,
} from "@helve/language-service/documents";
import type * as lsp from "vscode-languageserver";
import { toCodeAction, toCompletionItem, toRange, toTextEdit } from "../conversions.ts";
import type { Workspace } from "../workspace.ts";
import { aboutDocument, offsetOf, offsetsOf } from "./handle.ts";

/** Adds the requests that help to write a text. */
export function addEditingRequests(connection: lsp.Connection, workspace: Workspace): void {
  connection.onCompletion(
    aboutDocument(workspace, (target, { position }: lsp.CompletionParams) => {
      const offset = offsetOf(target, position);
      const { program, document } = target;
      const items = program === undefined ? documentCompletionsAt(document, offset) : completionsAt(program, offset);
      return items.map(toCompletionItem);
    }),
  );
  connection.onHover(
    aboutDocument(workspace, (target, { position }: lsp.HoverParams) => {
      const offset = offsetOf(target, position);
      const { program, document } = target;
      const hover: Hover | undefined =
        program === undefined ? documentHoverAt(document, offset) : hoverAt(program, offset);
      return hover === undefined
        ? null
        : { contents: { kind: "markdown" as const, value: hover.contents }, range: toRange(hover.range) };
    }),
  );
  connection.onCodeAction(
    aboutDocument(workspace, (target, { range, context }: lsp.CodeActionParams) => {
      if (context.only?.some((kind) => "quickfix".startsWith(kind)) === false) return [];
      const { program, document, uri } = target;
      const [start, end] = offsetsOf(target, range);
      const actions =
        program === undefined ? documentCodeActionsAt(document, start, end) : codeActionsAt(program, start, end);
      return actions.map((action) => toCodeAction(action, uri));
    }),
  );
  connection.onDocumentFormatting(
    aboutDocument(workspace, ({ program, document }, { options }: lsp.DocumentFormattingParams) => {
      const edits = program === undefined ? documentFormattingEdits(document, options) : formattingEdits(program);
      return edits.map(toTextEdit);
    }),
  );
  connection.onDocumentRangeFormatting(
    aboutDocument(workspace, (target, { options, range }: lsp.DocumentRangeFormattingParams) => {
      const { program, document } = target;
      const [start, end] = offsetsOf(target, range);
      const edits =
        program === undefined
          ? documentFormattingEdits(document, options, start, end)
          : formattingEdits(program, start, end);
      return edits.map(toTextEdit);
    }),
  );
  connection.onDocumentOnTypeFormatting(
    aboutDocument(workspace, (target, { position }: lsp.DocumentOnTypeFormattingParams) =>
      target.program === undefined
        ? []
        : formattingEditsOnType(target.program, offsetOf(target, position)).map(toTextEdit),
    ),
  );
}
