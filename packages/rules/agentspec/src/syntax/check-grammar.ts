import type * as tree from "@helve/core/program";
import { EMPTY_ALT, type IOrAlt, type IToken, tokenMatcher } from "chevrotain";
import {
  buildComparison,
  buildPredicate,
  buildQuantifier,
  comparisonOperator,
  recordOperatorForm,
  reportMissingComparison,
  reportNeedlessComma,
} from "./build-check.ts";
import { isValueName } from "./build-value.ts";
import {
  isCalculationAfterOperator,
  isComparedStepValue,
  isOnceCall,
  isParenthesizedValue,
  isProvenance,
  isQuantifier,
  isStepValue,
} from "./step-lookahead.ts";
import * as t from "./tokens.ts";
import { type Production, ValueGrammar, withoutRecovery } from "./value-grammar.ts";
import { literalOfWord } from "./vocabulary.ts";

/**
 * The grammar of checks (AgentSpec §3.1, Fig. 3 ⟨Pred⟩). Adjacent conditions are combined with AND, which binds weakest; then
 * come `|`, `&` and `!`.
 */
export abstract class CheckGrammar extends ValueGrammar {
  abstract readonly once: Production<tree.Once>;
  abstract readonly sources: Production<readonly tree.Source[]>;

  readonly conditions: Production<tree.Conjunction> = this.RULE("conditions", (): tree.Conjunction => {
    const range = this.ACTION(() => this.emptyRange());
    const first = this.LA(1);
    const operands: tree.Expression[] = [];
    this.MANY(() =>
      this.OR1([
        { ALT: () => operands.push(this.SUBRULE(this.disjunction)) },
        { ALT: () => this.needlessComma("predicates") },
      ]),
    );
    // Checked here already, so that an error doesn't end the whole rule.
    this.OR2([{ GATE: () => this.LA(1).tokenType === t.Enforce, ALT: EMPTY_ALT() }]);
    return this.ACTION(() => ({
      type: "and",
      operands: flattenOperands("and", operands),
      range: operands.length > 0 ? this.rangeFrom(first) : range,
    }));
  });

  readonly disjunction: Production<tree.Expression> = this.RULE(
    "disjunction",
    (): tree.Expression => {
      const first = this.LA(1);
      const operand = this.SUBRULE(this.conjunction);
      const operands = [operand];
      this.MANY(() => {
        const or = this.CONSUME(t.Or);
        this.ACTION(() => recordOperatorForm(or, this.state));
        operands.push(this.SUBRULE1(this.conjunction));
      });
      return this.ACTION(() =>
        operands.length === 1
          ? operand
          : { type: "or", operands: flattenOperands("or", operands), range: this.rangeFrom(first) },
      );
    },
    withoutRecovery,
  );

  readonly conjunction: Production<tree.Expression> = this.RULE(
    "conjunction",
    (): tree.Expression => {
      const first = this.LA(1);
      const operand = this.SUBRULE(this.negation);
      const operands = [operand];
      this.MANY(() => {
        const and = this.CONSUME(t.And);
        this.ACTION(() => recordOperatorForm(and, this.state));
        operands.push(this.SUBRULE1(this.negation));
      });
      return this.ACTION(() =>
        operands.length === 1
          ? operand
          : { type: "and", operands: flattenOperands("and", operands), range: this.rangeFrom(first) },
      );
    },
    withoutRecovery,
  );

  private readonly operandAlternatives: IOrAlt<tree.Expression>[] = [
    {
      ALT: (): tree.Expression => {
        const sign = this.CONSUME(t.Not);
        const operand = this.nested(sign, "negations", () => this.SUBRULE(this.negation));
        return this.ACTION(() => ({ type: "not", operand, range: this.rangeFrom(sign) }));
      },
    },
    { GATE: () => !this.isComparison(), ALT: () => this.SUBRULE(this.group) },
    { GATE: () => isOnceCall((nth) => this.LA(nth), this.isValueName), ALT: () => this.SUBRULE(this.once) },
    { GATE: () => isQuantifier((nth) => this.LA(nth)), ALT: () => this.SUBRULE(this.quantifier) },
    { GATE: () => this.isComparison(), ALT: () => this.SUBRULE(this.comparison) },
    { ALT: () => this.SUBRULE(this.predicate), IGNORE_AMBIGUITIES: true },
  ];

  readonly negation: Production<tree.Expression> = this.RULE(
    "negation",
    (): tree.Expression => this.OR(this.operandAlternatives),
    withoutRecovery,
  );

  readonly group: Production<tree.Expression> = this.RULE(
    "group",
    (): tree.Expression => {
      const operands: tree.Expression[] = [];
      const opening = this.CONSUME(t.LeftParen);
      this.nested(opening, "parentheses", () => {
        this.AT_LEAST_ONE(() =>
          this.OR([
            { ALT: () => operands.push(this.SUBRULE(this.disjunction)) },
            { ALT: () => this.needlessComma("predicates") },
          ]),
        );
      });
      this.CONSUME(t.RightParen);
      return this.ACTION(() => {
        const [operand] = operands;
        if (operands.length === 1 && operand !== undefined) return operand;
        return { type: "and", operands: flattenOperands("and", operands), range: this.rangeFrom(opening) };
      });
    },
    withoutRecovery,
  );

  readonly comparison: Production<tree.Expression> = this.RULE(
    "comparison",
    (): tree.Expression => {
      const first = this.LA(1);
      // In where, a bare name could mean an argument of the action or of the step.
      const left = this.withBareNames(!this.state.hasStep, () => this.SUBRULE(this.value));
      const provenance = this.OPTION2({
        GATE: () => isProvenance((nth) => this.LA(nth), 1),
        DEF: () => this.SUBRULE(this.provenance),
      });
      const not = this.OPTION({
        GATE: () => this.isNotIn(1),
        DEF: () => this.CONSUME(t.Not),
      });
      let operator: IToken | undefined;
      let right: tree.Value | undefined;
      this.OPTION1({
        GATE: () => provenance === undefined && !this.isCall(),
        DEF: () => {
          operator = this.CONSUME(t.Compare);
          right = this.withBareNames(false, () => this.SUBRULE1(this.value));
        },
      });
      const ignoreCase = this.ignoresCase();
      return this.ACTION(() => {
        const range = this.rangeFrom(first);
        // After a syntax error the value is missing.
        if (left === undefined) return { type: "literal", value: true, range };
        if (provenance !== undefined) return { type: "provenance", value: left, ...provenance, range };
        if (operator === undefined || right === undefined) return reportMissingComparison(left, this.state);
        const compared = buildComparison(comparisonOperator(operator, this.state), left, right, range);
        const comparison: tree.Comparison = ignoreCase ? { ...compared, ignoreCase } : compared;
        return not === undefined ? comparison : { type: "not", operand: comparison, range };
      });
    },
    withoutRecovery,
  );

  /** `from Web.any` or `only from prompt`, after a value. */
  readonly provenance: Production<Pick<tree.Provenance, "only" | "sources">> = this.RULE(
    "provenance",
    (): Pick<tree.Provenance, "only" | "sources"> => {
      const only = this.OPTION({ GATE: () => this.LA(1).image === "only", DEF: () => this.CONSUME(t.Name) });
      this.CONSUME1(t.Name); // "from"
      const sources = this.SUBRULE(this.sources);
      return { only: only !== undefined, sources };
    },
    withoutRecovery,
  );

  /** `every(args.to, ends_with "@corp.com")` */
  readonly quantifier: Production<tree.Expression> = this.RULE(
    "quantifier",
    (): tree.Expression => {
      const word = this.CONSUME(t.Name);
      this.CONSUME(t.LeftParen);
      const value = this.withBareNames(!this.state.hasStep, () => this.SUBRULE(this.value));
      this.CONSUME(t.Comma);
      const not = this.OPTION(() => this.CONSUME(t.Not));
      const operator = this.CONSUME(t.Compare);
      const right = this.withBareNames(false, () => this.SUBRULE1(this.value));
      const ignoreCase = this.ignoresCase();
      this.CONSUME(t.RightParen);
      return this.ACTION(() => {
        const parts = { value, operator: comparisonOperator(operator, this.state), right };
        const written = { ...parts, ...(ignoreCase && { ignoreCase }), range: this.rangeFrom(word) };
        return buildQuantifier(word, written, not !== undefined);
      });
    },
    withoutRecovery,
  );

  readonly predicate: Production<tree.Expression> = this.RULE(
    "predicate",
    (): tree.Expression => {
      const name = this.CONSUME(t.Name);
      const args = this.OPTION(() => this.SUBRULE(this.arguments));
      return this.ACTION(() => buildPredicate(name, args, this.rangeFrom(name), this.state));
    },
    withoutRecovery,
  );

  /** Skips and reports a comma between adjacent conditions or enforcements. */
  protected needlessComma(between: "predicates" | "enforcements"): void {
    const comma = this.CONSUME(t.Comma);
    this.ACTION(() => reportNeedlessComma(comma, between, this.state));
  }

  /** Consumes `ignoring case`, if it follows a comparison. */
  private ignoresCase(): true | undefined {
    const words = this.OPTION9({
      GATE: () => this.LA(1).image === "ignoring" && this.LA(2).image === "case",
      DEF: () => {
        this.CONSUME8(t.Name);
        return this.CONSUME9(t.Name);
      },
    });
    return words === undefined ? undefined : true;
  }

  /** Whether the next token starts a comparison rather than a predicate. */
  private isComparison(): boolean {
    const first = this.LA(1);
    const second = this.LA(2);
    const at = (nth: number): IToken => this.LA(nth);
    if (first.tokenType === t.LeftParen) return isParenthesizedValue(at);
    if (isComparedStepValue(at, this.isValueName)) return true;
    if (!tokenMatcher(first, t.Name)) return true;
    if (second.tokenType === t.Dot || second.tokenType === t.LeftBracket) return true;
    const isValue = isValueName(first.image, this.state);
    if (second.tokenType === t.Question || isProvenance(at, 2)) return true;
    if ([t.Plus, t.Minus, t.Star].some((sign) => second.tokenType === sign)) return true;
    if (tokenMatcher(second, t.Not)) return isValue && this.isNotIn(2);
    if (!tokenMatcher(second, t.Compare)) return false;
    if (!tokenMatcher(second, t.Name)) return true;
    // A word such as `contains` may be a predicate too.
    const third = this.LA(3);
    if (isPlainValue(third) || isStepValue((nth) => this.LA(nth + 2), this.isValueName)) return true;
    if (third.tokenType === t.LeftParen) return isValue && isCalculationAfterOperator((nth) => this.LA(nth + 2));
    if (!isValue || !tokenMatcher(third, t.Name)) return false;
    return literalOfWord(first.image) === undefined || isValueName(third.image, this.state);
  }

  /** Whether the tokens are the operator `not in`, not a negated predicate named `in`. */
  private isNotIn(nth: number): boolean {
    if (this.LA(nth).image !== "not" || this.LA(nth + 1).image !== "in") return false;
    return this.LA(nth + 2).tokenType !== t.LeftParen || isCalculationAfterOperator((from) => this.LA(nth + 1 + from));
  }

  /** Whether the word that comes next has arguments. */
  private isCall(): boolean {
    if (!tokenMatcher(this.LA(1), t.Name) || this.LA(2).tokenType !== t.LeftParen) return false;
    return !isCalculationAfterOperator((nth) => this.LA(nth + 1));
  }
}

/** Whether a token starts a value and can't start a predicate: a string, a number, a list or an object. */
function isPlainValue(token: IToken): boolean {
  return [t.StringLiteral, t.NumberLiteral, t.DurationLiteral, t.LeftBracket, t.LeftBrace].some((type) =>
    tokenMatcher(token, type),
  );
}

/** Flattens nested operands of the same type: `a & (b & c)` to `a & b & c`. */
function flattenOperands(type: "and" | "or", operands: readonly tree.Expression[]): readonly tree.Expression[] {
  if (!operands.some((operand) => operand?.type === type)) return operands;
  // After a syntax error an operand can be missing.
  return operands.flatMap((operand) => (operand?.type === type ? operand.operands : [operand]));
}
