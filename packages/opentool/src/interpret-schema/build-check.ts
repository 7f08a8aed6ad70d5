import type { JsonSchemaType } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { type AnswerCache, cachedCheck } from "./answer-cache.ts";
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
import { numberChecks, stringChecks } from "./scalar-checks.ts";
import { resolveLocalReference, type SupportedSchema } from "./supported-schema.ts";

/** @param memory - to be emptied before each value */
export function createCheckBuilder(root: SupportedSchema, memory: AnswerCache): CheckBuilder {
  const made = new Map<SupportedSchema, Check>();
  const followed = new Map<string, Check>();
  const build: BuildCheck = (schema) => {
    if (typeof schema === "boolean") return schema ? alwaysValid : neverValid;
    const known = made.get(schema);
    if (known !== undefined) return known;
    // A recursive schema reaches its own check through this placeholder.
    made.set(schema, {
      matches: (value) => check.matches(value),
      collectErrors: (value, collector) => check.collectErrors(value, collector),
    });
    const check = buildSchemaCheck(schema, { root, build, resolve });
    made.set(schema, check);
    return check;
  };
  const resolve = (ref: string): Check => {
    const check = followed.get(ref) ?? cachedCheck(build(resolveLocalReference(ref, root) ?? true), memory);
    followed.set(ref, check);
    return check;
  };
  return { root, build, resolve };
}

function buildSchemaCheck(schema: SupportedSchema, checker: CheckBuilder): Check {
  const about: ChecksByKind = {
    number: kindChecks("number", numberChecks(schema)),
    string: kindChecks("string", stringChecks(schema)),
    any: generalChecks(schema, checker),
    array: kindChecks("array", arrayChecks(schema, checker.build)),
    object: kindChecks("object", objectChecks(schema, checker.build)),
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const ordered = checksInAjvOrder(schema, types, about);
  return {
    matches: schemaTest(types, about),
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

/** Tests the type first; if there is only one type, keywords for other kinds are skipped. */
function schemaTest(types: readonly JsonSchemaType[], about: ChecksByKind): Check["matches"] {
  const [type, ...others] = types;
  const any = about.any.map(({ matches }) => matches);
  if (type === undefined || others.length > 0) {
    const test: Check["matches"] = (value) => types.some((type) => isOfType(type, value));
    const groups = [about.number, about.string, about.array, about.object];
    const tests = groups.flatMap(({ checks }) => checks.map(({ matches }) => matches));
    return allTests([...(type === undefined ? [] : [test]), ...any, ...tests]);
  }
  switch (type) {
    case "number":
    case "string":
    case "array":
    case "object":
      return allTests([about[type].matches, ...any]);
    case "integer":
      return allTests([Number.isInteger, ...any, ...about.number.checks.map(({ matches }) => matches)]);
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
  const asksOf = (type: string | undefined, checks: readonly Check[]): boolean =>
    checks.length > 0 || (schema.format !== undefined && (type === "number" || type === "string"));
  const own = groups.find(({ type, checks }) => types.length === 1 && type === types[0] && asksOf(type, checks));
  return [
    ...(own === undefined ? [typeCheck] : []),
    ...groups.flatMap((group) => (group === own ? [typeCheck, ...group.checks] : group.checks)),
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
