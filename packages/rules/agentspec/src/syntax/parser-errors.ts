import {
  EOF,
  type IParserErrorMessageProvider,
  type IToken,
  type TokenType,
  tokenLabel,
  tokenMatcher,
} from "chevrotain";
import { type ParserState, quoteShort, reportIssue, tokenRange } from "./parser-state.ts";
import * as t from "./tokens.ts";
import { enforcementNames } from "./vocabulary.ts";

/** Reports each error of chevrotain's parser as an issue with our own message; chevrotain itself keeps an empty message. */
export function parserErrorMessages(currentState: () => ParserState): IParserErrorMessageProvider {
  const unexpected = (rule: string, actual: IToken | undefined, previous: IToken, type?: TokenType): string => {
    const state = currentState();
    const expected = describeExpected(rule, type, previous);
    const atEnd = actual === undefined || actual.tokenType === EOF;
    const end = Math.max(0, previous.startOffset + previous.image.length);
    const range = atEnd ? state.source.range(end, end) : tokenRange(state, actual);
    // Tokens after an unclosed string most likely belong to the string, and an inserted token was already reported.
    if (previous.tokenType !== t.UnclosedString && (atEnd || actual.image !== "")) {
      const advice = actual?.image === "*" && namesTools.has(rule) ? ": write any for every tool" : "";
      reportIssue(state, "unexpected_token", {
        message: `expected ${expected} (got ${describeToken(atEnd ? undefined : actual)})${advice}`,
        range,
        expected,
      });
    }
    return "";
  };
  return {
    buildMismatchTokenMessage: ({ expected, actual, previous, ruleName }) =>
      unexpected(ruleName, actual, previous, expected),
    buildNoViableAltMessage: ({ actual, previous, ruleName }) => unexpected(ruleName, actual[0], previous),
    buildEarlyExitMessage: ({ actual, previous, ruleName }) => unexpected(ruleName, actual[0], previous),
    buildNotAllInputParsedMessage: () => "",
  };
}

/** A token as text for a message. */
export function describeToken(token: IToken | undefined): string {
  if (token === undefined) return "the end of the text";
  return tokenMatcher(token, t.StringLiteral) ? "a string" : quoteShort(token.image);
}

const anEnforcement = `an enforcement: ${enforcementNames.slice(0, -1).join(", ")} or ${enforcementNames.at(-1)}`;

/** The expected syntax, as text for messages: by production, and by token type if only one is possible. */
const expectedByRule = new Map([
  ["program EOF", '"rule" or "test"'],
  ["headerItem", '"default" or "on"'],
  ["headerItem Name", "the value of this setting"],
  ["conditions", 'a predicate or "enforce"'],
  ["negation", "a predicate"],
  ["group", "a predicate"],
  ["group RightParen", 'a predicate or ")"'],
  ["comparison Compare", "a comparison"],
  ["rule End", 'an enforcement or "end"'],
  ["check", '"check"'],
  ["ruleName", "the name of the rule"],
  ["notes Name", "a severity"],
  ["notes NumberLiteral", "a whole number"],
  ["unknownLine Name", "code, path, violated, ignore, stop or user_inspection"],
  ["trigger", 'an event, a tool or "any"'],
  ["toolPattern", 'a tool or "any"'],
  ["parameters Name", "the name of an argument"],
  ["actionLine", "a name or a string"],
  ["binding Name", "a name"],
  ["predicate Name", "a predicate"],
  ["value", "a value"],
  ["product", "a value"],
  ["operand", "a value"],
  ["toolName", 'a tool or "any"'],
  ["toolMember", 'a tool or "any"'],
  ["source", "a source: prompt, trusted, untrusted or a tool"],
  ["sources", "a source: prompt, trusted, untrusted or a tool"],
  ["trustLine", "a source: prompt or a tool"],
  ["window", "a number of steps or a duration, such as 10 steps or 1h"],
  ["quantifier Compare", "a comparison"],
  ["binding", "a value"],
  ["step", 'an index or a key in "double quotes"'],
  ["entry StringLiteral", 'a key in "double quotes"'],
  ["enforcements", anEnforcement],
  ["enforcement", anEnforcement],
  ["userInspection", "a message or the name of a fix"],
  ["warnOrLog StringLiteral", 'a message in "double quotes"'],
  ["messageWithoutParentheses StringLiteral", 'a message in "double quotes"'],
  ["invokedTool", "the name of a tool"],
  ["invokeAction", '"," and the arguments in { }'],
  ["actionArguments", "the arguments in { }"],
  ["test StringLiteral", 'the name of the test in "double quotes"'],
  ["given Name", "prompt, state or now"],
  ["when", "a call of a tool or an event"],
  ["calledTool", "a call of a tool"],
  ["testCall LeftParen", '"(" and the arguments in { }'],
  ["testCall RightParen", 'the arguments in { } or ")"'],
  ["expectation Name", "an outcome, such as allow or stop"],
  ["expectation", "the name of a rule"],
]);

/** The productions that begin with the name of a tool. */
const namesTools: ReadonlySet<string> = new Set([
  "trigger",
  "toolPattern",
  "toolName",
  "toolMember",
  "source",
  "sources",
]);

/** The expected syntax directly after an opening bracket, besides the closing bracket. */
const expectedFirstMember = new Map([
  ["arguments", "a value"],
  ["list", "a value"],
  ["object", 'a key in "double quotes"'],
  ["userInspection", "a message, the name of a fix"],
  ["warnOrLog", 'a message in "double quotes"'],
  ["parameters", "the name of an argument"],
]);

/** Describes the expected syntax of a production, for a message. */
function describeExpected(rule: string, type: TokenType | undefined, previous: IToken): string {
  if (type === undefined) return expectedByRule.get(rule) ?? "something else";
  const expectedToken = expectedByRule.get(`${rule} ${type.name}`);
  if (expectedToken !== undefined) return expectedToken;
  const label = tokenLabel(type);
  const closing = type === t.RightParen || type === t.RightBracket || type === t.RightBrace;
  const firstMember = expectedFirstMember.get(rule);
  if (!closing || firstMember === undefined) return label;
  const isFirst = [t.LeftParen, t.LeftBracket, t.LeftBrace].includes(previous.tokenType);
  return `${isFirst ? firstMember : '","'} or ${label}`;
}
