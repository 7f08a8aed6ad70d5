// Builds the check of a JSON Schema from the checks of its keywords.

import type { JsonSchemaType } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { arrayChecks } from "./array-checks.ts";
import {
  allTests,
  alwaysValid,
  type BuildCheck,
  type Check,
  type CheckBuilder,
  keywordCheck,
  matchesAnything,
  neverValid,
  type ValueKinds,
} from "./check.ts";
import { generalChecks } from "./general-checks.ts";
import { objectChecks } from "./object-checks.ts";
import { cachedCheck, type ResultCache } from "./result-cache.ts";
import { numberChecks, stringChecks } from "./scalar-checks.ts";
import { resolveLocalReference, type SupportedSchema } from "./supported-schema.ts";

/**
 * Creates the functions that build a check for any schema or local reference inside a root schema.
 *
 * @param cache - the cache of results, which must be reset before each value
 */
export function createCheckBuilder(root: SupportedSchema, cache: ResultCache): CheckBuilder {
  const checks = new Map<SupportedSchema, Check>();
  const checksByReference = new Map<string, Check>();
  const build: BuildCheck = (schema) => {
    if (typeof schema === "boolean") return schema ? alwaysValid : neverValid;
    const cached = checks.get(schema);
    if (cached !== undefined) return cached;
    // A recursive schema reaches its own check through this placeholder.
    checks.set(schema, {
      matches: (value) => check.matches(value),
      collectErrors: (value, collector) => check.collectErrors(value, collector),
    });
    const check = buildSchemaCheck(schema, { root, build, resolve });
    checks.set(schema, check);
    return check;
  };
  const resolve = (ref: string): Check => {
    const check = checksByReference.get(ref) ?? cachedCheck(build(resolveLocalReference(ref, root) ?? true), cache);
    checksByReference.set(ref, check);
    return check;
  };
  return { root, build, resolve };
}

/** Builds the check of one schema from the checks of its keywords. */
function buildSchemaCheck(schema: SupportedSchema, checker: CheckBuilder): Check {
  const checksByKind: ChecksByKind = {
    number: kindChecks("number", numberChecks(schema)),
    string: kindChecks("string", stringChecks(schema)),
    any: generalChecks(schema, checker),
    array: kindChecks("array", arrayChecks(schema, checker.build)),
    object: kindChecks("object", objectChecks(schema, checker.build)),
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const ordered = checksInAjvOrder(schema, types, checksByKind);
  return {
    matches: schemaTest(types, checksByKind),
    collectErrors: (value, collector) => {
      for (const { collectErrors } of ordered) collectErrors(value, collector);
    },
  };
}

/** The checks of a schema's keywords for one kind of value. */
interface KindChecks {
  /** The checks, extended to accept every value of another kind. */
  readonly checks: readonly Check[];
  /** Whether a value is of the kind and fits. */
  readonly matches: Check["matches"];
}

type ChecksByKind = Readonly<Record<keyof ValueKinds, KindChecks>> & { readonly any: readonly Check[] };

/** Combines the checks for one kind of value, and extends them to accept values of other kinds. */
function kindChecks<Kind extends keyof ValueKinds>(kind: Kind, checks: readonly Check<ValueKinds[Kind]>[]): KindChecks {
  const is = isOfKind[kind];
  const matches = allTests(checks.map((check) => check.matches));
  return {
    checks: checks.map((check) => ({
      matches: (value) => !is(value) || check.matches(value),
      collectErrors: (value, collector) => void (is(value) && check.collectErrors(value, collector)),
    })),
    matches: matches === matchesAnything ? is : (value) => is(value) && matches(value),
  };
}

/**
 * Builds the fast test of a schema. It tests the type first; with a single type, keywords for other types are skipped.
 */
function schemaTest(types: readonly JsonSchemaType[], checksByKind: ChecksByKind): Check["matches"] {
  const [type, ...others] = types;
  const any = checksByKind.any.map(({ matches }) => matches);
  if (type === undefined || others.length > 0) {
    const test: Check["matches"] = (value) => types.some((type) => isOfType(type, value));
    const groups = [checksByKind.number, checksByKind.string, checksByKind.array, checksByKind.object];
    const tests = groups.flatMap(({ checks }) => checks.map(({ matches }) => matches));
    return allTests([...(type === undefined ? [] : [test]), ...any, ...tests]);
  }
  switch (type) {
    case "number":
    case "string":
    case "array":
    case "object":
      return allTests([checksByKind[type].matches, ...any]);
    case "integer":
      return allTests([Number.isInteger, ...any, ...checksByKind.number.checks.map(({ matches }) => matches)]);
    default:
      return allTests([(value) => isOfType(type, value), ...any]);
  }
}

/** Orders checks as ajv does: the type error comes first, unless other keywords apply to the same type. */
function checksInAjvOrder(
  schema: SupportedSchema,
  types: readonly JsonSchemaType[],
  { number, string, any, array, object }: ChecksByKind,
): readonly Check[] {
  const groups = [
    { type: undefined, checks: any },
    { type: "number", checks: number.checks },
    { type: "string", checks: string.checks },
    { type: "array", checks: array.checks },
    { type: "object", checks: object.checks },
  ];
  if (types.length === 0) return groups.flatMap(({ checks }) => checks);
  const typeCheck = keywordCheck("type", { type: schema.type }, schema, (value) =>
    types.some((type) => isOfType(type, value)),
  );
  const hasChecks = (type: string | undefined, checks: readonly Check[]): boolean =>
    checks.length > 0 || (schema.format !== undefined && (type === "number" || type === "string"));
  const typeGroup = groups.find(
    ({ type, checks }) => types.length === 1 && type === types[0] && hasChecks(type, checks),
  );
  return [
    ...(typeGroup === undefined ? [typeCheck] : []),
    ...groups.flatMap((group) => (group === typeGroup ? [typeCheck, ...group.checks] : group.checks)),
  ];
}

/** Whether a value is of a kind. */
const isOfKind: { readonly [K in keyof ValueKinds]: (value: unknown) => value is ValueKinds[K] } = {
  // As in JSON, there is no infinite number.
  number: (value): value is number => Number.isFinite(value),
  string: (value) => typeof value === "string",
  array: (value) => Array.isArray(value),
  object: (value) => isSchema(value),
};
