import { isDocComment, isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { type IToken, tokenMatcher } from "chevrotain";
import { lexedText, type OpenProgram, type Span, tokenSpan } from "./open-program.ts";
import { ruleOutlines } from "./rule-outline.ts";
import {
  type ClassifiedSpan,
  classifyTreeTokens,
  type SemanticTokenModifier,
  type SemanticTokenType,
} from "./semantic-tokens/tree-tokens.ts";

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
 * Classifies the tokens of a text, in its order, without overlaps. Names in a rule with a mistake are left out: what they refer to is
 * unknown.
 *
 * @example
 * semanticTokens(openProgram("rule @a trigger X check p enforce stop end")).map(({ type }) => type);
 * // ["keyword", "class", "keyword", "method", "keyword", "function", "keyword", "keyword", "keyword"]
 */
export function semanticTokens(program: OpenProgram): readonly SemanticToken[] {
  const { source, comments } = lexedText(program);
  const roles = classifyTreeTokens(program);
  const placed: ClassifiedSpan[] = comments.flatMap((comment) => classifyComment(comment, program.text));
  for (const { tokens } of ruleOutlines(program)) {
    for (const [at, token] of tokens.entries()) if (!roles.has(token)) placed.push(...classifyToken(tokens, at));
  }
  for (const parts of roles.values()) placed.push(...parts);
  placed.sort((one, other) => one.start - other.start);
  return placed.map(({ start, end, type, modifiers = [] }) => ({ range: source.range(start, end), type, modifiers }));
}

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
  let [line, column] = [1, 1];
  return tokens.flatMap(({ range: { start, end }, type, modifiers }) => {
    const lines = start.line - line;
    const columns = start.column - (lines === 0 ? column : 1);
    ({ line, column } = start);
    const bits = modifiers.map((modifier) => 1 << semanticTokensLegend.tokenModifiers.indexOf(modifier));
    const ofModifiers = bits.reduce((all, bit) => all | bit, 0);
    return [lines, columns, end.offset - start.offset, semanticTokensLegend.tokenTypes.indexOf(type), ofModifiers];
  });
}

/** Classifies a comment, line by line. */
function classifyComment({ start, end }: Span, text: string): readonly ClassifiedSpan[] {
  const image = text.slice(start, end);
  const modifiers: readonly SemanticTokenModifier[] = isDocComment({ image }) ? ["documentation"] : [];
  return Array.from(image.matchAll(/[^\r\n]+/g), (line) => {
    const from = start + line.index;
    return { start: from, end: from + line[0].length, type: "comment", modifiers };
  });
}

/** Classifies a token without the syntax tree. */
function classifyToken(tokens: readonly IToken[], at: number): readonly ClassifiedSpan[] {
  const token = tokens[at];
  const type = token === undefined ? undefined : lexicalType(tokens, at, token);
  return token === undefined || type === undefined ? [] : [{ ...tokenSpan(token), type }];
}

function lexicalType(tokens: readonly IToken[], at: number, token: IToken): SemanticTokenType | undefined {
  if (keywordTypes.some((type) => isKeywordAt(tokens, at, type))) return "keyword";
  if (tokenMatcher(token, t.StringLiteral)) return "string";
  if (tokenMatcher(token, t.NumberLiteral)) return "number";
  const isOperator = operatorTypes.some((type) => tokenMatcher(token, type)) && tokens[at - 1]?.tokenType !== t.Dot;
  return isOperator && !tokenMatcher(token, t.Name) ? "operator" : undefined;
}

const keywordTypes = [t.Rule, t.Trigger, t.Check, t.Enforce, t.End];
const operatorTypes = [t.Compare, t.And, t.Or, t.Not];
