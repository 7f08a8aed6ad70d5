import type { JsonSchema } from "@helve/core";
import { isAmong } from "../keyword-tests.ts";
import { byTag, type Tag, tagFault, tagOf } from "../union-tag.ts";
import { meantBranch } from "../validation-issues.ts";
import { add, type Check, type Checker, fail, leaf, type Notes, never } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";

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

/** The check that a value fits a branch at least. */
function anyOfCheck(branches: readonly Subschema[], schema: CoveredSchema, checker: Checker): Check {
  const union = unionOf(branches, checker);
  const fits = unionFits(union, (tests) => (value) => {
    for (const test of tests) if (test(value)) return true;
    return false;
  });
  return {
    fits,
    note: (value, notes) => {
      if (fits(value)) return;
      noteBranches(union, value, notes);
      fail("anyOf", {}, value, schema, notes);
    },
  };
}

/** The check that a value fits exactly one branch. */
function oneOfCheck(branches: readonly Subschema[], schema: CoveredSchema, checker: Checker): Check {
  const union = unionOf(branches, checker);
  const fits = unionFits(union, (tests) => (value) => {
    let fitting = 0;
    for (const test of tests) if (test(value) && ++fitting === 2) return false;
    return fitting === 1;
  });
  return {
    fits,
    note: (value, notes) => {
      if (fits(value)) return;
      const [first, second] = union.checks.flatMap((branch, place) => (branch.fits(value) ? [place] : []));
      if (first === undefined) noteBranches(union, value, notes);
      fail("oneOf", { passingSchemas: first === undefined ? null : [first, second] }, value, schema, notes);
    },
  };
}

interface Union {
  readonly branches: readonly (JsonSchema | boolean)[];
  readonly checks: readonly Check[];
  readonly tag: Tag | undefined;
  readonly root: JsonSchema;
}

function unionOf(subschemas: readonly Subschema[], checker: Checker): Union {
  const [branches, root] = [subschemas as Union["branches"], checker.root as JsonSchema];
  return { branches, checks: subschemas.map(checker.build), tag: tagOf(branches, root), root };
}

type Fits = Check["fits"];

/**
 * The test of a union. A value's tag rules branches out, so that those are left alone.
 *
 * @param among - makes the test of some of the branches
 */
function unionFits({ branches, checks, tag }: Union, among: (tests: readonly Fits[]) => Fits): Fits {
  const testOf = (places: readonly number[]): Fits => {
    const tests = places.map((place) => (checks[place] ?? never).fits);
    const [only] = tests;
    return only !== undefined && tests.length === 1 ? only : among(tests);
  };
  if (tag === undefined) return testOf([...branches.keys()]);
  const choose = byTag(tag, branches.length, testOf);
  return (value) => choose(value)(value);
}

/** Three unions within one another is as far as what is said of them goes. */
const mostUnions = 3;

/** What is wrong with each branch, where none is surely meant: only then it is said. */
function noteBranches({ branches, checks, tag, root }: Union, value: unknown, notes: Notes): void {
  if (notes.unions === mostUnions || meantBranch({ schema: branches, data: value }, root) !== undefined) return;
  const mayFit = tag && byTag(tag, branches.length, (places) => new Set(places))(value);
  notes.unions++;
  for (const [place, { note }] of checks.entries()) {
    if (tag === undefined || mayFit?.has(place) !== false) {
      note(value, notes);
    } else {
      const { error, at } = tagFault(tag, branches[place], root, value);
      add(error, notes, at);
    }
  }
  notes.unions--;
}
