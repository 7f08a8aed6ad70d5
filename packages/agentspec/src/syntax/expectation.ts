import {
  EOF,
  type IParserErrorMessageProvider,
  type IToken,
  type TokenType,
  tokenLabel,
  tokenMatcher,
} from "chevrotain";
import { quoted, type Reading, rangeOf, report } from "./reading.ts";
import * as t from "./tokens.ts";

/** The four enforcements, as rules write them (Fig. 3 ⟨Enforce⟩). */
export const enforcementNames: readonly string[] = ["user_inspection", "llm_self_reflect", "invoke_action", "stop"];

/** Makes the parser note each of its errors as an issue in our words; the message that it keeps itself is empty. */
export function errorReporter(reading: Reading): IParserErrorMessageProvider {
  const unexpected = (rule: string, actual: IToken | undefined, previous: IToken, type?: TokenType): string => {
    const expected = expectation(rule, type, previous);
    const atEnd = actual === undefined || actual.tokenType === EOF;
    const end = Math.max(0, previous.startOffset + previous.image.length);
    const range = atEnd ? reading.source.range(end, end) : rangeOf(reading, actual);
    // What follows a string without its closing quote is, most likely, part of that string.
    if (previous.tokenType !== t.OpenText) {
      report(reading, "unexpected_token", `expected ${expected} (got ${found(atEnd ? undefined : actual)})`, range, {
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

function found(token: IToken | undefined): string {
  if (token === undefined) return "the end of the text";
  return tokenMatcher(token, t.Text) ? "a string" : quoted(token.image);
}

const anEnforcement = `an enforcement: ${enforcementNames.slice(0, -1).join(", ")} or ${enforcementNames.at(-1)}`;

/** What may stand at a place of the grammar: by its rule, and by the kind of token where there is but one. */
const expectations = new Map([
  ["program EOF", '"rule"'],
  ["predicates", 'a predicate or "enforce"'],
  ["rule End", 'an enforcement or "end"'],
  ["ruleName", "the name of the rule"],
  ["trigger Name", 'a toolkit or "any"'],
  ["trigger Dot", '"." and a tool'],
  ["trigger Word", 'a tool or "any"'],
  ["predicate Name", "a predicate"],
  ["value", "a value"],
  ["step", 'an index or a key in "double quotes"'],
  ["entry Text", 'a key in "double quotes"'],
  ["enforcements", anEnforcement],
  ["enforcement", anEnforcement],
  ["userInspection Name", "the name of a fix"],
  ["toolName Name", "the name of a tool"],
  ["invokeAction Comma", '"," and the arguments in { }'],
  ["object LeftBrace", "the arguments in { }"],
]);

/** What may stand directly after an opening sign, beside the closing one. */
const firstMembers = new Map([
  ["arguments", "a value"],
  ["list", "a value"],
  ["object", 'a key in "double quotes"'],
  ["userInspection", "the name of a fix"],
]);

function expectation(rule: string, type: TokenType | undefined, previous: IToken): string {
  if (type === undefined) return expectations.get(rule) ?? "something else";
  const known = expectations.get(`${rule} ${type.name}`);
  if (known !== undefined) return known;
  const label = tokenLabel(type);
  const closing = type === t.RightParen || type === t.RightBracket || type === t.RightBrace;
  const firstMember = firstMembers.get(rule);
  if (!closing || firstMember === undefined) return label;
  const isFirst = [t.LeftParen, t.LeftBracket, t.LeftBrace].includes(previous.tokenType);
  return `${isFirst ? firstMember : '","'} or ${label}`;
}
