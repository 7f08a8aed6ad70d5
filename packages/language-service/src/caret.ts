import {
  defaultDecisions,
  isFirstOnLine,
  isKeywordAt,
  normalizeDialect,
  startsRule,
  tokens as t,
} from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { isInComment, lastFrom } from "./at-offset.ts";
import { type Continuation, continuations } from "./continuations.ts";
import { type Lexed, lexedOf, type OpenProgram, type Stretch, stretchOf } from "./open-program.ts";
import { upTo } from "./rest-of-rule.ts";

/** Where somebody types. */
export type Caret = CaretInRule | CaretBetweenRules | CaretInString;

/** What of a rule stands before the caret. */
interface Clause {
  /** The tokens of the rule up to the word or the string at the caret. */
  readonly before: readonly IToken[];
  /** Those of them that `continuations` count from: the clause at hand, after words that stand for what comes before it. */
  readonly clause: readonly IToken[];
  readonly continuations: readonly Continuation[];
}

/** In a rule, where a word may stand. */
export interface CaretInRule extends Clause {
  readonly kind: "rule";
  /** The word that the caret is in or behind; the empty place of the caret where there is none. */
  readonly word: Stretch;
  /** The tokens after the word, as far as they matter to it. */
  readonly after: readonly IToken[];
}

/** Where a rule, or a line of the header, may begin. */
export interface CaretBetweenRules {
  readonly kind: "between";
  readonly word: Stretch;
  /** What stands before the word on its line. */
  readonly line: readonly string[];
  /** Whether a rule comes before it. */
  readonly isAfterRule: boolean;
  /** What earlier lines of the header are about: `default`, `unknown`, `error`. */
  readonly header: ReadonlySet<string>;
}

/** In a string within a rule. */
export interface CaretInString {
  readonly kind: "string";
  readonly string: IToken;
  /** The place of the string; of one that is not closed, up to the caret. */
  readonly place: CaretInRule;
}

/** Where an offset is, for somebody who types there; undefined where nothing is to be said, such as in a comment. */
export function caretAt(program: OpenProgram, offset: number): Caret | undefined {
  if (isInComment(program, offset)) return undefined;
  const lexed = lexedOf(program);
  const { tokens } = lexed;
  const index = lastFrom(tokens, offset - 1, ({ startOffset }) => startOffset);
  const touched = tokens[index];
  const isTouched = touched !== undefined && stretchOf(touched).end >= offset;
  if (
    isTouched &&
    tokenMatcher(touched, t.StringLiteral) &&
    !(isClosed(touched) && stretchOf(touched).end === offset)
  ) {
    const rule = ruleBefore(lexed, index);
    if (rule === undefined) return undefined;
    const { start, end } = stretchOf(touched);
    const word = { start, end: isClosed(touched) ? end : offset };
    return { kind: "string", string: touched, place: { kind: "rule", word, ...around(rule, index, lexed) } };
  }
  if (isTouched && tokenMatcher(touched, t.NumberLiteral)) return undefined;
  const isWord = isTouched && tokenMatcher(touched, t.Word);
  const word = isWord ? stretchOf(touched) : { start: offset, end: offset };
  const end = isWord ? index : index + 1;
  const rule = ruleBefore(lexed, end);
  if (rule === undefined) return { kind: "between", word, ...lineBefore(lexed, end, word.start) };
  return { kind: "rule", word, ...around(rule, index, lexed) };
}

/** What stands before and after the token at an index. */
function around(rule: readonly IToken[], index: number, lexed: Lexed): Omit<CaretInRule, "kind" | "word"> {
  return { after: lexed.tokens.slice(index + 1, index + 1 + mostTokens), ...clauseOf(rule, lexed) };
}

function isClosed({ tokenType }: IToken): boolean {
  return tokenType !== t.UnclosedString;
}

/** The tokens of the rule that is not ended before an index; undefined between rules. */
function ruleBefore({ tokens, source }: Lexed, end: number): readonly IToken[] | undefined {
  for (let at = end - 1; at >= 0; at--) {
    if (isKeywordAt(tokens, at, t.End)) return undefined;
    if (startsRule(tokens, at, source)) return tokens.slice(at, end);
  }
  return undefined;
}

function lineBefore(
  { tokens, source }: Lexed,
  end: number,
  offset: number,
): Pick<CaretBetweenRules, "line" | "isAfterRule" | "header"> {
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
    line,
    isAfterRule: earlier.some((_, at) => startsRule(tokens, at, source)),
    header: new Set(earlier.flatMap(({ image }, at) => subjectOf(image, earlier[at + 1]?.image ?? ""))),
  };
}

/** What a check may come to instead of an answer. */
export const failures: readonly string[] = ["unknown", "error"];

/** What two words are about, if a line of the header begins with them. */
function subjectOf(first: string, second: string): readonly string[] {
  if (first === "default") return defaultDecisions.some((word) => word === second) ? [first] : [];
  return first === "on" && failures.includes(second) ? [second] : [];
}

/** How many tokens are followed through the grammar; before more than that, those of the last lines. */
const mostTokens = 300;
const mostLines = 8;

/**
 * What may come after the tokens of a rule. Where they make no sense from the last keyword on, those from the start of
 * a line on are looked at; and if that does not help, what does not fit is passed over.
 */
function clauseOf(rule: readonly IToken[], lexed: Lexed): Clause {
  const before = normalizeDialect(rule, lexed.source).tokens;
  const from = lastKeyword(before);
  const opening = upTo(before[from]?.tokenType);
  const whole = before.slice(from + 1);
  const attempts = [
    ...(whole.length <= mostTokens ? [whole] : []),
    ...lineStarts(whole, lexed).map((start) => whole.slice(start)),
  ];
  for (const tokens of attempts) {
    const clause = [...opening, ...tokens];
    const found = continuations(clause, false);
    if (found.length > 0) return { before, clause, continuations: found };
  }
  const clause = [...opening, ...whole.slice(-mostTokens)];
  return { before, clause, continuations: continuations(clause, true) };
}

function lastKeyword(tokens: readonly IToken[]): number {
  for (let at = tokens.length - 1; at > 0; at--) {
    if ([t.Trigger, t.Check, t.Enforce].some((type) => isKeywordAt(tokens, at, type))) return at;
  }
  return 0;
}

/** Where the last lines of some tokens begin, the last one first. */
function lineStarts(tokens: readonly IToken[], { source }: Lexed): readonly number[] {
  const starts: number[] = [];
  for (let at = tokens.length - 1; at > 0 && starts.length < mostLines; at--) {
    const token = tokens[at];
    if (tokens.length - at > mostTokens) break;
    if (token !== undefined && isFirstOnLine(tokens[at - 1], token, source)) starts.push(at);
  }
  return starts;
}
