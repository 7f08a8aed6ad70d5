/** Builds the check of a JSON Schema from the checks of its keywords. */
import type { JsonSchemaType } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import type { SchemaApplication } from "../schema-application.ts";
import type { SupportedSchema } from "../schema-index.ts";
import { arrayChecks } from "./array-checks.ts";
import {
  allTests,
  alwaysValid,
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
import { unevaluatedItemsChecks, unevaluatedPropertiesChecks } from "./unevaluated-checks.ts";

/** Builds the checks of all schemas that are reachable from one. */
export interface RootCheckBuilder {
  readonly build: (target: SchemaApplication | boolean) => Check;
  /** The schemas whose checks were built. */
  readonly built: ReadonlyMap<SchemaApplication, Check>;
}

/**
 * Creates the function that builds a check for any schema.
 *
 * @param cache - the cache of results, which must be reset before each value
 */
export function createCheckBuilder(cache: ResultCache): RootCheckBuilder {
  const built = new Map<SchemaApplication, Check>();
  const resolved = new Map<SchemaApplication, Check>();
  const build = (target: SchemaApplication | boolean): Check => {
    if (typeof target === "boolean") return target ? alwaysValid : neverValid;
    const existing = built.get(target);
    if (existing !== undefined) return existing;
    // A recursive schema reaches its own check through this placeholder.
    built.set(target, {
      matches: (value) => check.matches(value),
      collectErrors: (value, collector) => check.collectErrors(value, collector),
    });
    const check = buildSchemaCheck({ application: target, build: (part) => build(target.within(part)), resolve });
    built.set(target, check);
    return check;
  };
  const resolve: CheckBuilder["resolve"] = (target) => {
    if (typeof target === "boolean") return build(target);
    const check = resolved.get(target) ?? cachedCheck(build(target), cache);
    resolved.set(target, check);
    return check;
  };
  return { build, built };
}

/** Builds the check of one schema from the checks of its keywords. */
function buildSchemaCheck(builder: CheckBuilder): Check {
  const { application, build } = builder;
  const { schema, node } = application;
  const format = node.resource.dialect.assertFormats ? schema.format : undefined;
  const checksByKind: ChecksByKind = {
    number: kindChecks("number", numberChecks(schema)),
    string: kindChecks("string", stringChecks(schema, format)),
    any: generalChecks(schema, builder),
    array: kindChecks("array", [...arrayChecks(schema, build), ...unevaluatedItemsChecks(builder)]),
    object: kindChecks("object", [...objectChecks(schema, build), ...unevaluatedPropertiesChecks(builder)]),
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const ordered = orderedChecks(schema, types, checksByKind);
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

/** Orders checks: the type error comes first, unless other keywords apply to the same type. */
function orderedChecks(
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
