import { isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import type { IToken } from "chevrotain";
import { lexedText, type OpenProgram, tokenRange, tokenSpan } from "./open-program.ts";
import { type RuleOutline, ruleOutlines } from "./rule-outline.ts";

/** A rule, or one of its `let` bindings (LSP `DocumentSymbol`). */
export interface DocumentSymbol {
  readonly name: string;
  /** The trigger of a rule; empty for a `let`. */
  readonly detail: string;
  /** Named as in LSP's `SymbolKind`. */
  readonly kind: "Class" | "Variable";
  /** The whole rule or `let`. */
  readonly range: TextRange;
  /** The name; if it is missing, the first word. */
  readonly selectionRange: TextRange;
  readonly children: readonly DocumentSymbol[];
}

/**
 * The rules of a text and their `let` bindings, in the order of the text, including rules with mistakes.
 *
 * @example
 * documentSymbols(openProgram("rule @a trigger X let n = 1 check enforce stop end"))[0]?.children[0]?.name; // "n"
 */
export function documentSymbols(program: OpenProgram): readonly DocumentSymbol[] {
  const lexed = lexedText(program);
  const { source } = lexed;
  return ruleOutlines(program).flatMap(({ name, tokens, bindings }) => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined) return [];
    const children = bindings.map(
      ({ first: word, name: bound, last: end }): DocumentSymbol => ({
        name: bound.image,
        detail: "",
        kind: "Variable",
        range: source.range(word.startOffset, tokenSpan(end).end),
        selectionRange: tokenRange(bound, lexed),
        children: [],
      }),
    );
    return [
      {
        name: name?.image ?? "(no name)",
        detail: triggerDetail(tokens, source.text),
        kind: "Class",
        range: source.range(first.startOffset, tokenSpan(last).end),
        selectionRange: tokenRange(name ?? first, lexed),
        children,
      },
    ];
  });
}

const maxDetailLength = 80;

function triggerDetail(tokens: RuleOutline["tokens"], text: string): string {
  const start = tokens.findIndex((_, at) => isKeywordAt(tokens, at, t.Trigger)) + 1;
  const isNext = (at: number): boolean =>
    [t.Check, t.Enforce, t.End, t.Let].some((type) => isKeywordAt(tokens, at, type));
  let end = start;
  while (start > 0 && end < tokens.length && !isNext(end)) end++;
  const [first, last]: readonly (IToken | undefined)[] = [tokens[start], tokens[end - 1]];
  if (end === start || first === undefined || last === undefined) return "";
  const found = text.slice(first.startOffset, Math.min(tokenSpan(last).end, first.startOffset + 2 * maxDetailLength));
  const detail = found.replace(/\s+/g, " ");
  return detail.length > maxDetailLength ? `${detail.slice(0, maxDetailLength)}…` : detail;
}
