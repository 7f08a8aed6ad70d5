/** Defines the token types of the language: keywords, names, operators, literals and punctuation. */
import { createToken, type IToken, Lexer, type TokenType } from "chevrotain";
import { nameCharacters } from "./string-patterns.ts";

/** The token of any word, keywords included: a word that may follow an `@` or a `.`. */
export const Word: TokenType = createToken({ name: "Word", label: "a name", pattern: Lexer.NA });

const namePattern = new RegExp(`${nameCharacters.first}${nameCharacters.other}*`, "uy");

/** The name that begins at an offset; `undefined` if there is no name. */
export function nameAt(text: string, offset: number): string | undefined {
  namePattern.lastIndex = offset;
  return namePattern.exec(text)?.[0];
}

/**
 * The characters with which a name can begin, as a hint for the lexer's look-up table: all letters below 256, and one
 * character of each block of 255 above, which is the resolution of the table there.
 */
const nameStarts: readonly number[] = [
  ...Array.from({ length: 256 }, (_, code) => code).filter(
    (code) => nameAt(String.fromCharCode(code), 0) !== undefined,
  ),
  ...Array.from({ length: 257 }, (_, nth) => Math.min(256 + 255 * nth, 65_535)),
];

/** A word that is no keyword: letters, digits, `_` and `-`, beginning with a letter or `_`. */
export const Name: TokenType = createToken({
  name: "Name",
  label: "a name",
  categories: Word,
  line_breaks: false,
  pattern: (text, offset) => {
    namePattern.lastIndex = offset;
    return namePattern.exec(text);
  },
  start_chars_hint: [...nameStarts],
});

export const Rule: TokenType = keywordToken("Rule", "rule");
export const Trigger: TokenType = keywordToken("Trigger", "trigger");
export const Check: TokenType = keywordToken("Check", "check");
export const Enforce: TokenType = keywordToken("Enforce", "enforce");
export const End: TokenType = keywordToken("End", "end");

/** `!`, `¬` or `not`; `~` and `！` are parsed as `!` and reported. */
export const Not: TokenType = createToken({ name: "Not", label: '"!"', pattern: Lexer.NA });
const NotSign = createToken({ name: "NotSign", categories: Not, pattern: /[!¬~！]/ });
export const NotWord: TokenType = createToken({
  name: "NotWord",
  categories: [Not, Word],
  pattern: "not",
  longer_alt: Name,
});

/** `&` or `and`; also `&&` and `∧`. */
export const And: TokenType = createToken({ name: "And", label: '"&"', pattern: Lexer.NA });
const AndSign = createToken({ name: "AndSign", categories: And, pattern: /&&?|∧/ });
export const AndWord: TokenType = createToken({
  name: "AndWord",
  categories: [And, Word],
  pattern: "and",
  longer_alt: Name,
});

/** `|` or `or`; also `||` and `∨`. */
export const Or: TokenType = createToken({ name: "Or", label: '"|"', pattern: Lexer.NA });
const OrSign = createToken({ name: "OrSign", categories: Or, pattern: /\|\|?|∨/ });
export const OrWord: TokenType = createToken({
  name: "OrWord",
  categories: [Or, Word],
  pattern: "or",
  longer_alt: Name,
});

/** A comparison operator. Word operators such as `in` are names in any other place. */
export const Compare: TokenType = createToken({ name: "Compare", label: "a comparison", pattern: Lexer.NA });
/** `=` in a binding; between two values it is parsed as `==`. */
export const Assign: TokenType = createToken({ name: "Assign", label: '"="', categories: Compare, pattern: "=" });
const CompareSign = createToken({ name: "CompareSign", categories: Compare, pattern: /=[<>]|<>|[!=]==?|[<>]=?|[≤≥≠]/ });
export const CompareWord: TokenType = createToken({
  name: "CompareWord",
  categories: [Compare, Name, Word],
  longer_alt: Name,
  pattern: /matches|contains|starts_with|ends_with|in/,
});

// Contextual keywords: they are keywords in one place of the grammar and names elsewhere.
export const UserInspection: TokenType = contextualKeyword("UserInspection", /user_inspection/);
export const LlmSelfReflect: TokenType = contextualKeyword("LlmSelfReflect", /llm_self_reflect|llm_self_examine/);
export const InvokeAction: TokenType = contextualKeyword("InvokeAction", /invoke_action/);
export const Stop: TokenType = contextualKeyword("Stop", /stop/);
export const Skip: TokenType = contextualKeyword("Skip", /skip/);
export const None: TokenType = contextualKeyword("None", /none/);
export const Allow: TokenType = contextualKeyword("Allow", /allow/);
export const Warn: TokenType = contextualKeyword("Warn", /warn/);
export const Log: TokenType = contextualKeyword("Log", /log/);
export const TriggerEvent: TokenType = contextualKeyword(
  "TriggerEvent",
  /before_action|after_action|state_change|agent_finish|action|act|finish/,
);
export const Let: TokenType = contextualKeyword("Let", /let|query|prepare/);
export const Val: TokenType = contextualKeyword("Val", /val/);
export const Severity: TokenType = contextualKeyword("Severity", /severity/);
export const Priority: TokenType = contextualKeyword("Priority", /priority/);
/** The lexer produces names for these words; they get this type at the start of a header line. */
export const Default: TokenType = createToken({ name: "Default", label: '"default"', pattern: Lexer.NA });
export const On: TokenType = createToken({ name: "On", label: '"on"', pattern: Lexer.NA });
export const Trust: TokenType = createToken({ name: "Trust", label: '"trust"', pattern: Lexer.NA });
export const Untrusted: TokenType = createToken({ name: "Untrusted", label: '"untrusted"', pattern: Lexer.NA });
/** The lexer produces names for these words; they get these types in a test. */
export const Test: TokenType = createToken({ name: "Test", label: '"test"', pattern: Lexer.NA });
export const Given: TokenType = createToken({ name: "Given", label: '"given"', pattern: Lexer.NA });
export const After: TokenType = createToken({ name: "After", label: '"after"', pattern: Lexer.NA });
export const When: TokenType = createToken({ name: "When", label: '"when"', pattern: Lexer.NA });
export const Expect: TokenType = createToken({ name: "Expect", label: '"expect"', pattern: Lexer.NA });
export const Ago: TokenType = createToken({ name: "Ago", label: '"ago"', pattern: Lexer.NA });
export const By: TokenType = createToken({ name: "By", label: '"by"', pattern: Lexer.NA });

/** The words that begin an enforcement. */
export const enforcementTokens: readonly TokenType[] = [
  ...[UserInspection, LlmSelfReflect, InvokeAction, Stop],
  ...[Skip, None, Allow, Warn, Log],
];

/** A string in double quotes, with the escapes of JSON. */
export const StringLiteral: TokenType = createToken({
  name: "StringLiteral",
  label: "a string",
  line_breaks: false,
  pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*"/,
});
/** A string whose closing quote is missing; it ends with its line. */
export const UnclosedString: TokenType = createToken({
  name: "UnclosedString",
  categories: StringLiteral,
  line_breaks: false,
  pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*\\?/,
});
/** A string in single quotes, an accepted alternative form. */
export const SingleQuoted: TokenType = createToken({
  name: "SingleQuoted",
  categories: StringLiteral,
  line_breaks: false,
  pattern: quotedOnOneLine("'"),
});
/** Text in backticks or typographic quotes, which is reported as an error and then parsed as a string. */
export const WronglyQuoted: TokenType = createToken({
  name: "WronglyQuoted",
  categories: StringLiteral,
  line_breaks: false,
  pattern: quotedOnOneLine("`", "“”", "‘’"),
});
/** A Markdown code fence, which is reported as an error. */
const CodeFence = createToken({ name: "CodeFence", pattern: /```[\w-]*/, group: "codeFences" });
export const NumberLiteral: TokenType = createToken({
  name: "NumberLiteral",
  label: "a number",
  pattern: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
});
/** A length of time, such as `1h`; a number and its unit are one token. */
export const DurationLiteral: TokenType = createToken({
  name: "DurationLiteral",
  label: "a duration",
  pattern: /\d+(?:\.\d+)?(?:ms|[smhdw])(?![\w-])/,
});
/** Before a result: `-> "text"`. */
export const Arrow: TokenType = createToken({ name: "Arrow", label: '"->"', pattern: "->" });
/** A minus with spaces around it. The dash of a list item is removed before parsing. */
export const Minus: TokenType = createToken({ name: "Minus", label: '"-"', pattern: Lexer.NA });
export const Plus: TokenType = createToken({ name: "Plus", label: '"+"', pattern: "+" });
export const Star: TokenType = createToken({ name: "Star", label: '"*"', pattern: "*" });
export const Question: TokenType = createToken({ name: "Question", label: '"?"', pattern: "?" });
/** The dash of a list item, and a minus until they are distinguished. */
export const ListDash: TokenType = createToken({ name: "ListDash", label: '"-"', pattern: /-(?=[ \t])/ });

export const At: TokenType = signToken("At", "@");
export const Dot: TokenType = signToken("Dot", ".");
export const Comma: TokenType = signToken("Comma", ",", "，");
export const Colon: TokenType = signToken("Colon", ":", "：");
export const LeftParen: TokenType = signToken("LeftParen", "(", "（");
export const RightParen: TokenType = signToken("RightParen", ")", "）");
export const LeftBracket: TokenType = signToken("LeftBracket", "[", "［");
export const RightBracket: TokenType = signToken("RightBracket", "]", "］");
export const LeftBrace: TokenType = signToken("LeftBrace", "{", "｛");
export const RightBrace: TokenType = signToken("RightBrace", "}", "｝");

const UnclosedComment = createToken({
  name: "UnclosedComment",
  pattern: /\/\*[\s\S]*/,
  group: "unclosedComments",
  line_breaks: true,
});

/** Every kind of token, in the order in which the lexer tries them: a word before those that it begins with. */
export const tokenTypes: readonly TokenType[] = [
  createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true }),
  createToken({ name: "LineComment", pattern: /(?:\/\/|#)[^\r\n]*/, group: "comments" }),
  createToken({ name: "Comment", pattern: /\/\*[\s\S]*?\*\//, group: "comments", line_breaks: true }),
  UnclosedComment,
  CodeFence,
  ...enforcementTokens,
  ...[Compare, CompareSign, Assign, CompareWord],
  ...[Rule, Trigger, Check, Enforce, End],
  ...[Not, NotSign, NotWord, And, AndSign, AndWord, Or, OrSign, OrWord],
  ...[TriggerEvent, Let, Val, Severity, Priority, Default, On, Trust, Untrusted],
  ...[Test, Given, After, When, Expect, Ago, By, Name, Word],
  ...[StringLiteral, UnclosedString, SingleQuoted, WronglyQuoted, DurationLiteral, NumberLiteral, Arrow, ListDash],
  ...[Minus, Plus, Star, Question],
  ...[At, Dot, Comma, Colon, LeftParen, RightParen, LeftBracket, RightBracket, LeftBrace, RightBrace],
];

/** The words that a token type matches, if it matches only fixed words. */
export function tokenWords({ PATTERN }: TokenType): readonly string[] {
  const source = PATTERN instanceof RegExp ? PATTERN.source : String(PATTERN);
  return /^[a-z_|]+$/.test(source) ? source.split("|") : [];
}

/** Creates the token type of a keyword. */
function keywordToken(tokenName: string, word: string): TokenType {
  return createToken({ name: tokenName, label: `"${word}"`, pattern: word, longer_alt: Name, categories: Word });
}

/** Creates the token type of words that are keywords in one place and names elsewhere. */
function contextualKeyword(tokenName: string, pattern: RegExp): TokenType {
  const label = `"${pattern.source.split("|")[0]}"`;
  return createToken({ name: tokenName, label, pattern, longer_alt: Name, categories: [Name, Word] });
}

/** Creates the token type of a punctuation sign. Its full-width form is parsed as the sign and reported. */
function signToken(tokenName: string, character: string, wide = ""): TokenType {
  return createToken({ name: tokenName, label: `"${character}"`, pattern: new RegExp(`[\\${character}${wide}]`) });
}

/**
 * A pattern for a quoted text on one line, for each set of quotes. If every closing quote is escaped (`'C:\'`), the last one
 * closes the text, so that the line is searched only once.
 */
function quotedOnOneLine(...sets: readonly string[]): RegExp {
  const patterns = sets.flatMap((quotes) => [
    String.raw`[${quotes}](?:[^${quotes}\\\r\n]|\\[^\r\n])*[${quotes}]`,
    `[${quotes}][^\\r\\n]*[${quotes}]`,
  ]);
  return new RegExp(patterns.join("|"));
}

/** A copy of a token with another type. */
export function withTokenType(token: IToken, type: TokenType): IToken {
  return { ...token, tokenType: type, tokenTypeIdx: type.tokenTypeIdx ?? 0 };
}

/** Whether the token at an index is a certain keyword. After an `@` or a `.`, a keyword is a name. */
export function isKeywordAt(tokens: readonly IToken[], index: number, type: TokenType): boolean {
  const before = tokens[index - 1]?.tokenType;
  return tokens[index]?.tokenType === type && before !== At && before !== Dot;
}
