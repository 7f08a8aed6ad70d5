/** Definition, references, rename and symbols, also across files. */
import {
  documentSymbols,
  linkedDefinitionAt,
  linkedRenameAt,
  type OpenProgram,
  prepareRename,
  referencesAt,
  ruleNameAt,
} from "@helve/language-service";
import { documentDefinitionAt, documentOutline } from "@helve/language-service/documents";
import * as lsp from "vscode-languageserver";
import { toDocumentSymbol, toLocationLink, toRange, toTextEdit } from "../conversions.ts";
import { expectParam } from "../expect-param.ts";
import type { RequestTarget } from "../request-context.ts";
import { nextTurn } from "../turn.ts";
import type { Workspace } from "../workspace.ts";
import { aboutDocument, offsetOf } from "./handle.ts";

/** Adds the requests that find names. */
export function addNavigationRequests(connection: lsp.Connection, workspace: Workspace): void {
  connection.onDefinition(
    aboutDocument(workspace, (target, { position }: lsp.DefinitionParams) => {
      const offset = offsetOf(target, position);
      if (target.program === undefined) {
        const link = documentDefinitionAt(target.document, offset);
        return link === undefined ? null : [toLocationLink(link, target.uri)];
      }
      const { programs, uriOf } = linkedPrograms(workspace, target.uri, target.program);
      const found = linkedDefinitionAt(target.program, offset, programs);
      return found === undefined ? null : [toLocationLink(found.link, uriOf(found.program))];
    }),
  );
  const references = (target: RequestTarget, position: lsp.Position, includeDeclaration: boolean) => {
    if (target.program === undefined) return [];
    const { programs, uriOf } = linkedPrograms(workspace, target.uri, target.program);
    return referencesAt(target.program, offsetOf(target, position), programs)
      .filter(({ isDeclaration }) => includeDeclaration || !isDeclaration)
      .map(({ program, range }): lsp.Location => ({ uri: uriOf(program), range: toRange(range) }));
  };
  connection.onReferences(
    aboutDocument(workspace, (target, { position, context }: lsp.ReferenceParams) =>
      references(target, position, context?.includeDeclaration === true),
    ),
  );
  connection.onDocumentHighlight(
    aboutDocument(workspace, (target, { position }: lsp.DocumentHighlightParams) =>
      references(target, position, true)
        .filter(({ uri }) => uri === target.uri)
        .map(({ range }) => ({ range })),
    ),
  );
  connection.onPrepareRename(
    aboutDocument(workspace, (target, { position }: lsp.PrepareRenameParams) => {
      if (target.program === undefined) return null;
      const offset = offsetOf(target, position);
      const rule = ruleNameAt(target.program, offset);
      const { range, placeholder } = rule
        ? { range: rule.range, placeholder: rule.name }
        : (prepareRename(target.program, offset) ?? {});
      return range === undefined || placeholder === undefined ? null : { range: toRange(range), placeholder };
    }),
  );
  connection.onRenameRequest(
    aboutDocument(workspace, (target, { position, newName }: lsp.RenameParams) => {
      if (target.program === undefined) return null;
      expectParam(typeof newName === "string", "newName", "a string");
      const { programs, uriOf } = linkedPrograms(workspace, target.uri, target.program);
      const result = linkedRenameAt(target.program, offsetOf(target, position), newName, programs);
      if (result.kind === "refused") {
        throw new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, result.reason);
      }
      const changes = result.edits.map(({ program, edits }) => [uriOf(program), edits.map(toTextEdit)] as const);
      return { changes: Object.fromEntries(changes) };
    }),
  );
  connection.onDocumentSymbol(
    aboutDocument(workspace, ({ program, document }, _: lsp.DocumentSymbolParams) =>
      (program === undefined ? documentOutline(document) : documentSymbols(program)).map(toDocumentSymbol),
    ),
  );
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    expectParam(typeof query === "string", "query", "a string");
    const found: lsp.WorkspaceSymbol[] = [];
    for (const { uri } of workspace.texts()) {
      await nextTurn();
      if (token.isCancellationRequested) {
        return new lsp.ResponseError(lsp.LSPErrorCodes.RequestCancelled, "cancelled");
      }
      const program = workspace.program(uri);
      if (program !== undefined) found.push(...symbolsNamed(query, program, uri));
      if (found.length > maxSymbols) return found.slice(0, maxSymbols);
    }
    return found;
  });
}

const maxSymbols = 1000;

/** The rules and tests of a text whose names contain the letters of a query in their order. */
function symbolsNamed(query: string, program: OpenProgram, uri: string): readonly lsp.WorkspaceSymbol[] {
  return documentSymbols(program).flatMap(({ name, kind, selectionRange }) =>
    kind !== "Variable" && hasLetters(name.toLowerCase(), query.toLowerCase())
      ? [{ name, kind: lsp.SymbolKind[kind], location: { uri, range: toRange(selectionRange) } }]
      : [],
  );
}

/** Whether a name contains letters in their order, as editors filter symbols. */
function hasLetters(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Returns the texts with the same rules, each with its URI. */
function linkedPrograms(workspace: Workspace, uri: string, program: OpenProgram) {
  const linked = workspace.linked(uri);
  const uris = new Map<OpenProgram, string>([
    [program, uri],
    ...linked.map((each) => [each.program, each.uri] as const),
  ]);
  return { programs: linked.map((each) => each.program), uriOf: (each: OpenProgram): string => uris.get(each) ?? uri };
}
