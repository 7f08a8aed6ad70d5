import {
  defaultDecisions,
  isFirstOnLine,
  isKeywordAt,
  normalizeDialect,
  startsRule,
  tokens as t,
} from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { isInComment, lastIndexAtOrBefore } from "../at-offset.ts";
import { type LexedText, lexedText, type OpenProgram, type Span, tokenSpan } from "../open-program.ts";
import { type Continuation, continuations } from "./continuations.ts";
import { ruleStart } from "./rule-template.ts";

/** The place of a completion request, and what the grammar allows there. */
export type CompletionContext = RuleCompletionContext | TopLevelCompletionContext | StringCompletionContext;

/** The part of a rule before the offset. */
interface ClauseContext {
  /** The tokens of the rule before the word or the string at the offset. */
  readonly ruleTokens: readonly IToken[];
  /** The tokens of the current clause, after a minimal rule start; the frames of `continuations` are indexes into them. */
  readonly clause: readonly IToken[];
  readonly continuations: readonly Continuation[];
}

/** A place in a rule where a word can be written. */
export interface RuleCompletionContext extends ClauseContext {
  readonly kind: "rule";
  /** The word at the offset, which an item replaces; empty if there is no word. */
  readonly replaced: Span;
  /** The tokens after the word, up to a limit. */
  readonly nextTokens: readonly IToken[];
}

/** A place outside rules, where a rule or a line of the header can be written. */
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

/** A place in a string within a rule. */
export interface StringCompletionContext {
  readonly kind: "string";
  readonly string: IToken;
  /** The place of the whole string; an unclosed string ends at the offset. */
  readonly ruleCompletionContext: RuleCompletionContext;
}

/** Finds the context of a completion request; undefined where nothing can be completed, such as in a comment or a number. */
export function completionContextAt(program: OpenProgram, offset: number): CompletionContext | undefined {
  if (isInComment(program, offset)) return undefined;
  const lexed = lexedText(program);
  const { tokens } = lexed;
  const index = lastIndexAtOrBefore(tokens, offset - 1, ({ startOffset }) => startOffset);
  const touched = tokens[index];
  const isTouched = touched !== undefined && tokenSpan(touched).end >= offset;
  if (
    isTouched &&
    tokenMatcher(touched, t.StringLiteral) &&
    !(isClosedString(touched) && tokenSpan(touched).end === offset)
  ) {
    const rule = openRuleTokens(lexed, index);
    if (rule === undefined) return undefined;
    const { start, end } = tokenSpan(touched);
    const word = { start, end: isClosedString(touched) ? end : offset };
    return { kind: "string", string: touched, ruleCompletionContext: ruleCompletionContext(word, rule, index, lexed) };
  }
  if (isTouched && tokenMatcher(touched, t.NumberLiteral)) return undefined;
  const isWord = isTouched && tokenMatcher(touched, t.Word);
  const word = isWord ? tokenSpan(touched) : { start: offset, end: offset };
  const end = isWord ? index : index + 1;
  const rule = openRuleTokens(lexed, end);
  if (rule === undefined) return { kind: "top-level", replaced: word, ...lineContext(lexed, end, word.start) };
  return ruleCompletionContext(word, rule, index, lexed);
}

/** The context around the token at an index. */
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

/** The tokens of the rule that is still open at an index; undefined between rules. */
function openRuleTokens({ tokens, source }: LexedText, end: number): readonly IToken[] | undefined {
  for (let at = end - 1; at >= 0; at--) {
    if (isKeywordAt(tokens, at, t.End)) return undefined;
    if (startsRule(tokens, at, source)) return tokens.slice(at, end);
  }
  return undefined;
}

function lineContext(
  { tokens, source }: LexedText,
  end: number,
  offset: number,
): Pick<TopLevelCompletionContext, "lineWords" | "isAfterRule" | "headerSubjects"> {
  const line: string[] = [];
  for (let at = end - 1, next = offset; at >= 0 && line.length < 3; at--) {
    const token = tokens[at];
    if (token === undefined || isKeywordAt(tokens, at, t.End)) break;
    if (isFirstOnLine(token, { startOffset: next, image: "" }, source)) break;
    line.unshift(token.image);
    next = token.startOffset;
  }
  const earlier = tokens.slice(0, end - line.length);
  return {
    lineWords: line,
    isAfterRule: earlier.some((_, at) => startsRule(tokens, at, source)),
    headerSubjects: new Set(earlier.flatMap(({ image }, at) => headerSubject(image, earlier[at + 1]?.image ?? ""))),
  };
}

/** The results of a check other than true and false, for which the header can set a policy. */
export const checkFailures: readonly string[] = ["unknown", "error"];

/** The setting of a header line that begins with two words: `unknown` for `on unknown`. */
function headerSubject(first: string, second: string): readonly string[] {
  if (first === "default") return defaultDecisions.some((word) => word === second) ? [first] : [];
  return first === "on" && checkFailures.includes(second) ? [second] : [];
}

/** The maximum number of tokens to follow through the grammar; of a longer clause, only the last lines. */
const maxTokens = 300;
const maxLines = 8;

/**
 * Finds what the grammar allows after the tokens of a rule. Starts at the last keyword; if the tokens after it don't parse, starts at
 * one of the last lines; if that fails, too, skips the tokens that don't fit.
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
    const found = continuations(clause, false);
    if (found.length > 0) return { ruleTokens: before, clause, continuations: found };
  }
  const clause = [...opening, ...whole.slice(-maxTokens)];
  return { ruleTokens: before, clause, continuations: continuations(clause, true) };
}

function lastKeywordIndex(tokens: readonly IToken[]): number {
  for (let at = tokens.length - 1; at > 0; at--) {
    if ([t.Trigger, t.Check, t.Enforce].some((type) => isKeywordAt(tokens, at, type))) return at;
  }
  return 0;
}

/** The indexes at which the last lines begin, the last line first. */
function lastLineStarts(tokens: readonly IToken[], { source }: LexedText): readonly number[] {
  const starts: number[] = [];
  for (let at = tokens.length - 1; at > 0 && starts.length < maxLines; at--) {
    const token = tokens[at];
    if (tokens.length - at > maxTokens) break;
    if (token !== undefined && isFirstOnLine(tokens[at - 1], token, source)) starts.push(at);
  }
  return starts;
}
