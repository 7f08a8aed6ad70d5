import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import type { Spelling } from "@helve/core/program";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { foreignIssue } from "./foreign.ts";
import { beginsLine } from "./reading.ts";
import { isKeyword, retyped } from "./spelling.ts";
import * as t from "./tokens.ts";

/** Tokens without what only lists and sentences have, and what was said in that way. */
export interface PlainTokens {
  readonly tokens: IToken[];
  readonly spellings: readonly Spelling[];
  readonly issues: readonly Issue[];
}

/**
 * Reads the form in which some write rules as lists and sentences: a dash before a predicate or an enforcement is left out,
 * and after `enforce` words such as `ask for user inspection` become the enforcement that they are.
 */
export function plainTokens(tokens: readonly IToken[], source: SourceText): PlainTokens {
  const plain: IToken[] = [];
  const spellings: Spelling[] = [];
  const issues: Issue[] = [];
  let enforces = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isKeyword(tokens, at, t.Rule)) enforces = false;
    if (isKeyword(tokens, at, t.Enforce)) enforces = true;
    const phrase = enforces ? phraseAt(tokens, at) : undefined;
    if (token.tokenType === t.Bullet) {
      const { startOffset, image } = token;
      if (beginsLine(tokens[at - 1], token, source)) spellings.push(bulletSpelling(startOffset, source));
      else issues.push(foreignIssue(source, startOffset, image.length));
      at++;
    } else if (phrase !== undefined) {
      plain.push(joined(tokens, at, phrase, source));
      at += phrase.words.length;
    } else {
      plain.push(token);
      at++;
    }
  }
  return { tokens: plain, spellings, issues };
}

/** Words that stand for an enforcement. */
interface Phrase {
  readonly words: readonly string[];
  readonly type: TokenType;
}

/** What some write in place of an enforcement; longer ones first. */
export const phrases: readonly Phrase[] = [
  phrase("ask for user inspection", t.UserInspection),
  phrase("ask user inspection", t.UserInspection),
  phrase("user inspection", t.UserInspection),
  phrase("abort action", t.Stop),
  phrase("abort", t.Stop),
  phrase("stop action", t.Stop),
  phrase("skip action", t.Skip),
  phrase("allow action", t.Allow),
  phrase("log action", t.Log),
  phrase("suggest", t.Warn),
  phrase("self-examinate", t.LlmSelfReflect),
  phrase("self-examine", t.LlmSelfReflect),
  phrase("self-reflect", t.LlmSelfReflect),
];

const beginnings: ReadonlySet<string> = new Set(phrases.map(({ words: [first = ""] }) => first));

function phrase(words: string, type: TokenType): Phrase {
  return { words: words.split(" "), type };
}

/** The phrase that begins at a token, where an enforcement may begin. */
function phraseAt(tokens: readonly IToken[], at: number): Phrase | undefined {
  if (!beginnings.has(tokens[at]?.image ?? "")) return undefined;
  const before = tokens[at - 1];
  const isInside = before !== undefined && inside.some((type) => tokenMatcher(before, type));
  if (isInside) return undefined;
  const phrase = phrases.find(({ words }) => words.every((word, nth) => tokens[at + nth]?.image === word));
  return phrase === undefined || isNamed(tokens, at + phrase.words.length) ? undefined : phrase;
}

/** Whether what stands before a token is the name of a domain enforcement: `suggest:lane:Speed = 8`. */
function isNamed(tokens: readonly IToken[], at: number): boolean {
  const [after, next] = [tokens[at], tokens[at + 1]];
  if (after?.tokenType === t.Assign) return true;
  return after?.tokenType === t.Colon && next !== undefined && tokenMatcher(next, t.Name);
}

/** What stands before a word that is part of something. */
const inside: readonly TokenType[] = [t.At, t.Dot, t.Comma, t.Colon, t.LeftParen, t.LeftBracket, t.LeftBrace];

function joined(tokens: readonly IToken[], at: number, { words, type }: Phrase, { text }: SourceText): IToken {
  const first = tokens[at];
  const last = tokens[at + words.length - 1];
  if (first === undefined || last === undefined) throw new RangeError("a phrase has words");
  const image = text.slice(first.startOffset, last.startOffset + last.image.length);
  return { ...retyped(first, type), image };
}

function bulletSpelling(offset: number, source: SourceText): Spelling {
  return { type: "spelling", found: "-", write: "", range: source.range(offset, offset + 1) };
}
