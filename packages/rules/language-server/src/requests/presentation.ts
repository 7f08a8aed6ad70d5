/** Semantic tokens, folding, inlay hints and code lenses. */
import { foldingRanges, inlayHints, semanticTokens, semanticTokensData } from "@helve/language-service";
import { documentFoldingRanges } from "@helve/language-service/documents";
import type * as lsp from "vscode-languageserver";
import { codeLenses, type RuleCounts } from "../code-lenses.ts";
import { toFoldingRange, toPosition } from "../conversions.ts";
import type { Workspace } from "../workspace.ts";
import { aboutDocument, offsetsOf } from "./handle.ts";

/** Adds the requests about what an editor shows of a text. */
export function addPresentationRequests(
  connection: lsp.Connection,
  workspace: Workspace,
  ruleCounts: ((folders: readonly string[]) => Promise<RuleCounts | undefined>) | undefined,
): void {
  connection.languages.semanticTokens.on(
    aboutDocument(workspace, ({ program }, _: lsp.SemanticTokensParams) => ({
      data: program === undefined ? [] : [...semanticTokensData(semanticTokens(program))],
    })) as lsp.RequestHandler<lsp.SemanticTokensParams, lsp.SemanticTokens, void>,
  );
  connection.languages.semanticTokens.onRange(
    aboutDocument(workspace, (target, { range }: lsp.SemanticTokensRangeParams) => {
      if (target.program === undefined) return { data: [] };
      const [start, end] = offsetsOf(target, range);
      const inRange = semanticTokens(target.program).filter(
        (token) => token.range.start.offset < end && token.range.end.offset > start,
      );
      return { data: [...semanticTokensData(inRange)] };
    }) as lsp.RequestHandler<lsp.SemanticTokensRangeParams, lsp.SemanticTokens, void>,
  );
  connection.onFoldingRanges(
    aboutDocument(workspace, ({ program, document }, _: lsp.FoldingRangeParams) =>
      (program === undefined ? documentFoldingRanges(document) : foldingRanges(program)).map(toFoldingRange),
    ),
  );
  connection.languages.inlayHint.on(
    aboutDocument(workspace, (target, { range }: lsp.InlayHintParams) => {
      if (target.program === undefined || !workspace.settings.inlayHints) return [];
      return inlayHints(target.program, ...offsetsOf(target, range)).map(({ position, label, tooltip }) => ({
        position: toPosition(position),
        label,
        tooltip,
        paddingLeft: true,
      }));
    }) as lsp.RequestHandler<lsp.InlayHintParams, lsp.InlayHint[], void>,
  );
  connection.onCodeLens(
    aboutDocument(workspace, async ({ program, uri }, _: lsp.CodeLensParams) => {
      if (program === undefined || !workspace.settings.codeLens) return [];
      // A log that can't be read must not hide the tests.
      const counts = await ruleCounts?.(workspace.folders).catch(() => undefined);
      return [...codeLenses(program, uri, counts)];
    }),
  );
}
