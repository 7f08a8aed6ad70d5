/** Converts list dashes and sentences of a published dialect (`ask for user inspection`) to standard tokens before parsing. */
import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import type { AlternativeForm } from "@helve/core/program";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { isFirstOnLine } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { isKeywordAt, withTokenType } from "./tokens.ts";
import { unexpectedCharacterIssue } from "./unsupported-syntax.ts";

/** Tokens in the standard form, and the alternative forms that were replaced. */
export interface NormalizedTokens {
  readonly tokens: IToken[];
  readonly alternativeForms: readonly AlternativeForm[];
  readonly issues: readonly Issue[];
}

/**
 * Converts a dialect that writes rules as lists and sentences: removes the dash before list items, and replaces phrases after
 * `enforce`, such as `ask for user inspection`, by the enforcement that they mean.
 */
export function normalizeDialect(tokens: readonly IToken[], source: SourceText): NormalizedTokens {
  const plain: IToken[] = [];
  const alternativeForms: AlternativeForm[] = [];
  const issues: Issue[] = [];
  let enforces = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isKeywordAt(tokens, at, t.Rule) || token.tokenType === t.Test) enforces = false;
    if (isKeywordAt(tokens, at, t.Enforce)) enforces = true;
    const phrase = enforces ? phraseStartingAt(tokens, at) : undefined;
    if (token.tokenType === t.ListDash) {
      const { startOffset, image } = token;
      if (isFirstOnLine(tokens[at - 1], token, source)) alternativeForms.push(listDashForm(startOffset, source));
      else if (/\s/.test(source.text.charAt(startOffset - 1))) plain.push(withTokenType(token, t.Minus));
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

/** A phrase for an enforcement, such as `abort action` for `stop`. */
interface EnforcementPhrase {
  readonly words: readonly string[];
  readonly type: TokenType;
}

/** The phrases for enforcements, longer ones first. */
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

/** Creates a phrase from its words and the token type it is replaced by. */
function enforcementPhrase(words: string, type: TokenType): EnforcementPhrase {
  return { words: words.split(" "), type };
}

/** The phrase that starts at a token, if an enforcement can start there. */
function phraseStartingAt(tokens: readonly IToken[], at: number): EnforcementPhrase | undefined {
  if (!firstWords.has(tokens[at]?.image ?? "")) return undefined;
  const before = tokens[at - 1];
  const isInside = before !== undefined && tokensBeforePart.some((type) => tokenMatcher(before, type));
  if (isInside) return undefined;
  const phrase = enforcementPhrases.find(({ words }) => words.every((word, nth) => tokens[at + nth]?.image === word));
  return phrase === undefined || continuesDomainName(tokens, at + phrase.words.length) ? undefined : phrase;
}

/** Whether the words before a token begin the name of a domain enforcement, as in `suggest:lane:Speed = 8`. */
function continuesDomainName(tokens: readonly IToken[], at: number): boolean {
  const [after, next] = [tokens[at], tokens[at + 1]];
  if (after?.tokenType === t.Assign) return true;
  return after?.tokenType === t.Colon && next !== undefined && tokenMatcher(next, t.Name);
}

/** The tokens after which a word is part of a longer expression. */
const tokensBeforePart: readonly TokenType[] = [t.At, t.Dot, t.Comma, t.Colon, t.LeftParen, t.LeftBracket, t.LeftBrace];

/** Joins the tokens of a phrase to one token of the enforcement. */
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

/** The alternative form of a list dash, which the canonical form omits. */
function listDashForm(offset: number, source: SourceText): AlternativeForm {
  return { type: "alternative_form", text: "-", canonical: "", range: source.range(offset, offset + 1) };
}
