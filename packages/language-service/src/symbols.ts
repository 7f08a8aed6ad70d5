import { isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import type { IToken } from "chevrotain";
import { lexedOf, type OpenProgram, rangeOfToken, stretchOf } from "./open-program.ts";
import { outlineOf, type RuleOutline } from "./outline.ts";

/** A rule, or a name that it gives to a value (LSP `DocumentSymbol`). */
export interface DocumentSymbol {
  readonly name: string;
  /** What stands between `trigger` and the next part of the rule; empty for a `let`. */
  readonly detail: string;
  /** Named as in LSP's `SymbolKind`. */
  readonly kind: "Class" | "Variable";
  /** All of it. */
  readonly range: TextRange;
  /** Its name; where that is missing, its first word. */
  readonly selectionRange: TextRange;
  readonly children: readonly DocumentSymbol[];
}

/**
 * The rules of a text with the names that they give to values, in the order of the text; those with mistakes too.
 *
 * @example
 * documentSymbols(openProgram("rule @a trigger X let n = 1 check enforce stop end"))[0]?.children[0]?.name; // "n"
 */
export function documentSymbols(program: OpenProgram): readonly DocumentSymbol[] {
  const lexed = lexedOf(program);
  const { source } = lexed;
  return outlineOf(program).flatMap(({ name, tokens, bindings }) => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined) return [];
    const children = bindings.map(
      ({ first: word, name: bound, last: end }): DocumentSymbol => ({
        name: bound.image,
        detail: "",
        kind: "Variable",
        range: source.range(word.startOffset, stretchOf(end).end),
        selectionRange: rangeOfToken(bound, lexed),
        children: [],
      }),
    );
    return [
      {
        name: name?.image ?? "(no name)",
        detail: triggerText(tokens, source.text),
        kind: "Class",
        range: source.range(first.startOffset, stretchOf(last).end),
        selectionRange: rangeOfToken(name ?? first, lexed),
        children,
      },
    ];
  });
}

const longestDetail = 80;

function triggerText(tokens: RuleOutline["tokens"], text: string): string {
  const start = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Trigger)) + 1;
  const isNext = (at: number): boolean =>
    [t.Check, t.Enforce, t.End, t.Let].some((type) => isKeywordAt(tokens, at, type));
  let end = start;
  while (start > 0 && end < tokens.length && !isNext(end)) end++;
  const [first, last]: readonly (IToken | undefined)[] = [tokens[start], tokens[end - 1]];
  if (end === start || first === undefined || last === undefined) return "";
  const found = text.slice(first.startOffset, Math.min(stretchOf(last).end, first.startOffset + 2 * longestDetail));
  const detail = found.replace(/\s+/g, " ");
  return detail.length > longestDetail ? `${detail.slice(0, longestDetail)}…` : detail;
}
