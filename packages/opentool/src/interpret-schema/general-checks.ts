// Creates the checks of JSON Schema's keywords for values of any type, such as `enum`, `anyOf` and `if`.

import type { JsonSchema } from "@helve/core";
import { membershipTest } from "../keyword-tests.ts";
import { createTagSelector, findUnionTag, tagMismatch, type UnionTag } from "../union-tag.ts";
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

/** Creates the checks of a schema's keywords for values of any type: `$ref`, `enum`, `anyOf`, …, but not `type`. */
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

/** Creates the check of `if`, `then` and `else`. */
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

/** Creates the check that a value matches at least one branch. */
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

/** Creates the check that a value matches exactly one branch. */
function oneOfCheck(branches: readonly Subschema[], schema: SupportedSchema, checker: CheckBuilder): Check {
  const union = buildUnion(branches, checker);
  const matches = unionTest(union, (tests) => (value) => {
    let matching = 0;
    for (const test of tests) if (test(value) && ++matching === 2) return false;
    return matching === 1;
  });
  return {
    matches,
    collectErrors: (value, collector) => {
      if (matches(value)) return;
      const [first, second] = union.checks.flatMap((branch, index) => (branch.matches(value) ? [index] : []));
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

/** Builds the checks of a union's branches, and finds the property that selects a branch. */
function buildUnion(subschemas: readonly Subschema[], checker: CheckBuilder): UnionChecks {
  const [branches, root] = [subschemas as UnionChecks["branches"], checker.root as JsonSchema];
  return { branches, checks: subschemas.map(checker.build), tag: findUnionTag(branches, root), root };
}

type ValueTest = Check["matches"];

/**
 * Builds the fast test of a union, which evaluates only the branches that the value's tag allows.
 *
 * @param combineTests - combines the tests of a subset of the branches
 */
function unionTest(
  { branches, checks, tag }: UnionChecks,
  combineTests: (tests: readonly ValueTest[]) => ValueTest,
): ValueTest {
  const createTest = (indexes: readonly number[]): ValueTest => {
    const tests = indexes.map((index) => (checks[index] ?? neverValid).matches);
    const [only] = tests;
    return only !== undefined && tests.length === 1 ? only : combineTests(tests);
  };
  if (tag === undefined) return createTest([...branches.keys()]);
  const choose = createTagSelector(tag, branches.length, createTest);
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
  const mayMatch = tag && createTagSelector(tag, branches.length, (indexes) => new Set(indexes))(value);
  collector.unionDepth++;
  for (const [index, { collectErrors }] of checks.entries()) {
    if (tag === undefined || mayMatch?.has(index) !== false) {
      collectErrors(value, collector);
    } else {
      const { error, at } = tagMismatch(tag, branches[index], root, value);
      addError(error, collector, at);
    }
  }
  collector.unionDepth--;
}
