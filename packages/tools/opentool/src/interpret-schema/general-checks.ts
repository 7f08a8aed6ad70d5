/** Creates the checks of JSON Schema's keywords for values of any type, such as `enum`, `anyOf` and `if`. */
import { membershipTest } from "../keyword-tests.ts";
import type { Subschema, SupportedSchema } from "../schema-index.ts";
import {
  createTagSelector,
  findUnionTag,
  followBranch,
  tagMismatch,
  type UnionBranch,
  type UnionTag,
} from "../union-tag.ts";
import type { ValidationError } from "../validation-error.ts";
import {
  addError,
  addKeywordError,
  type Check,
  type CheckBuilder,
  type ErrorCollector,
  keywordCheck,
  neverValid,
} from "./check.ts";
import { intendedBranch } from "./intended-branch.ts";

/** Creates the checks of a schema's keywords for values of any type: references, `enum`, `anyOf`, …, but not `type`. */
export function generalChecks(schema: SupportedSchema, checker: CheckBuilder): readonly Check[] {
  const { enum: choices, not, anyOf, oneOf, allOf } = schema;
  const { application, build, resolve } = checker;
  const checks = application.references().map(({ target }) => resolve(target));
  if (schema.const !== undefined) checks.push(keywordCheck("const", {}, schema, membershipTest([schema.const])));
  if (choices !== undefined) checks.push(keywordCheck("enum", {}, schema, membershipTest(choices)));
  if (not !== undefined) {
    const { matches } = build(not);
    checks.push(keywordCheck("not", {}, schema, (value) => !matches(value)));
  }
  if (anyOf !== undefined) checks.push(anyOfCheck(buildUnion("anyOf", anyOf, checker)));
  if (oneOf !== undefined) checks.push(oneOfCheck(buildUnion("oneOf", oneOf, checker)));
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
    },
  };
}

/** Creates the check that a value matches at least one branch. */
function anyOfCheck(union: UnionChecks): Check {
  const matches = unionTest(union, (tests) => (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  });
  return {
    matches,
    collectErrors: (value, collector) => {
      if (!matches(value)) collectUnionErrors(union, value, collector);
    },
  };
}

/** Creates the check that a value matches exactly one branch. */
function oneOfCheck(union: UnionChecks): Check {
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
      if (first === undefined) collectUnionErrors(union, value, collector);
      else
        addKeywordError("oneOf", { passingSchemas: [first, second] }, { data: value, schema: union.schema }, collector);
    },
  };
}

interface UnionChecks {
  readonly keyword: "anyOf" | "oneOf";
  /** The schema that has the keyword. */
  readonly schema: SupportedSchema;
  readonly branches: readonly UnionBranch[];
  readonly checks: readonly Check[];
  readonly tag: UnionTag | undefined;
}

/** Builds the checks of a union's branches, and finds the property that selects a branch. */
function buildUnion(
  keyword: UnionChecks["keyword"],
  subschemas: readonly Subschema[],
  { application, build }: CheckBuilder,
): UnionChecks {
  const branches = subschemas.map((branch) => followBranch(application.within(branch)));
  return { keyword, schema: application.schema, branches, checks: subschemas.map(build), tag: findUnionTag(branches) };
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

/**
 * Collects the errors of the branch that was clearly intended; otherwise one error, with the errors of all branches
 * inside it.
 */
function collectUnionErrors(
  { keyword, schema, branches, checks, tag }: UnionChecks,
  value: unknown,
  collector: ErrorCollector,
): void {
  const intended = checks[intendedBranch(branches, value) ?? -1];
  if (intended !== undefined) {
    intended.collectErrors(value, collector);
    return;
  }
  const { errors } = collector;
  const within: ValidationError[] = [];
  if (collector.unionDepth < maxUnionDepth) {
    const mayMatch = tag && createTagSelector(tag, branches.length, (indexes) => new Set(indexes))(value);
    collector.unionDepth++;
    collector.errors = within;
    for (const [index, { collectErrors }] of checks.entries()) {
      if (tag === undefined || mayMatch?.has(index) !== false) {
        collectErrors(value, collector);
      } else {
        const { error, at } = tagMismatch(tag, branches[index], value);
        addError(error, collector, at);
      }
    }
    collector.errors = errors;
    collector.unionDepth--;
  }
  const path = [...collector.path];
  errors.push({ keyword, params: {}, data: value, schema: schema[keyword], parentSchema: schema, path, within });
}
