/** Builds the expressions of a check from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import type { Comparison, ComparisonOperator, Expression, Negation, Quantifier, Value } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { referenceText } from "./build-value.ts";
import {
  type ParserState,
  quoteShort,
  recordAlternativeForm,
  reportIssue,
  reportWrongCase,
  textInRange,
  tokenRange,
} from "./parser-state.ts";
import { correctionForWord, isUnsupportedSign, replacementFix } from "./unsupported-syntax.ts";
import { comparisonCallOperators, comparisonOperators, literalOfWord } from "./vocabulary.ts";

/** Builds a predicate, a truth literal or a comparison in call form (`eq(a, b)`) from a name and its arguments; `args` is `undefined` without parentheses. */
export function buildPredicate(
  name: IToken,
  args: readonly Value[] | undefined,
  range: TextRange,
  state: ParserState,
): Expression {
  const truth = literalOfWord(name.image);
  if (typeof truth === "boolean") {
    if (args !== undefined) {
      const expected = `${name.image} without arguments`;
      reportIssue(state, "invalid_predicate", {
        message: `${name.image} takes no arguments: write it without arguments`,
        range,
        expected,
      });
    }
    return { type: "literal", value: truth, range };
  }
  const known = correctionForWord(name.image);
  if (known !== undefined) {
    const nameRange = tokenRange(state, name);
    reportIssue(state, "invalid_predicate", {
      message: `${quoteShort(name.image)} is not a predicate: ${known.advice}`,
      range: nameRange,
      expected: known.expected,
      quickFix: known.replacement === undefined ? undefined : replacementFix(nameRange, name.image, known.replacement),
    });
  } else if (reportWrongCase(name, ["not", "and", "or", "true", "false"], state)) {
    return { type: "literal", value: true, range };
  }
  const comparison = buildCalledComparison(name, args, range, state);
  if (comparison !== undefined) return comparison;
  return { type: "predicate", name: name.image, arguments: args ?? [], range };
}

/** Reports a comma between predicates or enforcements; a full-width comma was already reported by the lexer. */
export function reportNeedlessComma(comma: IToken, between: "predicates" | "enforcements", state: ParserState): void {
  if (isUnsupportedSign(comma.image)) return;
  const range = tokenRange(state, comma);
  const expected = between === "predicates" ? 'a predicate or "enforce"' : 'an enforcement or "end"';
  reportIssue(state, "unexpected_token", {
    message: `expected ${expected} (got ","): do not write commas between ${between}`,
    range,
    expected,
    quickFix: replacementFix(range, ",", " "),
  });
}

const operatorsBySign = new Map<string, ComparisonOperator>([
  ...comparisonOperators.map((operator) => [operator, operator] as const),
  ["=", "=="],
  ["===", "=="],
  ["!==", "!="],
  ["≠", "!="],
  ["<>", "!="],
  ["≤", "<="],
  ["=<", "<="],
  ["≥", ">="],
  ["=>", ">="],
]);

/** Builds a comparison node. */
export function buildComparison(operator: ComparisonOperator, left: Value, right: Value, range: TextRange): Comparison {
  return { type: "comparison", operator, left, right, range };
}

/** Builds `every(…)` or `some(…)`. `every(x, not in y)` is `!some(x, in y)`. */
export function buildQuantifier(
  { image }: IToken,
  parts: Omit<Quantifier, "type">,
  isNegated: boolean,
): Quantifier | Negation {
  const isEvery = image === "every";
  if (!isNegated) return { type: isEvery ? "every" : "some", ...parts };
  return { type: "not", operand: { type: isEvery ? "some" : "every", ...parts }, range: parts.range };
}

/** The canonical operator of a token; records an alternative form such as `=` or `≤`. */
export function comparisonOperator(token: IToken, state: ParserState): ComparisonOperator {
  const operator = operatorsBySign.get(token.image) ?? "==";
  if (operator !== token.image) recordAlternativeForm(state, tokenRange(state, token), operator);
  return operator;
}

/** Builds the comparison of `eq(a, b)`, `lt(a, b)` and so on; `undefined` for any other name. */
function buildCalledComparison(
  name: IToken,
  args: readonly Value[] | undefined,
  range: TextRange,
  state: ParserState,
): Expression | undefined {
  const operator = comparisonCallOperators.get(name.image);
  if (operator === undefined) return undefined;
  const [left, right, ...others] = args ?? [];
  if (left === undefined || right === undefined || others.length > 0) {
    const expected = `two values, as in ${name.image}(args.amount, 10)`;
    reportIssue(state, "invalid_predicate", {
      message: `${name.image} compares two values: expected ${expected}`,
      range,
      expected,
    });
    return { type: "literal", value: true, range };
  }
  const [one, other] = [left, right].map((value) =>
    value.type === "reference" ? referenceText(value) : textInRange(state, value.range),
  );
  // A list after a name would be parsed as an index of that name.
  recordAlternativeForm(state, range, left.type === "list" ? undefined : `${one} ${operator} ${other}`);
  return buildComparison(operator, left, right, range);
}

/** Reports a value without a comparison in a check, such as `args.force` alone. */
export function reportMissingComparison(left: Value, state: ParserState): Expression {
  const { range } = left;
  const expected = "a comparison, such as == or contains";
  const message = `a value alone is not a condition: expected ${expected}, after it`;
  const at = { start: range.end, end: range.end };
  reportIssue(state, "missing_comparison", {
    message,
    range,
    expected,
    quickFix:
      left.type === "reference" ? { title: 'Write " == true" after it', range: at, text: " == true" } : undefined,
  });
  return { type: "literal", value: true, range };
}

const plainOperators = new Map([
  ["&&", "&"],
  ["∧", "&"],
  ["||", "|"],
  ["∨", "|"],
]);

/** Records alternative signs for `&` and `|`, such as `&&` and `∨`. */
export function recordOperatorForm(token: IToken, state: ParserState): void {
  const plain = plainOperators.get(token.image);
  if (plain !== undefined) recordAlternativeForm(state, tokenRange(state, token), plain);
}
