/** Removes text between rules that is not part of the language, such as explanations by a model, and reports it. */
import type { Issue } from "@helve/core";
import { closestName, type SourceText } from "@helve/core/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { describeToken } from "./parser-errors.ts";
import { isFirstOnLine } from "./parser-state.ts";
import { startsTest, testTokensAt } from "./test-tokens.ts";
import * as t from "./tokens.ts";
import { isKeywordAt, withTokenType } from "./tokens.ts";
import { unknownSubjects } from "./vocabulary.ts";

/** Text before, between or after rules that is neither a rule, a test nor a header line, such as an explanation by a model. */
export interface TextBetweenRules {
  /** The offsets at which the gap between the rules begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly issue: Issue;
}

/** Removes the tokens before, between and after rules that belong to neither a rule, a test nor the header, and reports them. */
export function separateTextBetweenRules(
  tokens: readonly IToken[],
  source: SourceText,
): { readonly tokens: readonly IToken[]; readonly textBetweenRules: readonly TextBetweenRules[] } {
  const kept: IToken[] = [];
  const textBetweenRules: TextBetweenRules[] = [];
  let stretch: IToken[] = [];
  let start = 0;
  let afterHeader = false;
  let sawRule = false;
  const endStretch = (end: number): void => {
    if (stretch.length > 0) textBetweenRules.push({ start, end, issue: textBetweenRulesIssue(stretch, source) });
    stretch = [];
  };
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const header: readonly IToken[] =
      afterHeader || isFirstOnLine(tokens[at - 1], token, source)
        ? headerTokensAt(tokens, at, { source, sawRule })
        : [];
    const part = header.length > 0 ? header : blockTokensAt(tokens, at, source);
    afterHeader = header.length > 0;
    sawRule ||= part.length > 0 && !afterHeader;
    if (part.length === 0) {
      stretch.push(token);
      at++;
      continue;
    }
    endStretch(token.startOffset);
    for (const one of part) kept.push(one);
    at += part.length;
    const last = part.at(-1) ?? token;
    start = last.startOffset + last.image.length;
  }
  endStretch(source.text.length);
  return { tokens: kept, textBetweenRules };
}

/** The tokens of the rule or the test that starts at an index; empty if none starts there. */
function blockTokensAt(tokens: readonly IToken[], at: number, source: SourceText): readonly IToken[] {
  if (startsTest(tokens, at, source)) return testTokensAt(tokens, at);
  if (!startsRule(tokens, at, source)) return [];
  let end = at + 1;
  while (end < tokens.length && !isKeywordAt(tokens, end, t.End) && !startsTest(tokens, end, source)) end++;
  return withUnknownLines(tokens.slice(at, isKeywordAt(tokens, end, t.End) ? end + 1 : end));
}

/** The tokens at the beginning of a rule, with the type of `on` in the lines `on unknown …` before its trigger. */
export function withUnknownLines(tokens: readonly IToken[]): readonly IToken[] {
  const found = tokens.findIndex((_, index) => isKeywordAt(tokens, index, t.Trigger));
  const trigger = found < 0 ? tokens.length : found;
  return tokens.map((token, index) => {
    const isOn = index > 1 && index < trigger && token.image === "on" && tokens[index - 1]?.tokenType !== t.At;
    return isOn ? withTokenType(token, t.On) : token;
  });
}

/** The tokens of the header line that starts at an index; empty if none starts there. */
function headerTokensAt(
  tokens: readonly IToken[],
  at: number,
  { source, sawRule }: { readonly source: SourceText; readonly sawRule: boolean },
): readonly IToken[] {
  const [first, second, third, fourth] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  if (first === undefined || second === undefined) return [];
  if (first.image === "trust" || first.image === "untrusted") return trustTokensAt(tokens, at);
  if (first.tokenType === t.Let && !sawRule) return sharedBindingAt(tokens, at, source);
  if (first.image === "default") {
    return closestName(second.image, ["allow", "deny"]) === undefined ? [] : [withTokenType(first, t.Default), second];
  }
  if (first.image !== "on" || closestName(second.image, ["unknown", "error"]) === undefined) return [];
  const opening = [withTokenType(first, t.On), second];
  if (third === undefined || !tokenMatcher(third, t.Name)) return opening;
  const namesSubject = unknownSubjects.some((subject) => subject === third.image);
  return namesSubject && fourth !== undefined && tokenMatcher(fourth, t.Name)
    ? [...opening, third, fourth]
    : [...opening, third];
}

/** The tokens of `trust prompt, Contacts.any`; empty if no source follows. */
function trustTokensAt(tokens: readonly IToken[], at: number): readonly IToken[] {
  const first = tokens[at];
  const next = tokens[at + 1];
  if (first === undefined || next === undefined || !isSourceStart(next)) return [];
  let end = at + 1;
  while (isSourceStart(tokens[end])) {
    end++;
    if (tokens[end]?.tokenType === t.Dot) end += 2;
    if (tokens[end]?.tokenType === t.Star) end++;
    if (tokens[end]?.tokenType !== t.Comma) break;
    end++;
  }
  return [withTokenType(first, first.image === "trust" ? t.Trust : t.Untrusted), ...tokens.slice(at + 1, end)];
}

/** Whether a token can begin the name of a source. */
function isSourceStart(token: IToken | undefined): boolean {
  return token !== undefined && (tokenMatcher(token, t.Name) || tokenMatcher(token, t.StringLiteral));
}

/** The tokens of a `let` before the first rule: up to the next rule, or the next line that begins with a word outside brackets. */
function sharedBindingAt(tokens: readonly IToken[], at: number, source: SourceText): readonly IToken[] {
  if (tokens[at + 2]?.tokenType !== t.Assign) return [];
  let depth = 0;
  let end = at + 3;
  for (; end < tokens.length; end++) {
    const token = tokens[end];
    if (token === undefined || startsRule(tokens, end, source) || startsTest(tokens, end, source)) break;
    const startsLine = end > at + 3 && isFirstOnLine(tokens[end - 1], token, source);
    if (depth === 0 && startsLine && tokenMatcher(token, t.Word) && !awaitsValue(tokens[end - 1])) break;
    if ([t.LeftBracket, t.LeftBrace, t.LeftParen].includes(token.tokenType)) depth++;
    else if ([t.RightBracket, t.RightBrace, t.RightParen].includes(token.tokenType)) depth--;
  }
  return tokens.slice(at, end);
}

/** Whether a value goes on after a token, so that the next line belongs to it. */
function awaitsValue(token: IToken | undefined): boolean {
  const { tokenType } = token ?? {};
  return [t.Dot, t.Plus, t.ListDash, t.Star].some((type) => type === tokenType);
}

/** Whether a rule starts at a token: `rule` is first on its line or after an `end`, or a trigger follows its name. */
export function startsRule(tokens: readonly IToken[], at: number, source: SourceText): boolean {
  const token = tokens[at];
  if (token === undefined || !isKeywordAt(tokens, at, t.Rule)) return false;
  if (tokens[at + 1]?.tokenType === t.At || isKeywordAt(tokens, at - 1, t.End)) return true;
  const afterName = tokens[at + 2]?.tokenType;
  return (
    afterName === t.Trigger ||
    afterName === t.Severity ||
    afterName === t.Priority ||
    (tokens[at + 2]?.image === "on" && tokens[at + 3]?.image === "unknown") ||
    isFirstOnLine(tokens[at - 1], token, source)
  );
}

/** The issue of text between rules, with a quick fix that makes it a comment. */
function textBetweenRulesIssue(stretch: readonly IToken[], source: SourceText): Issue {
  const first = stretch[0];
  const last = stretch.at(-1);
  const start = first?.startOffset ?? 0;
  const range = source.range(start, (last?.startOffset ?? 0) + (last?.image.length ?? 0));
  const text = source.text.slice(start, range.end.offset);
  const commented = `// ${text.replace(/\r\n?|\n/g, (ending) => `${ending}// `)}`;
  return {
    code: "unexpected_token",
    message: `expected "rule" (got ${describeToken(first)})${fileAdvice(source.text)}`,
    range,
    expected: '"rule"',
    quickFix: {
      title: "Make it a comment",
      range,
      text: commented + lineBreakAfterComment(source.text, range.end.offset),
    },
  };
}

/** Writes advice for a rule file's path in place of its text. */
function fileAdvice(text: string): string {
  return /^[^\s"]{1,500}\.agentspec$/.test(text)
    ? ": this is the path of a file; read the file, and pass its text"
    : "";
}

/** A line break if other text follows on the line that becomes a comment. */
function lineBreakAfterComment(text: string, offset: number): string {
  return /^[ \t]*(?:[\r\n]|$)/.test(text.slice(offset, offset + 200)) ? "" : "\n";
}
