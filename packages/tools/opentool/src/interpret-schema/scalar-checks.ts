/** Creates the checks of JSON Schema's keywords for numbers and strings. */
import { schemaPattern } from "@helve/core/internal";
import { formatTests, isMultipleOf } from "../keyword-tests.ts";
import type { SupportedSchema } from "../schema-index.ts";
import { type Check, keywordCheck, limitChecks } from "./check.ts";

/** Creates the checks of a schema's keywords for numbers: `minimum`, `maximum`, `multipleOf`, …. */
export function numberChecks(schema: SupportedSchema): readonly Check<number>[] {
  const { multipleOf } = schema;
  return [
    ...limitChecks("maximum", schema, (value: number, max) => value <= max),
    ...limitChecks("minimum", schema, (value: number, min) => value >= min),
    ...limitChecks("exclusiveMaximum", schema, (value: number, end) => value < end),
    ...limitChecks("exclusiveMinimum", schema, (value: number, end) => value > end),
    ...(multipleOf === undefined
      ? []
      : [keywordCheck("multipleOf", { multipleOf }, schema, (value: number) => isMultipleOf(value, multipleOf))]),
  ];
}

/**
 * Creates the checks of a schema's keywords for strings: `minLength`, `maxLength`, `pattern`, `format`.
 *
 * @param format - the format that strings must have, if formats are asserted
 */
export function stringChecks(schema: SupportedSchema, format = ""): readonly Check<string>[] {
  const { pattern } = schema;
  const checks = [
    ...limitChecks("maxLength", schema, (text: string, max) => text.length <= max || codePointCount(text) <= max),
    ...limitChecks("minLength", schema, (text: string, min) => text.length >= min && codePointCount(text) >= min),
  ];
  if (pattern !== undefined) {
    const expression = schemaPattern(pattern);
    checks.push(keywordCheck("pattern", { pattern }, schema, (text) => expression.test(text)));
  }
  const formatTest = Object.hasOwn(formatTests, format) ? formatTests[format] : undefined;
  if (formatTest !== undefined) {
    const matches = typeof formatTest === "function" ? formatTest : (text: string): boolean => formatTest.test(text);
    checks.push(keywordCheck("format", { format }, schema, matches));
  }
  return checks;
}

/** Counts the Unicode code points of a string. */
function codePointCount(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
