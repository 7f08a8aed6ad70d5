import { type Check, fail, leaf } from "./check.ts";
import type { Checker } from "./checker.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { isAmong } from "./is-among.ts";
import { anyOfCheck, oneOfCheck } from "./union-checks.ts";

/** The checks of a schema's keywords for values of any type, `type` left out. */
export function anyChecks(schema: CoveredSchema, checker: Checker): readonly Check[] {
  const { $ref, enum: choices, not, anyOf, oneOf, allOf } = schema;
  const { build, follow } = checker;
  const checks: Check[] = [];
  if ($ref !== undefined) checks.push(follow($ref));
  if (schema.const !== undefined) checks.push(leaf("const", {}, schema, isAmong([schema.const])));
  if (choices !== undefined) checks.push(leaf("enum", {}, schema, isAmong(choices)));
  if (not !== undefined) {
    const { fits } = build(not);
    checks.push(leaf("not", {}, schema, (value) => !fits(value)));
  }
  if (anyOf !== undefined) checks.push(anyOfCheck(anyOf, schema, checker));
  if (oneOf !== undefined) checks.push(oneOfCheck(oneOf, schema, checker));
  if (allOf !== undefined) checks.push(...allOf.map(build));
  if (schema.if !== undefined) checks.push(ifCheck(schema.if, schema, checker));
  return checks;
}

function ifCheck(condition: Subschema, schema: CoveredSchema, { build }: Checker): Check {
  const { fits } = build(condition);
  const [yes, no] = [build(schema.then ?? true), build(schema.else ?? true)];
  return {
    fits: (value) => (fits(value) ? yes : no).fits(value),
    note: (value, notes) => {
      const clause = fits(value) ? yes : no;
      if (clause.fits(value)) return;
      clause.note(value, notes);
      fail("if", {}, value, schema, notes);
    },
  };
}
