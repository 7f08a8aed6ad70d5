import { createToken, Lexer, type TokenType } from "chevrotain";

/** Any word, a keyword included: what may follow an `@` or a `.`. */
export const Word: TokenType = createToken({ name: "Word", label: "a name", pattern: Lexer.NA });

const name = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}-]*/uy;

/** A word that is no keyword: letters, digits, `_` and `-`, beginning with a letter or `_`. */
export const Name: TokenType = createToken({
  name: "Name",
  label: "a name",
  categories: Word,
  line_breaks: false,
  pattern: (text, offset) => {
    name.lastIndex = offset;
    return name.exec(text);
  },
});

export const Rule: TokenType = keyword("Rule", "rule");
export const Trigger: TokenType = keyword("Trigger", "trigger");
export const Check: TokenType = keyword("Check", "check");
export const Enforce: TokenType = keyword("Enforce", "enforce");
export const End: TokenType = keyword("End", "end");

/** `!`, `¬` or `not`; `~` and `！` are read as one too, and named. */
export const Not: TokenType = createToken({ name: "Not", label: '"!"', pattern: Lexer.NA });
const NotSign = createToken({ name: "NotSign", categories: Not, pattern: /[!¬~！]/ });
const NotWord = createToken({ name: "NotWord", categories: [Not, Word], pattern: "not", longer_alt: Name });

// The names of the enforcements mean something only at the head of one; elsewhere they are names.
export const UserInspection: TokenType = enforcement("UserInspection", /user_inspection/);
export const LlmSelfReflect: TokenType = enforcement("LlmSelfReflect", /llm_self_(?:reflect|examine)/);
export const InvokeAction: TokenType = enforcement("InvokeAction", /invoke_action/);
export const Stop: TokenType = enforcement("Stop", /stop/);

/** A string in double quotes, with the escapes of JSON. */
export const Text: TokenType = createToken({
  name: "Text",
  label: "a string",
  line_breaks: false,
  pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*"/,
});
/** A string whose closing quote is missing; it ends with its line. */
export const OpenText: TokenType = createToken({
  name: "OpenText",
  categories: Text,
  line_breaks: false,
  pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*\\?/,
});
/**
 * Text in other quotes, closed on its line: a mistake that is read as the string that was meant. Where every closing
 * quote is escaped (`'C:\'`), the last one closes it, so that no line is searched twice.
 */
export const ForeignText: TokenType = createToken({
  name: "ForeignText",
  categories: Text,
  line_breaks: false,
  pattern: new RegExp(
    ["'", "`", "“”", "‘’"]
      .flatMap((quotes) => [
        String.raw`[${quotes}](?:[^${quotes}\\\r\n]|\\[^\r\n])*[${quotes}]`,
        `[${quotes}][^\\r\\n]*[${quotes}]`,
      ])
      .join("|"),
  ),
});
/** What other languages have, and a rule has nothing for: Markdown fences, signs between conditions. */
const Foreign = createToken({
  name: "Foreign",
  pattern: /```[\w-]*|[!=]==?|[<>]=?|=|\|\|?|&&?|[∧∨]/,
  group: "foreign",
});
export const Numeral: TokenType = createToken({
  name: "Numeral",
  label: "a number",
  pattern: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
});

export const At: TokenType = sign("At", "@");
export const Dot: TokenType = sign("Dot", ".");
export const Comma: TokenType = sign("Comma", ",", "，");
export const Colon: TokenType = sign("Colon", ":", "：");
export const LeftParen: TokenType = sign("LeftParen", "(", "（");
export const RightParen: TokenType = sign("RightParen", ")", "）");
export const LeftBracket: TokenType = sign("LeftBracket", "[", "［");
export const RightBracket: TokenType = sign("RightBracket", "]", "］");
export const LeftBrace: TokenType = sign("LeftBrace", "{", "｛");
export const RightBrace: TokenType = sign("RightBrace", "}", "｝");

const OpenComment = createToken({
  name: "OpenComment",
  pattern: /\/\*[\s\S]*/,
  group: "openComments",
  line_breaks: true,
});

/** Every kind of token, in the order in which the lexer tries them. */
export const tokenTypes: readonly TokenType[] = [
  createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true }),
  createToken({ name: "LineComment", pattern: /(?:\/\/|#)[^\r\n]*/, group: Lexer.SKIPPED }),
  createToken({ name: "Comment", pattern: /\/\*[\s\S]*?\*\//, group: Lexer.SKIPPED, line_breaks: true }),
  OpenComment,
  Foreign,
  ...[Rule, Trigger, Check, Enforce, End, Not, NotSign, NotWord],
  ...[UserInspection, LlmSelfReflect, InvokeAction, Stop, Name, Word],
  ...[Text, OpenText, ForeignText, Numeral],
  ...[At, Dot, Comma, Colon, LeftParen, RightParen, LeftBracket, RightBracket, LeftBrace, RightBrace],
];

function keyword(tokenName: string, word: string): TokenType {
  return createToken({ name: tokenName, label: `"${word}"`, pattern: word, longer_alt: Name, categories: Word });
}

function enforcement(tokenName: string, pattern: RegExp): TokenType {
  return createToken({ name: tokenName, pattern, longer_alt: Name, categories: [Name, Word] });
}

/** A sign; its full-width form is read as one too, and named. */
function sign(tokenName: string, character: string, wide = ""): TokenType {
  return createToken({ name: tokenName, label: `"${character}"`, pattern: new RegExp(`[\\${character}${wide}]`) });
}
