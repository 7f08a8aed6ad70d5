import { createToken, Lexer, type TokenType } from "chevrotain";

/** Any word, a keyword included: what may follow an `@` or a `.`. */
export const Word: TokenType = createToken({ name: "Word", label: "a name", pattern: Lexer.NA });

/** What a word is made of, as character classes: with what it begins, and what follows. */
export const letters: { readonly first: string; readonly other: string } = {
  first: String.raw`[\p{L}\p{Nl}_]`,
  other: String.raw`[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}-]`,
};

const name = new RegExp(`${letters.first}${letters.other}*`, "uy");

/** The name that begins at an offset; undefined when none does. */
export function nameAt(text: string, offset: number): string | undefined {
  name.lastIndex = offset;
  return name.exec(text)?.[0];
}

/**
 * With what a name may begin, for the lexer, which looks a character up to know what to try: below 256 the letters, above
 * one character for each 255, which is how fine its table is there.
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
    name.lastIndex = offset;
    return name.exec(text);
  },
  start_chars_hint: [...nameStarts],
});

export const Rule: TokenType = keyword("Rule", "rule");
export const Trigger: TokenType = keyword("Trigger", "trigger");
export const Check: TokenType = keyword("Check", "check");
export const Enforce: TokenType = keyword("Enforce", "enforce");
export const End: TokenType = keyword("End", "end");

/** `!`, `¬` or `not`; `~` and `！` are read as one too, and named. */
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

/** What stands between two values that are compared; a word of these is a name in any other place. */
export const Compare: TokenType = createToken({ name: "Compare", label: "a comparison", pattern: Lexer.NA });
/** `=`, before what a name stands for; between two values it is read as `==`. */
export const Assign: TokenType = createToken({ name: "Assign", label: '"="', categories: Compare, pattern: "=" });
const CompareSign = createToken({ name: "CompareSign", categories: Compare, pattern: /[!=]==?|[<>]=?|[≤≥≠]/ });
export const CompareWord: TokenType = createToken({
  name: "CompareWord",
  categories: [Compare, Name, Word],
  longer_alt: Name,
  pattern: /matches|contains|starts_with|ends_with|in/,
});

// These mean something only at one place; elsewhere they are names.
export const UserInspection: TokenType = contextual("UserInspection", /user_inspection/);
export const LlmSelfReflect: TokenType = contextual("LlmSelfReflect", /llm_self_reflect|llm_self_examine/);
export const InvokeAction: TokenType = contextual("InvokeAction", /invoke_action/);
export const Stop: TokenType = contextual("Stop", /stop/);
export const Skip: TokenType = contextual("Skip", /skip/);
export const None: TokenType = contextual("None", /none/);
export const Allow: TokenType = contextual("Allow", /allow/);
export const Warn: TokenType = contextual("Warn", /warn/);
export const Log: TokenType = contextual("Log", /log/);
export const TriggerEvent: TokenType = contextual(
  "TriggerEvent",
  /before_action|after_action|state_change|agent_finish|action|act|finish/,
);
export const Let: TokenType = contextual("Let", /let|query|prepare/);
export const Val: TokenType = contextual("Val", /val/);
export const Severity: TokenType = contextual("Severity", /severity/);
export const Priority: TokenType = contextual("Priority", /priority/);
/** Names in the lexer's eyes; they become these where a line of the header begins. */
export const Default: TokenType = createToken({ name: "Default", label: '"default"', pattern: Lexer.NA });
export const On: TokenType = createToken({ name: "On", label: '"on"', pattern: Lexer.NA });

/** The words that are names only after an `@` or a `.`. */
export const keywords: readonly string[] = [Rule, Trigger, Check, Enforce, End, NotWord, AndWord, OrWord].flatMap(
  wordsOf,
);

/** The words that begin an enforcement. */
export const enforcementTokens: readonly TokenType[] = [
  ...[UserInspection, LlmSelfReflect, InvokeAction, Stop],
  ...[Skip, None, Allow, Warn, Log],
];

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
/** A string in single quotes, which some write. */
export const SingleQuoted: TokenType = createToken({
  name: "SingleQuoted",
  categories: Text,
  line_breaks: false,
  pattern: closedOnItsLine("'"),
});
/** Text in other quotes, closed on its line: a mistake that is read as the string that was meant. */
export const ForeignText: TokenType = createToken({
  name: "ForeignText",
  categories: Text,
  line_breaks: false,
  pattern: closedOnItsLine("`", "“”", "‘’"),
});
/** What other languages have, and a rule has nothing for: Markdown fences. */
const Foreign = createToken({ name: "Foreign", pattern: /```[\w-]*/, group: "foreign" });
export const Numeral: TokenType = createToken({
  name: "Numeral",
  label: "a number",
  pattern: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/,
});
/** The dash of a list item. */
export const Bullet: TokenType = createToken({ name: "Bullet", label: '"-"', pattern: /-(?=[ \t])/ });

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

/** Every kind of token, in the order in which the lexer tries them: a word before those that it begins with. */
export const tokenTypes: readonly TokenType[] = [
  createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true }),
  createToken({ name: "LineComment", pattern: /(?:\/\/|#)[^\r\n]*/, group: "comments" }),
  createToken({ name: "Comment", pattern: /\/\*[\s\S]*?\*\//, group: "comments", line_breaks: true }),
  OpenComment,
  Foreign,
  ...enforcementTokens,
  ...[Compare, CompareSign, Assign, CompareWord],
  ...[Rule, Trigger, Check, Enforce, End],
  ...[Not, NotSign, NotWord, And, AndSign, AndWord, Or, OrSign, OrWord],
  ...[TriggerEvent, Let, Val, Severity, Priority, Default, On, Name, Word],
  ...[Text, OpenText, SingleQuoted, ForeignText, Numeral, Bullet],
  ...[At, Dot, Comma, Colon, LeftParen, RightParen, LeftBracket, RightBracket, LeftBrace, RightBrace],
];

/** The words that a kind of token is, where it is nothing but some words. */
export function wordsOf({ PATTERN }: TokenType): readonly string[] {
  const source = PATTERN instanceof RegExp ? PATTERN.source : String(PATTERN);
  return /^[a-z_|]+$/.test(source) ? source.split("|") : [];
}

function keyword(tokenName: string, word: string): TokenType {
  return createToken({ name: tokenName, label: `"${word}"`, pattern: word, longer_alt: Name, categories: Word });
}

function contextual(tokenName: string, pattern: RegExp): TokenType {
  const label = `"${pattern.source.split("|")[0]}"`;
  return createToken({ name: tokenName, label, pattern, longer_alt: Name, categories: [Name, Word] });
}

/** A sign; its full-width form is read as one too, and named. */
function sign(tokenName: string, character: string, wide = ""): TokenType {
  return createToken({ name: tokenName, label: `"${character}"`, pattern: new RegExp(`[\\${character}${wide}]`) });
}

/**
 * A text between two quotes of a set. Where every closing quote is escaped (`'C:\'`), the last one closes it, so that no
 * line is searched twice.
 */
function closedOnItsLine(...sets: readonly string[]): RegExp {
  const patterns = sets.flatMap((quotes) => [
    String.raw`[${quotes}](?:[^${quotes}\\\r\n]|\\[^\r\n])*[${quotes}]`,
    `[${quotes}][^\\r\\n]*[${quotes}]`,
  ]);
  return new RegExp(patterns.join("|"));
}
