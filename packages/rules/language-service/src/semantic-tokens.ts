import { isDocComment, isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { type IToken, tokenMatcher } from "chevrotain";
import { tokensIn } from "./at-offset.ts";
import { lexedText, type OpenProgram, programReading, type Span, tokenSpan } from "./open-program.ts";
import { ruleOutlines } from "./rule-outline.ts";
import {
  type ClassifiedSpan,
  classifyTreeTokens,
  type SemanticTokenModifier,
  type SemanticTokenType,
} from "./semantic-tokens/tree-tokens.ts";
import { testOutlines } from "./test-outline.ts";

/**
 * Classifies the words and signs of a text for highlighting, in the order of the text and without overlaps. Names in a rule that doesn't
 * parse are left out: their type is unknown.
 *
 * @example
 * semanticTokens(openProgram("rule @a trigger X check p enforce stop end")).map(({ type }) => type);
 * // ["keyword", "class", "keyword", "method", "keyword", "function", "keyword", "keyword", "keyword"]
 */
export function semanticTokens(program: OpenProgram): readonly SemanticToken[] {
  const { source, comments } = lexedText(program);
  const treeSpans = classifyTreeTokens(program);
  const spans: ClassifiedSpan[] = comments.flatMap((comment) => classifyComment(comment, program.text));
  // Keywords of tests are copies of the tokens, so tokens are compared by their offsets.
  const known = new Set(Array.from(treeSpans.keys(), ({ startOffset }) => startOffset));
  for (const tokens of [...ruleOutlines(program).map((outline) => outline.tokens), ...sharedBindings(program)]) {
    for (const [index, token] of tokens.entries()) {
      if (known.has(token.startOffset)) continue;
      known.add(token.startOffset);
      spans.push(...classifyToken(tokens, index));
    }
  }
  for (const { tokens, ruleNames } of testOutlines(program)) {
    for (const [index, token] of tokens.entries()) {
      if (known.has(token.startOffset)) continue;
      const type = ruleNames.includes(token) ? "class" : testTokenType(tokens, index);
      if (type !== undefined) spans.push({ ...tokenSpan(token), type });
    }
  }
  for (const parts of treeSpans.values()) spans.push(...parts);
  spans.sort((first, second) => first.start - second.start);
  return spans.map(({ start, end, type, modifiers = [] }) => ({ range: source.range(start, end), type, modifiers }));
}

/** The type of a token of a test: a keyword, a tool, a literal or an operator. */
function testTokenType(tokens: readonly IToken[], index: number): SemanticTokenType | undefined {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (token === undefined) return undefined;
  if (testKeywords.includes(token.tokenType)) return "keyword";
  if (before?.tokenType === t.Expect) return "keyword";
  if (next?.tokenType === t.LeftParen && tokenMatcher(token, t.Word)) return "method";
  if (next?.tokenType === t.Dot && tokenMatcher(token, t.Name)) return "namespace";
  if (token.tokenType === t.TriggerEvent) return "event";
  if (token.tokenType === t.Arrow) return "operator";
  if (tokenMatcher(token, t.Name)) return "keyword";
  return lexicalType(tokens, index, token);
}

const testKeywords = [t.Test, t.Given, t.After, t.When, t.Expect, t.Ago, t.By];

/** The tokens of each `let` before the first rule. */
function sharedBindings(program: OpenProgram): readonly (readonly IToken[])[] {
  const { bindings = [] } = programReading(program).partialProgram;
  return bindings.map(({ range: { start, end } }) => tokensIn(program, { start: start.offset, end: end.offset }));
}

/** A classified part of the text. */
export interface SemanticToken {
  /** Within one line. */
  readonly range: TextRange;
  readonly type: SemanticTokenType;
  readonly modifiers: readonly SemanticTokenModifier[];
}

/** The types of semantic tokens and their modifiers (LSP `SemanticTokensLegend`). */
export const semanticTokensLegend: {
  readonly tokenTypes: readonly SemanticTokenType[];
  readonly tokenModifiers: readonly SemanticTokenModifier[];
} = {
  tokenTypes: [
    ...(["keyword", "class", "event", "namespace", "method", "function", "variable", "property"] as const),
    ...(["enumMember", "string", "regexp", "number", "operator", "comment"] as const),
  ],
  tokenModifiers: ["declaration", "documentation", "defaultLibrary"],
};

/**
 * Encodes semantic tokens as LSP's `SemanticTokens.data`: five numbers for each token, its position relative to the previous token, its
 * length, and its type and modifiers as indexes into the legend.
 *
 * @param tokens - in the order of the text
 *
 * @example
 * semanticTokensData(semanticTokens(openProgram("rule @a"))); // [0, 0, 4, 0, 0]
 */
export function semanticTokensData(tokens: readonly SemanticToken[]): readonly number[] {
  const data: number[] = [];
  const { tokenTypes, tokenModifiers } = semanticTokensLegend;
  let [line, column] = [1, 1];
  for (const { range, type, modifiers } of tokens) {
    const { start, end } = range;
    const lines = start.line - line;
    const columns = start.column - (lines === 0 ? column : 1);
    ({ line, column } = start);
    let bits = 0;
    for (const modifier of modifiers) bits |= 1 << tokenModifiers.indexOf(modifier);
    data.push(lines, columns, end.offset - start.offset, tokenTypes.indexOf(type), bits);
  }
  return data;
}

/** Creates a span for each line of a comment; those of a doc comment have the modifier `documentation`. */
function classifyComment({ start, end }: Span, text: string): readonly ClassifiedSpan[] {
  const image = text.slice(start, end);
  const modifiers: readonly SemanticTokenModifier[] = isDocComment({ image }) ? ["documentation"] : [];
  return Array.from(image.matchAll(/[^\r\n]+/g), (line) => {
    const from = start + line.index;
    return { start: from, end: from + line[0].length, type: "comment", modifiers };
  });
}

/** Classifies the token at an index without the syntax tree, as far as possible: keywords, literals and operators. */
function classifyToken(tokens: readonly IToken[], index: number): readonly ClassifiedSpan[] {
  const token = tokens[index];
  const type = token === undefined ? undefined : lexicalType(tokens, index, token);
  return token === undefined || type === undefined ? [] : [{ ...tokenSpan(token), type }];
}

/** The type of a keyword, literal or operator by its token type; undefined for a name. */
function lexicalType(tokens: readonly IToken[], index: number, token: IToken): SemanticTokenType | undefined {
  if (keywordTypes.some((type) => isKeywordAt(tokens, index, type))) return "keyword";
  if (tokenMatcher(token, t.StringLiteral)) return "string";
  if (tokenMatcher(token, t.NumberLiteral) || tokenMatcher(token, t.DurationLiteral)) return "number";
  const isOperator = operatorTypes.some((type) => tokenMatcher(token, type)) && tokens[index - 1]?.tokenType !== t.Dot;
  return isOperator && !tokenMatcher(token, t.Name) ? "operator" : undefined;
}

const keywordTypes = [t.Rule, t.Trigger, t.Check, t.Enforce, t.End];
const operatorTypes = [t.Compare, t.And, t.Or, t.Not];
