import { isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import type { IToken } from "chevrotain";
import { lexedText, type OpenProgram, programReading, tokenRange, tokenSpan } from "./open-program.ts";
import { type RuleOutline, ruleOutlines } from "./rule-outline.ts";
import { sharedDeclaration } from "./symbol-at.ts";
import { testOutlines } from "./test-outline.ts";

/**
 * Lists the shared `let` bindings of a text, its rules with their `let` bindings and its tests, in the order of the text, for the outline of an editor. Invalid rules are included.
 *
 * @example
 * documentSymbols(openProgram("rule @a trigger X let n = 1 check enforce stop end"))[0]?.children[0]?.name; // "n"
 */
export function documentSymbols(program: OpenProgram): readonly DocumentSymbol[] {
  const lexed = lexedText(program);
  const { source } = lexed;
  const rules = ruleOutlines(program).flatMap(({ name, tokens, bindings }): readonly DocumentSymbol[] => {
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
  const blocks = [...rules, ...tests(program)].sort((a, b) => a.range.start.offset - b.range.start.offset);
  return [...sharedBindings(program), ...blocks];
}

/** Lists the tests of a text as document symbols. */
function tests(program: OpenProgram): readonly DocumentSymbol[] {
  const lexed = lexedText(program);
  return testOutlines(program).flatMap(({ tokens, name }): readonly DocumentSymbol[] => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined || name === undefined) return [];
    const range = lexed.source.range(first.startOffset, tokenSpan(last).end);
    const text = name.image.replace(/^["']|["']$/g, "");
    return [
      { name: text, detail: "test", kind: "Method", range, selectionRange: tokenRange(name, lexed), children: [] },
    ];
  });
}

/** The `let` bindings before the first rule. */
function sharedBindings(program: OpenProgram): readonly DocumentSymbol[] {
  const { bindings = [] } = programReading(program).partialProgram;
  return bindings.map((binding): DocumentSymbol => {
    const { name, range } = binding;
    const selectionRange = sharedDeclaration(binding, program) ?? range;
    return { name, detail: "", kind: "Variable", range, selectionRange, children: [] };
  });
}

/** A rule, one of its `let` bindings, or a test (LSP `DocumentSymbol`). */
export interface DocumentSymbol {
  readonly name: string;
  /** The trigger of a rule, `test` for a test; empty for a `let`. */
  readonly detail: string;
  /** Named as in LSP's `SymbolKind`. */
  readonly kind: "Class" | "Variable" | "Method";
  /** The whole rule, `let` or test. */
  readonly range: TextRange;
  /** The name; if it is missing, the first word. */
  readonly selectionRange: TextRange;
  readonly children: readonly DocumentSymbol[];
}

const maxDetailLength = 80;

/** The source text of a rule's trigger on one line, cut off after 80 characters: `Gmail.SendEmail | Shell`. */
function triggerDetail(tokens: RuleOutline["tokens"], text: string): string {
  const start = tokens.findIndex((_, index) => isKeywordAt(tokens, index, t.Trigger)) + 1;
  const endsTrigger = (index: number): boolean =>
    [t.Check, t.Enforce, t.End, t.Let].some((type) => isKeywordAt(tokens, index, type));
  let end = start;
  while (start > 0 && end < tokens.length && !endsTrigger(end)) end++;
  const [first, last]: readonly (IToken | undefined)[] = [tokens[start], tokens[end - 1]];
  if (end === start || first === undefined || last === undefined) return "";
  const triggerText = text.slice(
    first.startOffset,
    Math.min(tokenSpan(last).end, first.startOffset + 2 * maxDetailLength),
  );
  const detail = triggerText.replace(/\s+/g, " ");
  return detail.length > maxDetailLength ? `${detail.slice(0, maxDetailLength)}…` : detail;
}
