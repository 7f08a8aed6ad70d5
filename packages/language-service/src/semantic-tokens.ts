import { isDocComment, isKeywordAt, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { type IToken, tokenMatcher } from "chevrotain";
import { lexedOf, type OpenProgram, type Stretch, stretchOf } from "./open-program.ts";
import { outlineOf } from "./outline.ts";
import { type Role, rolesIn, type SemanticTokenModifier, type SemanticTokenType } from "./roles.ts";

/** What a stretch of the text is. */
export interface SemanticToken {
  /** On one line. */
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
 * What the words and signs of a text are, in its order; no two overlap. In a rule with a mistake, names are left out: what
 * they stand for is open.
 *
 * @example
 * semanticTokens(openProgram("rule @a trigger X check p enforce stop end")).map(({ type }) => type);
 * // ["keyword", "class", "keyword", "method", "keyword", "function", "keyword", "keyword", "keyword"]
 */
export function semanticTokens(program: OpenProgram): readonly SemanticToken[] {
  const { source, comments } = lexedOf(program);
  const roles = rolesIn(program);
  const placed: Role[] = comments.flatMap((comment) => ofComment(comment, program.text));
  for (const { tokens } of outlineOf(program)) {
    for (const [at, token] of tokens.entries()) if (!roles.has(token)) placed.push(...plain(tokens, at));
  }
  for (const parts of roles.values()) placed.push(...parts);
  placed.sort((one, other) => one.start - other.start);
  return placed.map(({ start, end, type, modifiers = [] }) => ({ range: source.range(start, end), type, modifiers }));
}

/**
 * Semantic tokens as the numbers of an LSP answer (`SemanticTokens.data`): five for each token, its place counted from the
 * one before, its type and its modifiers by their places in the legend.
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

/** A comment, line by line. */
function ofComment({ start, end }: Stretch, text: string): readonly Role[] {
  const image = text.slice(start, end);
  const modifiers: readonly SemanticTokenModifier[] = isDocComment({ image }) ? ["documentation"] : [];
  return Array.from(image.matchAll(/[^\r\n]+/g), (line) => {
    const from = start + line.index;
    return { start: from, end: from + line[0].length, type: "comment", modifiers };
  });
}

/** A token that needs no tree to be known. */
function plain(tokens: readonly IToken[], at: number): readonly Role[] {
  const token = tokens[at];
  const type = token === undefined ? undefined : plainType(tokens, at, token);
  return token === undefined || type === undefined ? [] : [{ ...stretchOf(token), type }];
}

function plainType(tokens: readonly IToken[], at: number, token: IToken): SemanticTokenType | undefined {
  if (keywordTypes.some((type) => isKeywordAt(tokens, at, type))) return "keyword";
  if (tokenMatcher(token, t.StringLiteral)) return "string";
  if (tokenMatcher(token, t.NumberLiteral)) return "number";
  const isOperator = operatorTypes.some((type) => tokenMatcher(token, type)) && tokens[at - 1]?.tokenType !== t.Dot;
  return isOperator && !tokenMatcher(token, t.Name) ? "operator" : undefined;
}

const keywordTypes = [t.Rule, t.Trigger, t.Check, t.Enforce, t.End];
const operatorTypes = [t.Compare, t.And, t.Or, t.Not];
