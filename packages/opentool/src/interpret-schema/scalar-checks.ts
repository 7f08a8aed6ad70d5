import { formats, isMultiple, regularExpression } from "../keyword-tests.ts";
import { type Check, leaf, limited } from "./check.ts";
import type { CoveredSchema } from "./covered-schema.ts";

/** The checks of a schema's keywords for numbers. */
export function numberChecks(schema: CoveredSchema): readonly Check<number>[] {
  const { multipleOf } = schema;
  return [
    ...limited("maximum", schema, (value: number, most) => value <= most),
    ...limited("minimum", schema, (value: number, least) => value >= least),
    ...limited("exclusiveMaximum", schema, (value: number, end) => value < end),
    ...limited("exclusiveMinimum", schema, (value: number, end) => value > end),
    ...(multipleOf === undefined
      ? []
      : [leaf("multipleOf", { multipleOf }, schema, (value: number) => isMultiple(value, multipleOf))]),
  ];
}

/** The checks of a schema's keywords for strings. */
export function stringChecks(schema: CoveredSchema): readonly Check<string>[] {
  const { pattern, format = "" } = schema;
  const checks = [
    ...limited("maxLength", schema, (text: string, most) => text.length <= most || lengthOf(text) <= most),
    ...limited("minLength", schema, (text: string, least) => text.length >= least && lengthOf(text) >= least),
  ];
  if (pattern !== undefined) {
    const expression = regularExpression(pattern);
    checks.push(leaf("pattern", { pattern }, schema, (text) => expression.test(text)));
  }
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) {
    const fits = typeof known === "function" ? known : (text: string): boolean => known.test(text);
    checks.push(leaf("format", { format }, schema, fits));
  }
  return checks;
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
