/** The tokens of script code: names, texts in quotes, operators. */

/** A piece of code: a name, a text in quotes, an operator. */
export interface Token {
  /**
   * - `word`, `variable`: a name; one with a sigil
   * - `text`, `command`, `pattern`: a string, a command in backquotes, a regular expression
   * - `number`, `mark`, `line`: a number, an operator or a bracket, the end of a line
   */
  readonly kind: "word" | "variable" | "text" | "command" | "pattern" | "number" | "mark" | "line";
  /** The code of the token; for quoted tokens, their content as far as it is literal. */
  readonly text: string;
  /** The parts of a quoted token: literal text, and code whose value is inserted. */
  readonly parts?: readonly TextPart[];
  /** Whether it is a list of words: `qw(a b)`. */
  readonly list?: true;
  readonly start: number;
  readonly end: number;
}

/** A part of a string: literal text, or code whose value is inserted. */
export interface TextPart {
  readonly text?: string;
  readonly code?: string;
}

/** The syntax of a language's tokens. */
export interface TokenSyntax {
  /** Matches a comment at the current position. */
  readonly comment: RegExp;
  /** Matches a name at the current position. */
  readonly word: RegExp;
  /** Matches a name with a sigil at the current position. */
  readonly variable?: RegExp;
  /** Matches a number at the current position. */
  readonly number: RegExp;
  /** Whether backquotes enclose a command. */
  readonly backquotes?: true;
  /** Whether `'` encloses strings. */
  readonly singleQuotes: boolean;
  /** Matches inserted code at the current position inside a string. One of the groups contains the code. */
  readonly inserted?: RegExp;
  /** Matches the start of a string with delimiters of its own: `q{`, `%w[`; the groups are the operator and the delimiter. */
  readonly operator?: RegExp;
  /** The text that each operator encloses: whether code is inserted, whether a second part follows, and whether it is a list of words. */
  readonly operators?: ReadonlyMap<
    string,
    { readonly kind: Token["kind"]; readonly inserts?: boolean; readonly parts?: 2; readonly list?: true }
  >;
  /** Whether there are patterns between slashes, and the words after which a slash begins one. */
  readonly patternAfter?: ReadonlySet<string>;
  /** Matches a text that ends where its line with a name begins: `<<EOF`; the groups are the quote and the name. */
  readonly here?: RegExp;
  /** Matches documentation between statements at the current position. */
  readonly documentation?: RegExp;
  /** Matches code whose quotes this reader does not know, anywhere. */
  readonly unreadable?: RegExp;
  /** Matches a text in long brackets at the current position; the second group is its content. */
  readonly long?: RegExp;
}
