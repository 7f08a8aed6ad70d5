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

/** The enforcements, as rules write them (Fig. 3 ⟨Enforce⟩, and those beside it). */
export const enforcementNames: readonly string[] = [
  ...["user_inspection", "llm_self_reflect", "invoke_action", "stop"],
  ...["skip", "none", "allow", "warn", "log"],
];

/** Makes the parser note each of its errors as an issue in our words; the message that it keeps itself is empty. */
export function errorReporter(readingNow: () => Reading): IParserErrorMessageProvider {
  const unexpected = (rule: string, actual: IToken | undefined, previous: IToken, type?: TokenType): string => {
    const reading = readingNow();
    const expected = expectation(rule, type, previous);
    const atEnd = actual === undefined || actual.tokenType === EOF;
    const end = Math.max(0, previous.startOffset + previous.image.length);
    const range = atEnd ? reading.source.range(end, end) : rangeOf(reading, actual);
    // What follows a string without its closing quote is, most likely, part of that string; and where a word was put in
    // that the text lacks, that has been said already.
    if (previous.tokenType !== t.OpenText && (atEnd || actual.image !== "")) {
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

/** A token as a message shows it. */
export function found(token: IToken | undefined): string {
  if (token === undefined) return "the end of the text";
  return tokenMatcher(token, t.Text) ? "a string" : quoted(token.image);
}

const anEnforcement = `an enforcement: ${enforcementNames.slice(0, -1).join(", ")} or ${enforcementNames.at(-1)}`;

/** What may stand at a place of the grammar: by its rule, and by the kind of token where there is but one. */
const expectations = new Map([
  ["program EOF", '"rule"'],
  ["headerItem", '"default" or "on"'],
  ["headerItem Name", "what is to happen"],
  ["conditions", 'a predicate or "enforce"'],
  ["negation", "a predicate"],
  ["group", "a predicate"],
  ["group RightParen", 'a predicate or ")"'],
  ["comparison Compare", "a comparison"],
  ["rule End", 'an enforcement or "end"'],
  ["check", '"check"'],
  ["ruleName", "the name of the rule"],
  ["notes Name", "how severe it is"],
  ["notes Numeral", "a whole number"],
  ["trigger", 'an event, a tool or "any"'],
  ["toolPattern", 'a tool or "any"'],
  ["parameters Name", "the name of an argument"],
  ["actionLine", "a name or a string"],
  ["binding Name", "a name"],
  ["predicate Name", "a predicate"],
  ["value", "a value"],
  ["binding", "a value"],
  ["step", 'an index or a key in "double quotes"'],
  ["entry Text", 'a key in "double quotes"'],
  ["enforcements", anEnforcement],
  ["enforcement", anEnforcement],
  ["userInspection", "a message or the name of a fix"],
  ["telling Text", 'a message in "double quotes"'],
  ["looseMessage Text", 'a message in "double quotes"'],
  ["invokedTool", "the name of a tool"],
  ["invokeAction", '"," and the arguments in { }'],
  ["actionArguments", "the arguments in { }"],
]);

/** What may stand directly after an opening sign, beside the closing one. */
const firstMembers = new Map([
  ["arguments", "a value"],
  ["list", "a value"],
  ["object", 'a key in "double quotes"'],
  ["userInspection", "a message, the name of a fix"],
  ["telling", 'a message in "double quotes"'],
  ["parameters", "the name of an argument"],
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
