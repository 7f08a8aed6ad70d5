/** The grammar of values (strings, numbers, lists, objects, references), the base class of the parser. */
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
import { buildDuration } from "./build-step-query.ts";
import {
  buildWordValue,
  isValueName,
  listIndex,
  numberValue,
  reportDuplicateKeys,
  reportNeedlessQuestion,
  stringValue,
} from "./build-value.ts";
import { maxDepth } from "./max-depth.ts";
import { parserErrorMessages } from "./parser-errors.ts";
import { type ParserState, reportIssue, tokenRange } from "./parser-state.ts";
import { isStepValue } from "./step-lookahead.ts";
import * as t from "./tokens.ts";

/** A production of the grammar; `T` is the type of its result. */
export type Production<T> = ParserMethod<[], T>;

/** For productions without error recovery: an error in one also ends the production around it. */
export const withoutRecovery: { readonly resyncEnabled: false } = { resyncEnabled: false };

/** The missing tokens that error recovery can insert. Inserting another one would misinterpret the tokens after it. */
const insertable: readonly TokenType[] = [t.Trigger, t.Check, t.End, t.Name, t.Colon, t.Comma];

/** The grammar of values (AgentSpec §3.1, Fig. 3 ⟨KV Pairs⟩ and ⟨Value⟩, which the paper leaves open). */
export abstract class ValueGrammar extends EmbeddedActionsParser {
  protected state: ParserState;

  constructor(state: ParserState) {
    super([...t.tokenTypes], {
      recoveryEnabled: true,
      maxLookahead: 1,
      errorMessageProvider: parserErrorMessages(() => this.state),
    });
    this.state = state;
  }

  readonly arguments: Production<readonly tree.Value[]> = this.RULE(
    "arguments",
    (): readonly tree.Value[] => {
      const values: tree.Value[] = [];
      this.CONSUME(t.LeftParen);
      this.withBareNames(true, () => {
        this.MANY_SEP({ SEP: t.Comma, DEF: () => values.push(this.SUBRULE(this.value)) });
      });
      this.CONSUME(t.RightParen);
      return values;
    },
    withoutRecovery,
  );

  /** `count(…)`, `sum(…)` or `last(…)`. */
  abstract readonly stepValue: Production<tree.Value>;

  // The alternatives of the most frequent production are created only once.
  private readonly operandAlternativesOfValue: IOrAlt<tree.Value>[] = [
    { ALT: () => this.SUBRULE(this.string) },
    { ALT: () => this.SUBRULE(this.number) },
    { ALT: () => this.SUBRULE(this.duration) },
    { ALT: () => this.SUBRULE(this.list) },
    { ALT: () => this.SUBRULE(this.object) },
    { ALT: () => this.SUBRULE(this.parenthesizedValue) },
    { GATE: () => this.isStepValue(), ALT: () => this.SUBRULE(this.stepValue) },
    { ALT: () => this.SUBRULE(this.word), IGNORE_AMBIGUITIES: true },
  ];

  /** A value, or a sum of values. After a syntax error the value is missing. */
  readonly value: Production<tree.Value> = this.RULE("value", (): tree.Value => {
    const first = this.LA(1);
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const sign = this.OR([{ ALT: () => this.CONSUME(t.Plus) }, { ALT: () => this.CONSUME(t.Minus) }]);
      const right = this.SUBRULE1(this.product);
      left = this.ACTION(() => calculation(sign, left, right, this.rangeFrom(first)));
    });
    return left;
  });

  readonly product: Production<tree.Value> = this.RULE(
    "product",
    (): tree.Value => {
      const first = this.LA(1);
      let left = this.SUBRULE(this.operand);
      this.MANY(() => {
        const sign = this.CONSUME(t.Star);
        const right = this.SUBRULE1(this.operand);
        left = this.ACTION(() => calculation(sign, left, right, this.rangeFrom(first)));
      });
      return left;
    },
    withoutRecovery,
  );

  readonly operand: Production<tree.Value> = this.RULE(
    "operand",
    (): tree.Value => this.OR(this.operandAlternativesOfValue),
    withoutRecovery,
  );

  readonly parenthesizedValue: Production<tree.Value> = this.RULE(
    "parenthesizedValue",
    (): tree.Value => {
      const opening = this.CONSUME(t.LeftParen);
      const value = this.nested(opening, "parentheses", () => this.SUBRULE(this.value));
      this.CONSUME(t.RightParen);
      return value;
    },
    withoutRecovery,
  );

  readonly duration: Production<tree.Duration> = this.RULE("duration", (): tree.Duration => {
    const token = this.CONSUME(t.DurationLiteral);
    return this.ACTION(() => buildDuration(token, this.state));
  });

  readonly string: Production<tree.Literal> = this.RULE("string", (): tree.Literal => {
    const token = this.CONSUME(t.StringLiteral);
    return this.ACTION(() => ({
      type: "literal",
      value: stringValue(token, this.state),
      range: tokenRange(this.state, token),
    }));
  });

  readonly number: Production<tree.Literal> = this.RULE("number", (): tree.Literal => {
    const token = this.CONSUME(t.NumberLiteral);
    return this.ACTION(() => ({
      type: "literal",
      value: numberValue(token, this.state),
      range: tokenRange(this.state, token),
    }));
  });

  readonly list: Production<tree.ListValue> = this.RULE(
    "list",
    (): tree.ListValue => {
      const items: tree.Value[] = [];
      const first = this.CONSUME(t.LeftBracket);
      this.nested(first, "lists and objects", () => {
        this.withBareNames(false, () => {
          this.MANY_SEP({ SEP: t.Comma, DEF: () => items.push(this.SUBRULE(this.value)) });
        });
      });
      this.CONSUME(t.RightBracket);
      return this.ACTION(() => ({ type: "list", items, range: this.rangeFrom(first) }));
    },
    withoutRecovery,
  );

  readonly object: Production<tree.ObjectValue> = this.RULE(
    "object",
    (): tree.ObjectValue => {
      const entries: tree.Entry[] = [];
      const first = this.CONSUME(t.LeftBrace);
      this.nested(first, "lists and objects", () => {
        this.withBareNames(false, () => {
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
        reportDuplicateKeys(entries, this.state);
        return { type: "object", entries, range: this.rangeFrom(first) };
      });
    },
    withoutRecovery,
  );

  readonly entry: Production<tree.Entry> = this.RULE(
    "entry",
    (): tree.Entry => {
      const key = this.CONSUME(t.StringLiteral);
      this.CONSUME(t.Colon);
      const value = this.SUBRULE(this.value);
      return this.ACTION(() => ({
        type: "entry",
        key: stringValue(key, this.state),
        value,
        range: this.rangeFrom(key),
      }));
    },
    withoutRecovery,
  );

  readonly word: Production<tree.Literal | tree.Reference> = this.RULE(
    "word",
    (): tree.Literal | tree.Reference => {
      const path: (string | number)[] = [];
      const first = this.CONSUME(t.Name);
      this.MANY(() => path.push(this.SUBRULE(this.step)));
      const question = this.OPTION(() => this.CONSUME(t.Question));
      return this.ACTION(() => {
        const value = buildWordValue(first, path, this.rangeFrom(first), this.state);
        if (question === undefined) return value;
        if (value.type === "reference") return { ...value, optional: true };
        reportNeedlessQuestion(question, this.state);
        return value;
      });
    },
    withoutRecovery,
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
                  const token = this.CONSUME(t.NumberLiteral);
                  return this.ACTION(() => listIndex(token, this.state));
                },
              },
              {
                ALT: () => {
                  const token = this.CONSUME(t.StringLiteral);
                  return this.ACTION(() => stringValue(token, this.state));
                },
              },
            ]);
            this.CONSUME(t.RightBracket);
            return step;
          },
        },
      ]),
    withoutRecovery,
  );

  protected override canTokenTypeBeInsertedInRecovery(type: TokenType): boolean {
    return insertable.includes(type);
  }

  /** Whether the parser may leave out a token to get at one of this type: not for a word that may be a keyword. */
  protected override canTokenTypeBeDeletedInRecovery(type: TokenType): boolean {
    return type !== t.Word;
  }

  /** The range from a token to the last consumed one. */
  protected rangeFrom(first: IToken): TextRange {
    return this.state.source.range(first.startOffset, this.lastTokenEnd());
  }

  /** The empty range after the last consumed token. */
  protected emptyRange(): TextRange {
    const end = this.lastTokenEnd();
    return this.state.source.range(end, end);
  }

  /** Parses one nesting level deeper; reports too deep nesting. */
  protected nested<T>(opening: IToken, what: string, read: () => T): T {
    this.ACTION(() => {
      if (this.state.depth >= maxDepth) this.reportTooDeep(opening, what);
    });
    this.state.depth++;
    try {
      return read();
    } finally {
      this.state.depth--;
    }
  }

  /** Parses values in which an undefined name is, or is not, short for an argument (`x` for `args.x`). */
  protected withBareNames<T>(takes: boolean, read: () => T): T {
    const before = this.state.bareNamesAreArguments;
    this.state.bareNamesAreArguments = takes;
    try {
      return read();
    } finally {
      this.state.bareNamesAreArguments = before;
    }
  }

  /** Whether the next token begins `count(…)`, `sum(…)` or `last(…)`. */
  protected isStepValue(): boolean {
    return isStepValue((nth) => this.LA(nth), this.isValueName);
  }

  /** Whether a word is a value in the current rule. */
  protected readonly isValueName = (word: string): boolean => isValueName(word, this.state);

  private lastTokenEnd(): number {
    const { startOffset, image } = this.LA(0);
    return startOffset + image.length;
  }

  private reportTooDeep(token: IToken, what: string): never {
    const expected = `at most ${maxDepth} levels`;
    const message = `${what} are nested too deeply: expected ${expected}`;
    reportIssue(this.state, "too_deep", { message, range: tokenRange(this.state, token), expected });
    this.state.ignoresIssues = true;
    // As after any other error, parsing continues where the next part of the rule begins.
    throw new MismatchedTokenException("", token, this.LA(0));
  }
}

/** Builds `left + right`. After a syntax error an operand is missing. */
function calculation({ image }: IToken, left: tree.Value, right: tree.Value, range: TextRange): tree.Value {
  if (left === undefined || right === undefined) return left;
  return { type: "arithmetic", operator: image === "+" || image === "*" ? image : "-", left, right, range };
}
