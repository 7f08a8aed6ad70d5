import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import type { AlternativeForm } from "@helve/core/program";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { isFirstOnLine } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { isKeywordAt, withTokenType } from "./tokens.ts";
import { unexpectedCharacterIssue } from "./unsupported-syntax.ts";

/** Tokens without what only lists and sentences have, and what was said in that way. */
export interface NormalizedTokens {
  readonly tokens: IToken[];
  readonly alternativeForms: readonly AlternativeForm[];
  readonly issues: readonly Issue[];
}

/**
 * Reads the form in which some write rules as lists and sentences: a dash before a predicate or an enforcement is left out,
 * and after `enforce` words such as `ask for user inspection` become the enforcement that they are.
 */
export function normalizeDialect(tokens: readonly IToken[], source: SourceText): NormalizedTokens {
  const plain: IToken[] = [];
  const alternativeForms: AlternativeForm[] = [];
  const issues: Issue[] = [];
  let enforces = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isKeywordAt(tokens, at, t.Rule)) enforces = false;
    if (isKeywordAt(tokens, at, t.Enforce)) enforces = true;
    const phrase = enforces ? phraseStartingAt(tokens, at) : undefined;
    if (token.tokenType === t.ListDash) {
      const { startOffset, image } = token;
      if (isFirstOnLine(tokens[at - 1], token, source)) alternativeForms.push(listDashForm(startOffset, source));
      else issues.push(unexpectedCharacterIssue(source, startOffset, image.length));
      at++;
    } else if (phrase !== undefined) {
      plain.push(joinPhrase(tokens, at, phrase, source));
      at += phrase.words.length;
    } else {
      plain.push(token);
      at++;
    }
  }
  return { tokens: plain, alternativeForms, issues };
}

/** Words that stand for an enforcement. */
interface EnforcementPhrase {
  readonly words: readonly string[];
  readonly type: TokenType;
}

/** What some write in place of an enforcement; longer ones first. */
export const enforcementPhrases: readonly EnforcementPhrase[] = [
  enforcementPhrase("ask for user inspection", t.UserInspection),
  enforcementPhrase("ask user inspection", t.UserInspection),
  enforcementPhrase("user inspection", t.UserInspection),
  enforcementPhrase("abort action", t.Stop),
  enforcementPhrase("abort", t.Stop),
  enforcementPhrase("stop action", t.Stop),
  enforcementPhrase("skip action", t.Skip),
  enforcementPhrase("allow action", t.Allow),
  enforcementPhrase("log action", t.Log),
  enforcementPhrase("suggest", t.Warn),
  enforcementPhrase("self-examinate", t.LlmSelfReflect),
  enforcementPhrase("self-examine", t.LlmSelfReflect),
  enforcementPhrase("self-reflect", t.LlmSelfReflect),
];

const firstWords: ReadonlySet<string> = new Set(enforcementPhrases.map(({ words: [first = ""] }) => first));

function enforcementPhrase(words: string, type: TokenType): EnforcementPhrase {
  return { words: words.split(" "), type };
}

/** The phrase that begins at a token, where an enforcement may begin. */
function phraseStartingAt(tokens: readonly IToken[], at: number): EnforcementPhrase | undefined {
  if (!firstWords.has(tokens[at]?.image ?? "")) return undefined;
  const before = tokens[at - 1];
  const isInside = before !== undefined && tokensBeforePart.some((type) => tokenMatcher(before, type));
  if (isInside) return undefined;
  const phrase = enforcementPhrases.find(({ words }) => words.every((word, nth) => tokens[at + nth]?.image === word));
  return phrase === undefined || continuesDomainName(tokens, at + phrase.words.length) ? undefined : phrase;
}

/** Whether what stands before a token is the name of a domain enforcement: `suggest:lane:Speed = 8`. */
function continuesDomainName(tokens: readonly IToken[], at: number): boolean {
  const [after, next] = [tokens[at], tokens[at + 1]];
  if (after?.tokenType === t.Assign) return true;
  return after?.tokenType === t.Colon && next !== undefined && tokenMatcher(next, t.Name);
}

/** What stands before a word that is part of something. */
const tokensBeforePart: readonly TokenType[] = [t.At, t.Dot, t.Comma, t.Colon, t.LeftParen, t.LeftBracket, t.LeftBrace];

function joinPhrase(
  tokens: readonly IToken[],
  at: number,
  { words, type }: EnforcementPhrase,
  { text }: SourceText,
): IToken {
  const first = tokens[at];
  const last = tokens[at + words.length - 1];
  if (first === undefined || last === undefined) throw new RangeError("a phrase has words");
  const image = text.slice(first.startOffset, last.startOffset + last.image.length);
  return { ...withTokenType(first, type), image };
}

function listDashForm(offset: number, source: SourceText): AlternativeForm {
  return { type: "alternative_form", text: "-", canonical: "", range: source.range(offset, offset + 1) };
}
