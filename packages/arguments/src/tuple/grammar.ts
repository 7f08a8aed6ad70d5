import {
  EmbeddedActionsParser,
  EOF,
  type IRecognitionException,
  type IToken,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import type { Entry, Fault, Item, Literal, Stretch } from "./literal.ts";
import { readNumeral } from "./numeral.ts";
import type { StringLiteral } from "./string-literal.ts";
import * as t from "./tokens.ts";

/** What the parser made of the tokens, or the first place where it could not go on. */
export type Parsed =
  | { readonly literal: Literal; readonly error?: undefined }
  | { readonly literal?: undefined; readonly error: IRecognitionException };

let grammar: Grammar | undefined;

/** Reads tokens as one literal. What can't be a value, but is in its place, is in the literal as `refused`. */
export function parseTokens(tokens: IToken[]): Parsed {
  grammar ??= new Grammar();
  return grammar.parse(tokens);
}

type Production<T> = ParserMethod<[], T>;

/**
 * The grammar of what CPython's `ast.literal_eval` reads, a member for each production; beyond it, values may stand after
 * a name in brackets, as in a call.
 */
class Grammar extends EmbeddedActionsParser {
  constructor() {
    super([...t.tokenTypes], { maxLookahead: 1 });
    this.performSelfAnalysis();
  }

  parse(tokens: IToken[]): Parsed {
    this.input = tokens;
    const literal = this.whole();
    const [error] = this.errors;
    return error === undefined ? { literal } : { error };
  }

  /** The outermost tuple may go without its brackets. */
  readonly whole: Production<Literal> = this.RULE("whole", (): Literal => {
    const first = this.LA(1);
    const items = this.separated(this.item);
    return this.ACTION(() => this.tupleOr(items, first));
  });

  readonly item: Production<Item> = this.RULE("item", (): Item => {
    const first = this.LA(1);
    const name = this.OPTION({
      GATE: () => this.LA(2).tokenType === t.Equals,
      DEF: () => {
        const word = this.CONSUME(t.Name);
        this.CONSUME(t.Equals);
        return word.image;
      },
    });
    const value = this.SUBRULE(this.value);
    const start = first.startOffset;
    return name === undefined ? { value, start } : { name, value, start };
  });

  readonly value: Production<Literal> = this.RULE(
    "value",
    (): Literal =>
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

  /** Strings side by side are one (Python reference, §2.4.2). */
  readonly strings: Production<Literal> = this.RULE("strings", (): Literal => {
    const first = this.LA(1);
    const pieces: StringLiteral[] = [];
    this.AT_LEAST_ONE(() => pieces.push(this.CONSUME(t.Text).payload));
    return this.ACTION((): Literal => {
      const stretch = this.from(first);
      const fault = pieces.find((piece) => piece.fault !== undefined)?.fault ?? mixed(pieces);
      if (fault !== undefined) return { type: "refused", fault, ...stretch };
      const value = pieces.map((piece) => piece.value).join("");
      return { type: pieces[0]?.kind === "bytes" ? "bytes" : "text", value, ...stretch };
    });
  });

  readonly number: Production<Literal> = this.RULE("number", (): Literal => {
    const first = this.LA(1);
    const image = this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Sign);
          return this.SUBRULE(this.magnitude);
        },
      },
      { ALT: () => this.CONSUME(t.Numeral).image },
    ]);
    return this.ACTION((): Literal => {
      const read = readNumeral(image);
      const stretch = this.from(first);
      if (typeof read === "object") return { type: "refused", fault: read, ...stretch };
      return { type: "number", value: first.image === "-" ? negative(read) : read, ...stretch };
    });
  });

  /** What follows a sign; parentheses change nothing. */
  readonly magnitude: Production<string> = this.RULE("magnitude", (): string =>
    this.OR([
      { ALT: () => this.CONSUME(t.Numeral).image },
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

  readonly parentheses: Production<Literal> = this.RULE("parentheses", (): Literal => {
    const first = this.CONSUME(t.LeftParen);
    const items = this.OPTION(() => this.separated(this.item));
    this.CONSUME(t.RightParen);
    return this.ACTION(() => this.tupleOr(items, first));
  });

  readonly list: Production<Literal> = this.RULE("list", (): Literal => {
    const first = this.CONSUME(t.LeftBracket);
    const values = this.OPTION(() => this.separated(this.value));
    this.CONSUME(t.RightBracket);
    return this.ACTION((): Literal => ({ type: "list", items: values?.members ?? [], ...this.from(first) }));
  });

  /** A dict or a set: which of the two, its first member says. */
  readonly braces: Production<Literal> = this.RULE("braces", (): Literal => {
    const first = this.CONSUME(t.LeftBrace);
    const parts = this.OPTION(() => this.separated(this.member));
    this.CONSUME(t.RightBrace);
    return this.ACTION((): Literal => {
      const stretch = this.from(first);
      const members = parts?.members ?? [];
      const entries = members.flatMap(({ key, value }): Entry[] => (value === undefined ? [] : [{ key, value }]));
      if (entries.length === members.length) return { type: "dict", entries, ...stretch };
      if (entries.length > 0) return { type: "refused", fault: mixedMembers, ...stretch };
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

  /** A name; `set()` is how Python writes a set that is empty. */
  readonly word: Production<Literal> = this.RULE("word", (): Literal => {
    const name = this.CONSUME(t.Name);
    const isSet = this.OPTION({
      GATE: () => this.LA(0).image === "set",
      DEF: () => {
        this.CONSUME(t.LeftParen);
        this.CONSUME(t.RightParen);
        return true;
      },
    });
    return this.ACTION((): Literal => {
      const stretch = this.from(name);
      return isSet === true ? { type: "set", items: [], ...stretch } : { type: "word", name: name.image, ...stretch };
    });
  });

  readonly ellipsis: Production<Literal> = this.RULE("ellipsis", (): Literal => {
    const first = this.CONSUME(t.Ellipsis);
    return this.ACTION((): Literal => ({ type: "refused", fault: leftOut, ...this.from(first) }));
  });

  /** What stands between commas; one more may follow the last. */
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

  /** One value in parentheses is that value; a comma makes it a tuple. */
  private tupleOr(items: Separated<Item> | undefined, first: IToken): Literal {
    const members = items?.members ?? [];
    const [only] = members;
    if (only !== undefined && only.name === undefined && items?.isSeveral === false) return only.value;
    return { type: "tuple", items: members, ...this.from(first) };
  }

  /** From a token to the last one read. */
  private from(first: IToken): Stretch {
    const { startOffset, image } = this.LA(0);
    return { start: first.startOffset, end: startOffset + image.length };
  }
}

/** What may follow a comma after the last member. */
const closing: readonly TokenType[] = [t.RightParen, t.RightBracket, t.RightBrace, EOF];

interface Separated<T> {
  readonly members: readonly T[];
  /** Whether there is a comma at all. */
  readonly isSeveral: boolean;
}

interface Member {
  readonly key: Literal;
  readonly value?: Literal;
}

/** Never `-0`, which neither Python's integers nor JSON texts have. */
function negative(value: number | bigint): number | bigint {
  return typeof value === "bigint" ? -value : 0 - value;
}

function mixed(pieces: readonly StringLiteral[]): Fault | undefined {
  const kind = pieces[0]?.kind;
  if (pieces.every((piece) => piece.kind === kind)) return undefined;
  return {
    code: "bytes",
    message: "bytes and text side by side are neither: put a comma between them",
    expected: '","',
  };
}

const mixedMembers: Fault = {
  code: "mixed_braces",
  message: "some values in { } have a key and some have none: write each as key: value, or put values alone in [ ]",
  expected: "key: value",
};

const leftOut: Fault = {
  code: "ellipsis",
  message: '"..." is no value: write what it stands for',
  expected: "a value",
};
