import { formats } from "../formats.ts";
import { type Check, fail } from "./check.ts";
import type { CoveredSchema } from "./covered-schema.ts";
import { regularExpression } from "./regular-expression.ts";

/** The checks of a schema's keywords for numbers; to a value that is none they have nothing to say. */
export function numberChecks(schema: CoveredSchema): readonly Check[] {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, multipleOf } = schema;
  const checks: Check[] = [];
  const bound = (keyword: Bound, limit: number | undefined, fits: (value: number, limit: number) => boolean): void => {
    if (limit === undefined) return;
    checks.push((value, run) => !isNumber(value) || fits(value, limit) || fail(keyword, { limit }, value, schema, run));
  };
  bound("maximum", maximum, (value, limit) => value <= limit);
  bound("minimum", minimum, (value, limit) => value >= limit);
  bound("exclusiveMaximum", exclusiveMaximum, (value, limit) => value < limit);
  bound("exclusiveMinimum", exclusiveMinimum, (value, limit) => value > limit);
  if (multipleOf !== undefined) {
    checks.push(
      (value, run) =>
        !isNumber(value) || isMultiple(value, multipleOf) || fail("multipleOf", { multipleOf }, value, schema, run),
    );
  }
  return checks;
}

/** The checks of a schema's keywords for strings. */
export function stringChecks(schema: CoveredSchema): readonly Check[] {
  const { maxLength, minLength, pattern, format } = schema;
  const checks: Check[] = [];
  const add = (
    keyword: keyof CoveredSchema,
    params: Record<string, unknown>,
    fits: (text: string) => boolean,
  ): void => {
    checks.push((value, run) => typeof value !== "string" || fits(value) || fail(keyword, params, value, schema, run));
  };
  if (maxLength !== undefined) add("maxLength", { limit: maxLength }, (text) => lengthOf(text) <= maxLength);
  if (minLength !== undefined) add("minLength", { limit: minLength }, (text) => lengthOf(text) >= minLength);
  if (pattern !== undefined) {
    const expression = regularExpression(pattern);
    add("pattern", { pattern }, (text) => expression.test(text));
  }
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) {
    add("format", { format }, (text) => (typeof known === "function" ? known(text) : known.test(text)));
  }
  return checks;
}

type Bound = "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum";

/** As in JSON, there is no infinite number. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** 0.3 is a multiple of 0.1, whatever binary fractions make of it. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return !(Math.abs(Math.round(times) - times) > 1e-9);
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
