import {
  defaultDecisions,
  isFirstOnLine,
  isKeywordAt,
  normalizeDialect,
  startsRule,
  startsTest,
  tokens as t,
  testTokensAt,
  withUnknownLines,
} from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { isInComment, lastIndexAtOrBefore } from "../at-offset.ts";
import { type LexedText, lexedText, type OpenProgram, type Span, tokenSpan } from "../open-program.ts";
import { type Continuation, continuations } from "./continuations.ts";
import { ruleStart } from "./rule-template.ts";

/** Finds where in the text an offset is and what the grammar allows there; undefined where nothing can be completed, as in a comment. */
export function completionContextAt(program: OpenProgram, offset: number): CompletionContext | undefined {
  if (isInComment(program, offset)) return undefined;
  const lexed = lexedText(program);
  const { tokens } = lexed;
  const index = lastIndexAtOrBefore(tokens, offset - 1, ({ startOffset }) => startOffset);
  const lastToken = tokens[index];
  const isTouching = lastToken !== undefined && tokenSpan(lastToken).end >= offset;
  if (
    isTouching &&
    tokenMatcher(lastToken, t.StringLiteral) &&
    !(isClosedString(lastToken) && tokenSpan(lastToken).end === offset)
  ) {
    const rule = openTestTokens(lexed, index) === undefined ? openRuleTokens(lexed, index) : undefined;
    if (rule === undefined) return undefined;
    const { start, end } = tokenSpan(lastToken);
    const word = { start, end: isClosedString(lastToken) ? end : offset };
    return {
      kind: "string",
      string: lastToken,
      ruleCompletionContext: ruleCompletionContext(word, rule, index, lexed),
    };
  }
  if (isTouching && numbers.some((type) => tokenMatcher(lastToken, type))) return undefined;
  const isWord = isTouching && tokenMatcher(lastToken, t.Word);
  const word = isWord ? tokenSpan(lastToken) : { start: offset, end: offset };
  const end = isWord ? index : index + 1;
  const test = openTestTokens(lexed, end);
  if (test !== undefined) return { kind: "test", replaced: word, tokens: test };
  const rule = openRuleTokens(lexed, end);
  if (rule === undefined) return { kind: "top-level", replaced: word, ...lineContext(lexed, end, word.start) };
  return ruleCompletionContext(word, rule, index, lexed);
}

const numbers = [t.NumberLiteral, t.DurationLiteral];

/** Where an offset is in the text, and what the grammar allows there. */
export type CompletionContext =
  | RuleCompletionContext
  | TopLevelCompletionContext
  | TestCompletionContext
  | StringCompletionContext;

/** The part of a rule before the offset, and what the grammar allows after it. */
interface ClauseContext {
  /** The tokens of the rule before the word or the string at the offset. */
  readonly ruleTokens: readonly IToken[];
  /** The tokens of the current clause, after a minimal rule start; the frames of `continuations` are indexes into them. */
  readonly clause: readonly IToken[];
  readonly continuations: readonly Continuation[];
}

/** An offset in a rule where a word can be written. */
export interface RuleCompletionContext extends ClauseContext {
  readonly kind: "rule";
  /** The word at the offset, which an item replaces; empty if there is no word. */
  readonly replaced: Span;
  /** The tokens after the word, up to a limit. */
  readonly nextTokens: readonly IToken[];
}

/** An offset outside rules, where a rule or a line of the header can be written. */
export interface TopLevelCompletionContext {
  readonly kind: "top-level";
  readonly replaced: Span;
  /** The words before the offset on the same line. */
  readonly lineWords: readonly string[];
  /** Whether a rule precedes the offset; then the header has ended. */
  readonly isAfterRule: boolean;
  /** The settings of earlier header lines: `default`, `unknown`, `error`. */
  readonly headerSubjects: ReadonlySet<string>;
}

/** An offset in a test. */
export interface TestCompletionContext {
  readonly kind: "test";
  readonly replaced: Span;
  /** The tokens of the test before the word at the offset. */
  readonly tokens: readonly IToken[];
}

/** An offset inside a string of a rule. */
export interface StringCompletionContext {
  readonly kind: "string";
  readonly string: IToken;
  /** The context of the whole string, which an item replaces; an unclosed string ends at the offset. */
  readonly ruleCompletionContext: RuleCompletionContext;
}

/** Creates the context for a word in a rule; the tokens after the index are those after the word. */
function ruleCompletionContext(
  replaced: Span,
  rule: readonly IToken[],
  index: number,
  lexed: LexedText,
): RuleCompletionContext {
  return {
    kind: "rule",
    replaced,
    nextTokens: lexed.tokens.slice(index + 1, index + 1 + maxTokens),
    ...clauseContext(rule, lexed),
  };
}

function isClosedString({ tokenType }: IToken): boolean {
  return tokenType !== t.UnclosedString;
}

/** Finds the tokens of the rule that has started before an index and not ended; undefined if there is no such rule. */
function openRuleTokens({ tokens, source }: LexedText, end: number): readonly IToken[] | undefined {
  for (let index = end - 1; index >= 0; index--) {
    if (isKeywordAt(tokens, index, t.End)) return undefined;
    if (startsRule(tokens, index, source)) return withUnknownLines(tokens.slice(index, end));
  }
  return undefined;
}

/** Finds the tokens of the test that has started before an index and not ended; undefined if there is no such test. */
function openTestTokens({ tokens, source }: LexedText, end: number): readonly IToken[] | undefined {
  for (let index = end - 1; index >= 0; index--) {
    if (isKeywordAt(tokens, index, t.End) || startsRule(tokens, index, source)) return undefined;
    if (startsTest(tokens, index, source)) return testTokensAt(tokens.slice(0, end), index);
  }
  return undefined;
}

/** Finds the words before an offset on its line, which can be a header line, and the settings of earlier header lines. */
function lineContext(
  { tokens, source }: LexedText,
  end: number,
  offset: number,
): Pick<TopLevelCompletionContext, "lineWords" | "isAfterRule" | "headerSubjects"> {
  const line: string[] = [];
  for (let index = end - 1, next = offset; index >= 0 && line.length < maxLineWords; index--) {
    const token = tokens[index];
    if (token === undefined || isKeywordAt(tokens, index, t.End)) break;
    if (isFirstOnLine(token, { startOffset: next, image: "" }, source)) break;
    line.unshift(token.image);
    next = token.startOffset;
  }
  const earlier = tokens.slice(0, end - line.length);
  return {
    lineWords: line,
    isAfterRule: earlier.some((_, index) => startsRule(tokens, index, source)),
    headerSubjects: new Set(
      earlier.flatMap(({ image }, index) => headerSubject(image, earlier[index + 1]?.image ?? "")),
    ),
  };
}

/** The maximum number of words of a header line: of `trust` and its sources. */
const maxLineWords = 100;

/** The results of a check other than true and false, for which the header can set a policy. */
export const checkFailures: readonly string[] = ["unknown", "error"];

/** The setting of a header line that begins with two words, as a list: `unknown` for `on unknown`; empty for other words. */
function headerSubject(first: string, second: string): readonly string[] {
  if (first === "default") return defaultDecisions.some((word) => word === second) ? [first] : [];
  return first === "on" && checkFailures.includes(second) ? [second] : [];
}

/** The maximum number of tokens to follow through the grammar; of a longer clause, only the last lines. */
const maxTokens = 300;
const maxLines = 8;

/**
 * Finds the tokens that the grammar allows after the tokens of a rule. It parses from the last clause keyword on; if that fails, from one of
 * the last lines on; if that fails, too, from the last clause keyword on without the tokens that don't fit.
 */
function clauseContext(rule: readonly IToken[], lexed: LexedText): ClauseContext {
  const before = normalizeDialect(rule, lexed.source).tokens;
  const from = lastKeywordIndex(before);
  const opening = ruleStart(before[from]?.tokenType);
  const whole = before.slice(from + 1);
  const attempts = [
    ...(whole.length <= maxTokens ? [whole] : []),
    ...lastLineStarts(whole, lexed).map((start) => whole.slice(start)),
  ];
  for (const tokens of attempts) {
    const clause = [...opening, ...tokens];
    const allowed = continuations(clause, false);
    if (allowed.length > 0) return { ruleTokens: before, clause, continuations: allowed };
  }
  const clause = [...opening, ...whole.slice(-maxTokens)];
  return { ruleTokens: before, clause, continuations: continuations(clause, true) };
}

/** The index of the last `trigger`, `check` or `enforce`; 0 if not found. */
function lastKeywordIndex(tokens: readonly IToken[]): number {
  for (let index = tokens.length - 1; index > 0; index--) {
    if ([t.Trigger, t.Check, t.Enforce].some((type) => isKeywordAt(tokens, index, type))) return index;
  }
  return 0;
}

/** The indexes of the first tokens of the last lines, the last line first. */
function lastLineStarts(tokens: readonly IToken[], { source }: LexedText): readonly number[] {
  const starts: number[] = [];
  for (let at = tokens.length - 1; at > 0 && starts.length < maxLines; at--) {
    const token = tokens[at];
    if (tokens.length - at > maxTokens) break;
    if (token !== undefined && isFirstOnLine(tokens[at - 1], token, source)) starts.push(at);
  }
  return starts;
}
