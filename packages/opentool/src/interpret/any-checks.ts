import { type Build, type Check, fail, quiet } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { equal } from "./equal.ts";
import { targetOf } from "./target-of.ts";

/**
 * The checks of a schema's keywords for values of any type, `type` left out.
 *
 * @param root - where references start
 */
export function anyChecks(schema: CoveredSchema, build: Build, root: CoveredSchema): readonly Check[] {
  const { $ref, enum: choices, not, anyOf, oneOf, allOf } = schema;
  const checks: Check[] = [];
  const target = $ref === undefined ? undefined : targetOf($ref, root);
  if (target !== undefined) checks.push(build(target));
  if (schema.const !== undefined) checks.push(choiceCheck("const", [schema.const], schema));
  if (choices !== undefined) checks.push(choiceCheck("enum", choices, schema));
  if (not !== undefined) {
    const check = build(not);
    checks.push((value, run) => !check(value, quiet) || fail("not", {}, value, schema, run));
  }
  if (anyOf !== undefined) checks.push(anyOfCheck(anyOf.map(build), schema));
  if (oneOf !== undefined) checks.push(oneOfCheck(oneOf.map(build), schema));
  if (allOf !== undefined) checks.push(...allOf.map(build));
  if (schema.if !== undefined) checks.push(ifCheck(schema.if, schema, build));
  return checks;
}

function choiceCheck(keyword: "const" | "enum", choices: readonly unknown[], schema: CoveredSchema): Check {
  const plain = new Set(choices.filter((choice) => typeof choice !== "object" || choice === null));
  const others = choices.filter((choice) => !plain.has(choice));
  return (value, run) =>
    plain.has(value) || others.some((choice) => equal(choice, value)) || fail(keyword, {}, value, schema, run);
}

function anyOfCheck(branches: readonly Check[], schema: CoveredSchema): Check {
  return (value, run) => {
    const before = run.errors?.length ?? 0;
    if (!branches.some((branch) => branch(value, run))) return fail("anyOf", {}, value, schema, run);
    run.errors?.splice(before);
    return true;
  };
}

function oneOfCheck(branches: readonly Check[], schema: CoveredSchema): Check {
  return (value, run) => {
    const before = run.errors?.length ?? 0;
    let passing: number | undefined;
    for (const [index, branch] of branches.entries()) {
      if (!branch(value, run)) continue;
      if (passing !== undefined) return fail("oneOf", { passingSchemas: [passing, index] }, value, schema, run);
      passing = index;
    }
    if (passing === undefined) return fail("oneOf", { passingSchemas: null }, value, schema, run);
    run.errors?.splice(before);
    return true;
  };
}

function ifCheck(condition: Subschema, schema: CoveredSchema, build: Build): Check {
  const check = build(condition);
  const [yes, no] = [build(schema.then ?? true), build(schema.else ?? true)];
  return (value, run) => (check(value, quiet) ? yes : no)(value, run);
}
