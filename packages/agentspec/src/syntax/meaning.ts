import type { TextRange } from "@helve/core";
import type { Entry, Expression, Value } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { calledComparison } from "./comparison.ts";
import { adviceOnWord, fixOf, foreignText, isForeign } from "./foreign.ts";
import { noteSpelling, quoted, type Reading, rangeOf, report } from "./reading.ts";
import { literalOf } from "./references.ts";
import { checkCase } from "./spelling.ts";
import { closedLiteral, readString } from "./string-literal.ts";
import { ForeignText, SingleQuoted } from "./tokens.ts";

// What tokens stand for, and the mistakes that the grammar can't see.

/** Notes a rule's name, which no other rule may have. */
export function declareRule(name: IToken, reading: Reading): void {
  const range = rangeOf(reading, name);
  const { line, column } = reading.names.get(name.image)?.start ?? {};
  if (line === undefined) reading.names.set(name.image, range);
  else {
    const message = `there is a rule ${quoted(name.image)} already, at ${line}:${column}: give this one another name`;
    report(reading, "duplicate_rule", message, range, { expected: "another name" });
  }
}

/** What a predicate's name and arguments say; `args` is `undefined` where there are no parentheses. */
export function predicateOf(
  name: IToken,
  args: readonly Value[] | undefined,
  range: TextRange,
  reading: Reading,
): Expression {
  const truth = literalOf(name.image);
  if (typeof truth === "boolean") {
    if (args !== undefined) {
      const expected = `${name.image} without arguments`;
      report(reading, "invalid_predicate", `${name.image} takes no arguments: expected it alone`, range, { expected });
    }
    return { type: "literal", value: truth, range };
  }
  const known = adviceOnWord(name.image);
  if (known !== undefined) {
    const nameRange = rangeOf(reading, name);
    report(reading, "invalid_predicate", `${quoted(name.image)} is no predicate: ${known.advice}`, nameRange, {
      expected: known.expected,
      ...(known.write !== undefined && { quickFix: fixOf(nameRange, name.image, known.write) }),
    });
  } else if (checkCase(name, ["not", "and", "or", "true", "false"], reading)) {
    return { type: "literal", value: true, range };
  }
  const comparison = calledComparison(name, args, range, reading);
  if (comparison !== undefined) return comparison;
  return { type: "predicate", name: name.image, arguments: args ?? [], range };
}

/** What a string says. */
export function stringOf(token: IToken, reading: Reading): string {
  if (token.tokenType === ForeignText) return foreignText(token.image);
  if (token.tokenType === SingleQuoted) {
    const text = foreignText(token.image);
    noteSpelling(reading, rangeOf(reading, token), JSON.stringify(text));
    return text;
  }
  const { value, badEscapes } = readString(closedLiteral(token));
  for (const { text, offset } of badEscapes) {
    const start = token.startOffset + offset;
    const range = reading.source.range(start, start + text.length);
    const expected = String.raw`one of \" \\ \/ \b \f \n \r \t \u0000`;
    report(reading, "invalid_escape", `expected ${expected} (got ${text})`, range, { expected });
  }
  return value;
}

/** The number that a numeral stands for. */
export function numberOf(token: IToken, reading: Reading): number {
  const value = Number(token.image);
  if (!Number.isFinite(value)) {
    const expected = "a number up to 1.7976931348623157e308";
    const message = `expected ${expected} (got ${quoted(token.image)})`;
    report(reading, "invalid_number", message, rangeOf(reading, token), { expected });
  }
  // JSON has no -0.
  return value === 0 ? 0 : value;
}

/** The place in a list that a numeral stands for. */
export function indexOf(token: IToken, reading: Reading): number {
  const value = Number(token.image);
  if (/^\d+$/.test(token.image) && Number.isSafeInteger(value)) return value;
  const expected = "a whole number from 0 on";
  report(reading, "invalid_index", `expected ${expected} (got ${quoted(token.image)})`, rangeOf(reading, token), {
    expected,
  });
  return 0;
}

/** Notes the keys of an object that stand in it twice. */
export function checkKeys(entries: readonly Entry[], reading: Reading): void {
  const seen = new Map<string, TextRange>();
  for (const { key, range } of entries) {
    const { line, column } = seen.get(key)?.start ?? {};
    if (line === undefined) seen.set(key, range);
    else {
      const message = `the key ${quoted(key)} is there already, at ${line}:${column}: leave one out`;
      report(reading, "duplicate_key", message, range, { expected: "another key" });
    }
  }
}

/** Notes a comma between predicates or enforcements; a full-width one is noted already. */
export function needlessComma(comma: IToken, between: "predicates" | "enforcements", reading: Reading): void {
  if (isForeign(comma.image)) return;
  const range = rangeOf(reading, comma);
  const expected = between === "predicates" ? 'a predicate or "enforce"' : 'an enforcement or "end"';
  report(reading, "unexpected_token", `expected ${expected} (got ","): no commas between ${between}`, range, {
    expected,
    quickFix: fixOf(range, ",", " "),
  });
}
