/** Parses the tokens of a Python literal, such as `("ls", 5)`, to a value with its range in the text. */
import {
  EmbeddedActionsParser,
  EOF,
  type IRecognitionException,
  type IToken,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import { readNumberLiteral } from "./number-literal.ts";
import type { DictEntry, Fault, PythonValue, TextSpan, TupleItem } from "./python-value.ts";
import type { StringLiteral } from "./string-literal.ts";
import * as t from "./tokens.ts";

/** The result of parsing: a value, or the first syntax error. */
export type ParseResult =
  | { readonly literal: PythonValue; readonly error?: undefined }
  | { readonly literal?: undefined; readonly error: IRecognitionException };

let grammar: TupleGrammar | undefined;

/** Parses tokens as one Python value. A part that is not valid as a value has the type `refused`. */
export function parseTokens(tokens: IToken[]): ParseResult {
  grammar ??= new TupleGrammar();
  return grammar.parse(tokens);
}

type Production<T> = ParserMethod<[], T>;

/**
 * The grammar of CPython's `ast.literal_eval`, with one member for each production. In addition, tuple items may have names,
 * as in a call.
 */
class TupleGrammar extends EmbeddedActionsParser {
  constructor() {
    super([...t.tokenTypes], { maxLookahead: 1 });
    this.performSelfAnalysis();
  }

  parse(tokens: IToken[]): ParseResult {
    this.input = tokens;
    const literal = this.whole();
    const [error] = this.errors;
    return error === undefined ? { literal } : { error };
  }

  /** The whole text; the outermost tuple may omit its parentheses. */
  readonly whole: Production<PythonValue> = this.RULE("whole", (): PythonValue => {
    const first = this.LA(1);
    const items = this.separated(this.item);
    return this.ACTION(() => this.tupleOrSingleValue(items, first));
  });

  readonly item: Production<TupleItem> = this.RULE("item", (): TupleItem => {
    const first = this.LA(1);
    const name = this.OPTION({
      GATE: () => this.LA(2).tokenType === t.Equals,
      DEF: () => {
        const word = this.CONSUME(t.NameToken);
        this.CONSUME(t.Equals);
        return word.image;
      },
    });
    const value = this.SUBRULE(this.value);
    const start = first.startOffset;
    return name === undefined ? { value, start } : { name, value, start };
  });

  readonly value: Production<PythonValue> = this.RULE(
    "value",
    (): PythonValue =>
      this.OR([
        { ALT: () => this.SUBRULE(this.strings) },
        { ALT: () => this.SUBRULE(this.number) },
        { ALT: () => this.SUBRULE(this.parentheses) },
        { ALT: () => this.SUBRULE(this.list) },
        { ALT: () => this.SUBRULE(this.braces) },
        { ALT: () => this.SUBRULE(this.word) },
        { ALT: () => this.SUBRULE(this.ellipsis) },
      ]),
  );

  /** Adjacent strings are concatenated (Python reference, §2.4.2). */
  readonly strings: Production<PythonValue> = this.RULE("strings", (): PythonValue => {
    const first = this.LA(1);
    const pieces: StringLiteral[] = [];
    this.AT_LEAST_ONE(() => pieces.push(this.CONSUME(t.StringToken).payload));
    return this.ACTION((): PythonValue => {
      const stretch = this.from(first);
      const fault = pieces.find((piece) => piece.fault !== undefined)?.fault ?? mixedStringsFault(pieces);
      if (fault !== undefined) return { type: "refused", fault, ...stretch };
      const value = pieces.map((piece) => piece.value).join("");
      return { type: pieces[0]?.kind === "bytes" ? "bytes" : "text", value, ...stretch };
    });
  });

  readonly number: Production<PythonValue> = this.RULE("number", (): PythonValue => {
    const first = this.LA(1);
    const image = this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Sign);
          return this.SUBRULE(this.magnitude);
        },
      },
      { ALT: () => this.CONSUME(t.NumberToken).image },
    ]);
    return this.ACTION((): PythonValue => {
      const number = readNumberLiteral(image);
      const stretch = this.from(first);
      if (typeof number === "object") return { type: "refused", fault: number, ...stretch };
      return { type: "number", value: first.image === "-" ? negated(number) : number, ...stretch };
    });
  });

  /** The number after a sign, with or without parentheses. */
  readonly magnitude: Production<string> = this.RULE("magnitude", (): string =>
    this.OR([
      { ALT: () => this.CONSUME(t.NumberToken).image },
      {
        ALT: () => {
          this.CONSUME(t.LeftParen);
          const image = this.SUBRULE(this.magnitude);
          this.CONSUME(t.RightParen);
          return image;
        },
      },
    ]),
  );

  readonly parentheses: Production<PythonValue> = this.RULE("parentheses", (): PythonValue => {
    const first = this.CONSUME(t.LeftParen);
    const items = this.OPTION(() => this.separated(this.item));
    this.CONSUME(t.RightParen);
    return this.ACTION(() => this.tupleOrSingleValue(items, first));
  });

  readonly list: Production<PythonValue> = this.RULE("list", (): PythonValue => {
    const first = this.CONSUME(t.LeftBracket);
    const values = this.OPTION(() => this.separated(this.value));
    this.CONSUME(t.RightBracket);
    return this.ACTION((): PythonValue => ({ type: "list", items: values?.members ?? [], ...this.from(first) }));
  });

  /** A dict or a set. */
  readonly braces: Production<PythonValue> = this.RULE("braces", (): PythonValue => {
    const first = this.CONSUME(t.LeftBrace);
    const parts = this.OPTION(() => this.separated(this.member));
    this.CONSUME(t.RightBrace);
    return this.ACTION((): PythonValue => {
      const stretch = this.from(first);
      const members = parts?.members ?? [];
      const entries = members.flatMap(({ key, value }): DictEntry[] => (value === undefined ? [] : [{ key, value }]));
      if (entries.length === members.length) return { type: "dict", entries, ...stretch };
      if (entries.length > 0) return { type: "refused", fault: mixedMembersFault, ...stretch };
      return { type: "set", items: members.map(({ key }) => key), ...stretch };
    });
  });

  readonly member: Production<Member> = this.RULE("member", (): Member => {
    const key = this.SUBRULE(this.value);
    const value = this.OPTION(() => {
      this.CONSUME(t.Colon);
      return this.SUBRULE1(this.value);
    });
    return value === undefined ? { key } : { key, value };
  });

  /** A name, or `set()`, Python's empty set. */
  readonly word: Production<PythonValue> = this.RULE("word", (): PythonValue => {
    const name = this.CONSUME(t.NameToken);
    const isSet = this.OPTION({
      GATE: () => this.LA(0).image === "set",
      DEF: () => {
        this.CONSUME(t.LeftParen);
        this.CONSUME(t.RightParen);
        return true;
      },
    });
    return this.ACTION((): PythonValue => {
      const stretch = this.from(name);
      return isSet === true ? { type: "set", items: [], ...stretch } : { type: "word", name: name.image, ...stretch };
    });
  });

  readonly ellipsis: Production<PythonValue> = this.RULE("ellipsis", (): PythonValue => {
    const first = this.CONSUME(t.Ellipsis);
    return this.ACTION((): PythonValue => ({ type: "refused", fault: ellipsisFault, ...this.from(first) }));
  });

  /** Values separated by commas, with an optional trailing comma. */
  private separated<T>(production: Production<T>): Separated<T> {
    const members = [this.SUBRULE(production)];
    this.MANY({
      GATE: () => !closing.includes(this.LA(2).tokenType),
      DEF: () => {
        this.CONSUME(t.Comma);
        members.push(this.SUBRULE1(production));
      },
    });
    const trailing = this.OPTION1(() => this.CONSUME1(t.Comma));
    return { members, isSeveral: trailing !== undefined || members.length > 1 };
  }

  /** A tuple, or the value itself for a single value in parentheses without a comma. */
  private tupleOrSingleValue(items: Separated<TupleItem> | undefined, first: IToken): PythonValue {
    const members = items?.members ?? [];
    const [only] = members;
    if (only !== undefined && only.name === undefined && items?.isSeveral === false) return only.value;
    return { type: "tuple", items: members, ...this.from(first) };
  }

  /** The range from a token to the last one read. */
  private from(first: IToken): TextSpan {
    const { startOffset, image } = this.LA(0);
    return { start: first.startOffset, end: startOffset + image.length };
  }
}

/** The tokens that may follow a trailing comma. */
const closing: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace, EOF];

interface Separated<T> {
  readonly members: readonly T[];
  /** Whether there is at least one comma. */
  readonly isSeveral: boolean;
}

interface Member {
  readonly key: PythonValue;
  readonly value?: PythonValue;
}

/** The negated number; never `-0`, which Python integers and JSON texts don't have. */
function negated(value: number | bigint): number | bigint {
  return typeof value === "bigint" ? -value : 0 - value;
}

/** Creates the fault of adjacent text and bytes literals. */
function mixedStringsFault(pieces: readonly StringLiteral[]): Fault | undefined {
  const kind = pieces[0]?.kind;
  if (pieces.every((piece) => piece.kind === kind)) return undefined;
  return {
    code: "bytes",
    message: "bytes and text can't be concatenated: put a comma between them",
    expected: '","',
  };
}

const mixedMembersFault: Fault = {
  code: "mixed_braces",
  message: "some values in { } have a key and some don't: write each as key: value, or put the values in [ ]",
  expected: "key: value",
};

const ellipsisFault: Fault = {
  code: "ellipsis",
  message: '"..." is not a value: write the value itself',
  expected: "a value",
};
