import type { TextRange } from "@helve/core";
import type * as tree from "@helve/core/program";
import {
  EmbeddedActionsParser,
  type IOrAlt,
  type IToken,
  MismatchedTokenException,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import { errorReporter } from "./expectation.ts";
import { checkKeys, indexOf, numberOf, stringOf } from "./meaning.ts";
import { type Reading, rangeOf, report } from "./reading.ts";
import { wordOf } from "./references.ts";
import * as t from "./tokens.ts";

/** A part of the grammar, and what reading it gives. */
export type Production<T> = ParserMethod<[], T>;

/** For productions after which nothing can be made out: a mistake in one ends the production around it. */
export const noResync: { readonly resyncEnabled: false } = { resyncEnabled: false };

/** How deep parentheses, negations, lists and objects may be nested. */
export const deepest = 100;

/** The tokens that the parser may act as if it had seen. With another, what follows would be read as what it is not. */
const insertable: readonly TokenType[] = [t.Trigger, t.Check, t.End, t.Name, t.Colon, t.Comma];

/** The grammar of values (AgentSpec §3.1, Fig. 3 ⟨KV Pairs⟩ and ⟨Value⟩, which the paper leaves open). */
export class ValueGrammar extends EmbeddedActionsParser {
  protected reading: Reading;

  constructor(reading: Reading) {
    super([...t.tokenTypes], {
      recoveryEnabled: true,
      maxLookahead: 1,
      errorMessageProvider: errorReporter(() => this.reading),
    });
    this.reading = reading;
  }

  readonly arguments: Production<readonly tree.Value[]> = this.RULE(
    "arguments",
    (): readonly tree.Value[] => {
      const values: tree.Value[] = [];
      this.CONSUME(t.LeftParen);
      this.takingNames(true, () => {
        this.MANY_SEP({ SEP: t.Comma, DEF: () => values.push(this.SUBRULE(this.value)) });
      });
      this.CONSUME(t.RightParen);
      return values;
    },
    noResync,
  );

  // Alternatives are made once where they are chosen between most often.
  private readonly kinds: IOrAlt<tree.Value>[] = [
    { ALT: () => this.SUBRULE(this.string) },
    { ALT: () => this.SUBRULE(this.number) },
    { ALT: () => this.SUBRULE(this.list) },
    { ALT: () => this.SUBRULE(this.object) },
    { ALT: () => this.SUBRULE(this.word) },
  ];

  /** A mistake in a value leaves a hole. */
  readonly value: Production<tree.Value> = this.RULE("value", (): tree.Value => this.OR(this.kinds));

  readonly string: Production<tree.Literal> = this.RULE("string", (): tree.Literal => {
    const token = this.CONSUME(t.Text);
    return this.ACTION(() => ({
      type: "literal",
      value: stringOf(token, this.reading),
      range: rangeOf(this.reading, token),
    }));
  });

  readonly number: Production<tree.Literal> = this.RULE("number", (): tree.Literal => {
    const token = this.CONSUME(t.Numeral);
    return this.ACTION(() => ({
      type: "literal",
      value: numberOf(token, this.reading),
      range: rangeOf(this.reading, token),
    }));
  });

  readonly list: Production<tree.ListValue> = this.RULE(
    "list",
    (): tree.ListValue => {
      const items: tree.Value[] = [];
      const first = this.CONSUME(t.LeftBracket);
      this.nest(first, "lists and objects", () => {
        this.takingNames(false, () => {
          this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.value)) });
        });
      });
      this.CONSUME(t.RightBracket);
      return this.ACTION(() => ({ type: "list", items, range: this.from(first) }));
    },
    noResync,
  );

  readonly object: Production<tree.ObjectValue> = this.RULE(
    "object",
    (): tree.ObjectValue => {
      const entries: tree.Entry[] = [];
      const first = this.CONSUME(t.LeftBrace);
      this.nest(first, "lists and objects", () => {
        this.takingNames(false, () => {
          this.OPTION(() => {
            entries.push(this.SUBRULE(this.entry));
            this.MANY(() => {
              this.OPTION1(() => this.CONSUME(t.Comma));
              entries.push(this.SUBRULE1(this.entry));
            });
          });
        });
      });
      this.CONSUME(t.RightBrace);
      return this.ACTION(() => {
        checkKeys(entries, this.reading);
        return { type: "object", entries, range: this.from(first) };
      });
    },
    noResync,
  );

  readonly entry: Production<tree.Entry> = this.RULE(
    "entry",
    (): tree.Entry => {
      const key = this.CONSUME(t.Text);
      this.CONSUME(t.Colon);
      const value = this.SUBRULE(this.value);
      return this.ACTION(() => ({
        type: "entry",
        key: stringOf(key, this.reading),
        value,
        range: this.from(key),
      }));
    },
    noResync,
  );

  readonly word: Production<tree.Literal | tree.Reference> = this.RULE(
    "word",
    (): tree.Literal | tree.Reference => {
      const path: (string | number)[] = [];
      const first = this.CONSUME(t.Name);
      this.MANY(() => path.push(this.SUBRULE(this.step)));
      return this.ACTION(() => wordOf(first, path, this.from(first), this.reading));
    },
    noResync,
  );

  readonly step: Production<string | number> = this.RULE(
    "step",
    (): string | number =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Dot);
            return this.CONSUME(t.Word).image;
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.LeftBracket);
            const step = this.OR1([
              {
                ALT: () => {
                  const token = this.CONSUME(t.Numeral);
                  return this.ACTION(() => indexOf(token, this.reading));
                },
              },
              {
                ALT: () => {
                  const token = this.CONSUME(t.Text);
                  return this.ACTION(() => stringOf(token, this.reading));
                },
              },
            ]);
            this.CONSUME(t.RightBracket);
            return step;
          },
        },
      ]),
    noResync,
  );

  protected override canTokenTypeBeInsertedInRecovery(type: TokenType): boolean {
    return insertable.includes(type);
  }

  /** Whether the parser may leave out a token to get at one of this type: not for a word that may be a keyword. */
  protected override canTokenTypeBeDeletedInRecovery(type: TokenType): boolean {
    return type !== t.Word;
  }

  /** From a token to the last one read. */
  protected from(first: IToken): TextRange {
    return this.reading.source.range(first.startOffset, this.end());
  }

  /** The empty place after the last token read. */
  protected here(): TextRange {
    const end = this.end();
    return this.reading.source.range(end, end);
  }

  /** Reads what is nested one deeper. */
  protected nest<T>(opening: IToken, what: string, read: () => T): T {
    this.ACTION(() => {
      if (this.reading.depth >= deepest) this.refuseDepth(opening, what);
    });
    this.reading.depth++;
    try {
      return read();
    } finally {
      this.reading.depth--;
    }
  }

  /** Reads values among which a name stands, or does not stand, for an argument of the action. */
  protected takingNames<T>(takes: boolean, read: () => T): T {
    const before = this.reading.takesNames;
    this.reading.takesNames = takes;
    try {
      return read();
    } finally {
      this.reading.takesNames = before;
    }
  }

  private end(): number {
    const { startOffset, image } = this.LA(0);
    return startOffset + image.length;
  }

  private refuseDepth(token: IToken, what: string): never {
    const expected = `at most ${deepest} levels`;
    const message = `${what} are nested too deep: expected ${expected}`;
    report(this.reading, "too_deep", message, rangeOf(this.reading, token), { expected });
    this.reading.isLost = true;
    // As after any other mistake, reading goes on where the next part of the rule begins.
    throw new MismatchedTokenException("", token, this.LA(0));
  }
}
