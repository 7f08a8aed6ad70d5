import { nearest, type Range } from "@helve/core";
import type { IToken } from "chevrotain";
import { enforcementNames } from "./expectation.ts";
import { adviceOnWord, fixOf, foreignText, isForeign } from "./foreign.ts";
import { misspelt, note, quoted, type Reading, rangeOf, report } from "./reading.ts";
import { readString } from "./string-literal.ts";
import { ForeignText } from "./tokens.ts";
import type { Entry, Expression, Value } from "./tree.ts";

// What tokens stand for, and the mistakes that the grammar can't see.

/** Notes a rule's name, which no other rule may have. */
export function declareRule(name: IToken, reading: Reading): void {
  const range = rangeOf(reading, name);
  const { line, column } = reading.rules.get(name.image)?.start ?? {};
  if (line === undefined) reading.rules.set(name.image, range);
  else {
    const message = `there is a rule ${quoted(name.image)} already, at ${line}:${column}: give this one another name`;
    report(reading, "duplicate_rule", message, range, { expected: "another name" });
  }
}

/** What a predicate's name and arguments say; `args` is `undefined` where there are no parentheses. */
export function predicateOf(
  name: IToken,
  args: readonly Value[] | undefined,
  range: Range,
  reading: Reading,
): Expression {
  const truth = words.get(name.image);
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
      ...(known.write !== undefined && { fix: fixOf(nameRange, name.image, known.write) }),
    });
  } else if (checkCase(name, ["not", "true", "false"], reading)) return { type: "literal", value: true, range };
  return { type: "predicate", name: name.image, arguments: args ?? [], range };
}

/** Notes a word that would be one of those, were it not for its case. */
export function checkCase(word: IToken, candidates: Iterable<string>, reading: Reading): boolean {
  const written = [...candidates];
  const lower = word.image.toLowerCase();
  const meant = written.includes(word.image) ? undefined : written.find((one) => one.toLowerCase() === lower);
  if (meant !== undefined) note(reading, misspelt(word, meant, reading.source));
  return meant !== undefined;
}

const words = new Map<string, boolean | null>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["null", null],
  ["None", null],
]);

/** What a word among the arguments says, with the path that follows it. */
export function wordOf(word: IToken, path: readonly (string | number)[], range: Range, reading: Reading): Value {
  const literal = words.get(word.image);
  if (literal !== undefined && path.length === 0) return { type: "literal", value: literal, range };
  if (word.image !== "args" && !(path.length === 0 && checkCase(word, words.keys(), reading))) {
    const expected = 'a value: a string in "double quotes", a number, true, false, null, a list, an object or args';
    report(reading, "invalid_value", `expected ${expected} (got ${quoted(word.image)})`, range, { expected });
  }
  return { type: "reference", root: "args", path, range };
}

/** What a string says. */
export function stringOf(token: IToken, reading: Reading): string {
  if (token.tokenType === ForeignText) return foreignText(token.image);
  const { value, badEscapes } = readString(token.image);
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
  const seen = new Map<string, Range>();
  for (const { key, range } of entries) {
    const { line, column } = seen.get(key)?.start ?? {};
    if (line === undefined) seen.set(key, range);
    else {
      const message = `the key ${quoted(key)} is there already, at ${line}:${column}: leave one out`;
      report(reading, "duplicate_key", message, range, { expected: "another key" });
    }
  }
}

/** Notes a name at the head of an enforcement that is none. */
export function unknownEnforcement(name: IToken, reading: Reading): void {
  const range = rangeOf(reading, name);
  const meant = nearest(name.image, [...enforcementNames, "llm_self_examine"]);
  const expected = `one of ${enforcementNames.join(", ")}`;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  report(reading, "unknown_enforcement", `expected ${expected} (got ${quoted(name.image)})${hint}`, range, {
    expected,
    ...(meant !== undefined && { fix: { title: `Write "${meant}"`, range, text: meant } }),
  });
}

/** Notes a comma between predicates or enforcements; a full-width one is noted already. */
export function needlessComma(comma: IToken, between: "predicates" | "enforcements", reading: Reading): void {
  if (isForeign(comma.image)) return;
  const range = rangeOf(reading, comma);
  const expected = between === "predicates" ? 'a predicate or "enforce"' : 'an enforcement or "end"';
  report(reading, "unexpected_token", `expected ${expected} (got ","): no commas between ${between}`, range, {
    expected,
    fix: fixOf(range, ",", " "),
  });
}

/** Notes arguments of an enforcement that takes none. */
export function needlessArguments(name: IToken, range: Range, reading: Reading): void {
  const message = `${name.image} takes no arguments: expected it alone`;
  report(reading, "invalid_enforcement", message, range, {
    expected: `${name.image} without arguments`,
    fix: { title: "Leave the arguments out", range, text: "" },
  });
}
