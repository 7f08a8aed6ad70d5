import { formatTests, isMultipleOf, patternRegExp } from "../keyword-tests.ts";
import { type Check, keywordCheck, limitChecks } from "./check.ts";
import type { SupportedSchema } from "./supported-schema.ts";

/** The checks of a schema's keywords for numbers. */
export function numberChecks(schema: SupportedSchema): readonly Check<number>[] {
  const { multipleOf } = schema;
  return [
    ...limitChecks("maximum", schema, (value: number, most) => value <= most),
    ...limitChecks("minimum", schema, (value: number, least) => value >= least),
    ...limitChecks("exclusiveMaximum", schema, (value: number, end) => value < end),
    ...limitChecks("exclusiveMinimum", schema, (value: number, end) => value > end),
    ...(multipleOf === undefined
      ? []
      : [keywordCheck("multipleOf", { multipleOf }, schema, (value: number) => isMultipleOf(value, multipleOf))]),
  ];
}

/** The checks of a schema's keywords for strings. */
export function stringChecks(schema: SupportedSchema): readonly Check<string>[] {
  const { pattern, format = "" } = schema;
  const checks = [
    ...limitChecks("maxLength", schema, (text: string, most) => text.length <= most || codePointCount(text) <= most),
    ...limitChecks("minLength", schema, (text: string, least) => text.length >= least && codePointCount(text) >= least),
  ];
  if (pattern !== undefined) {
    const expression = patternRegExp(pattern);
    checks.push(keywordCheck("pattern", { pattern }, schema, (text) => expression.test(text)));
  }
  const known = Object.hasOwn(formatTests, format) ? formatTests[format] : undefined;
  if (known !== undefined) {
    const matches = typeof known === "function" ? known : (text: string): boolean => known.test(text);
    checks.push(keywordCheck("format", { format }, schema, matches));
  }
  return checks;
}

/** In code points. */
function codePointCount(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
