import type { JsonSchema } from "@helve/core";
import { membershipTest } from "../keyword-tests.ts";
import { findUnionTag, selectByTag, tagMismatch, type UnionTag } from "../union-tag.ts";
import { intendedBranch } from "../validation-issues.ts";
import {
  addError,
  addKeywordError,
  type Check,
  type CheckBuilder,
  type ErrorCollector,
  keywordCheck,
  neverValid,
} from "./check.ts";
import type { Subschema, SupportedSchema } from "./supported-schema.ts";

/** The checks of a schema's keywords for values of any type, `type` left out. */
export function generalChecks(schema: SupportedSchema, checker: CheckBuilder): readonly Check[] {
  const { $ref, enum: choices, not, anyOf, oneOf, allOf } = schema;
  const { build, resolve } = checker;
  const checks: Check[] = [];
  if ($ref !== undefined) checks.push(resolve($ref));
  if (schema.const !== undefined) checks.push(keywordCheck("const", {}, schema, membershipTest([schema.const])));
  if (choices !== undefined) checks.push(keywordCheck("enum", {}, schema, membershipTest(choices)));
  if (not !== undefined) {
    const { matches } = build(not);
    checks.push(keywordCheck("not", {}, schema, (value) => !matches(value)));
  }
  if (anyOf !== undefined) checks.push(anyOfCheck(anyOf, schema, checker));
  if (oneOf !== undefined) checks.push(oneOfCheck(oneOf, schema, checker));
  if (allOf !== undefined) checks.push(...allOf.map(build));
  if (schema.if !== undefined) checks.push(ifCheck(schema.if, schema, checker));
  return checks;
}

function ifCheck(condition: Subschema, schema: SupportedSchema, { build }: CheckBuilder): Check {
  const { matches } = build(condition);
  const [yes, no] = [build(schema.then ?? true), build(schema.else ?? true)];
  return {
    matches: (value) => (matches(value) ? yes : no).matches(value),
    collectErrors: (value, collector) => {
      const clause = matches(value) ? yes : no;
      if (clause.matches(value)) return;
      clause.collectErrors(value, collector);
      addKeywordError("if", {}, value, schema, collector);
    },
  };
}

/** The check that a value fits a branch at least. */
function anyOfCheck(branches: readonly Subschema[], schema: SupportedSchema, checker: CheckBuilder): Check {
  const union = buildUnion(branches, checker);
  const matches = unionTest(union, (tests) => (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  });
  return {
    matches,
    collectErrors: (value, collector) => {
      if (matches(value)) return;
      collectBranchErrors(union, value, collector);
      addKeywordError("anyOf", {}, value, schema, collector);
    },
  };
}

/** The check that a value matches exactly one branch. */
function oneOfCheck(branches: readonly Subschema[], schema: SupportedSchema, checker: CheckBuilder): Check {
  const union = buildUnion(branches, checker);
  const matches = unionTest(union, (tests) => (value) => {
    let fitting = 0;
    for (const test of tests) if (test(value) && ++fitting === 2) return false;
    return fitting === 1;
  });
  return {
    matches,
    collectErrors: (value, collector) => {
      if (matches(value)) return;
      const [first, second] = union.checks.flatMap((branch, place) => (branch.matches(value) ? [place] : []));
      if (first === undefined) collectBranchErrors(union, value, collector);
      addKeywordError(
        "oneOf",
        { passingSchemas: first === undefined ? null : [first, second] },
        value,
        schema,
        collector,
      );
    },
  };
}

interface UnionChecks {
  readonly branches: readonly (JsonSchema | boolean)[];
  readonly checks: readonly Check[];
  readonly tag: UnionTag | undefined;
  readonly root: JsonSchema;
}

function buildUnion(subschemas: readonly Subschema[], checker: CheckBuilder): UnionChecks {
  const [branches, root] = [subschemas as UnionChecks["branches"], checker.root as JsonSchema];
  return { branches, checks: subschemas.map(checker.build), tag: findUnionTag(branches, root), root };
}

type ValueTest = Check["matches"];

/**
 * The test of a union. A value's tag rules branches out, so that those are left alone.
 *
 * @param among - creates the test for a subset of the branches
 */
function unionTest(
  { branches, checks, tag }: UnionChecks,
  among: (tests: readonly ValueTest[]) => ValueTest,
): ValueTest {
  const testOf = (places: readonly number[]): ValueTest => {
    const tests = places.map((place) => (checks[place] ?? neverValid).matches);
    const [only] = tests;
    return only !== undefined && tests.length === 1 ? only : among(tests);
  };
  if (tag === undefined) return testOf([...branches.keys()]);
  const choose = selectByTag(tag, branches.length, testOf);
  return (value) => choose(value)(value);
}

/** Errors are collected for at most three nested unions. */
const maxUnionDepth = 3;

/** Collects the errors of each branch, unless one branch is clearly the intended one. */
function collectBranchErrors(
  { branches, checks, tag, root }: UnionChecks,
  value: unknown,
  collector: ErrorCollector,
): void {
  if (collector.unionDepth === maxUnionDepth || intendedBranch({ schema: branches, data: value }, root) !== undefined)
    return;
  const mayFit = tag && selectByTag(tag, branches.length, (places) => new Set(places))(value);
  collector.unionDepth++;
  for (const [place, { collectErrors }] of checks.entries()) {
    if (tag === undefined || mayFit?.has(place) !== false) {
      collectErrors(value, collector);
    } else {
      const { error, at } = tagMismatch(tag, branches[place], root, value);
      addError(error, collector, at);
    }
  }
  collector.unionDepth--;
}
