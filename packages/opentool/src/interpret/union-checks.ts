import type { JsonSchema } from "@helve/core";
import { meantBranch } from "../explain.ts";
import { add, type Check, fail, type Notes, never } from "./check.ts";
import type { Checker } from "./checker.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { byTag, type Tag, tagFault, tagOf } from "./tag-of.ts";

/** The check that a value fits a branch at least. */
export function anyOfCheck(branches: readonly Subschema[], schema: CoveredSchema, checker: Checker): Check {
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
export function oneOfCheck(branches: readonly Subschema[], schema: CoveredSchema, checker: Checker): Check {
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
