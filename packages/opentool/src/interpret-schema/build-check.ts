import type { JsonSchemaType } from "@helve/core";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { type Memory, remembered } from "./answer-cache.ts";
import { arrayChecks } from "./array-checks.ts";
import { always, anything, type Build, type Check, type Checker, every, type Kinds, leaf, never } from "./check.ts";
import { type CoveredSchema, targetOf } from "./covered-schema.ts";
import { anyChecks } from "./general-checks.ts";
import { objectChecks } from "./object-checks.ts";
import { numberChecks, stringChecks } from "./scalar-checks.ts";

/** @param memory - to be emptied before each value */
export function checker(root: CoveredSchema, memory: Memory): Checker {
  const made = new Map<CoveredSchema, Check>();
  const followed = new Map<string, Check>();
  const build: Build = (schema) => {
    if (typeof schema === "boolean") return schema ? always : never;
    const known = made.get(schema);
    if (known !== undefined) return known;
    // What leads back to a schema before its check is made gets there by a detour.
    made.set(schema, { fits: (value) => check.fits(value), note: (value, notes) => check.note(value, notes) });
    const check = checkOf(schema, { root, build, follow });
    made.set(schema, check);
    return check;
  };
  const follow = (ref: string): Check => {
    const check = followed.get(ref) ?? remembered(build(targetOf(ref, root) ?? true), memory);
    followed.set(ref, check);
    return check;
  };
  return { root, build, follow };
}

function checkOf(schema: CoveredSchema, checker: Checker): Check {
  const about: About = {
    number: grouped("number", numberChecks(schema)),
    string: grouped("string", stringChecks(schema)),
    any: anyChecks(schema, checker),
    array: grouped("array", arrayChecks(schema, checker.build)),
    object: grouped("object", objectChecks(schema, checker.build)),
  };
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const ordered = inOrder(schema, types, about);
  return {
    fits: fitsOf(types, about),
    note: (value, notes) => {
      for (const { note } of ordered) note(value, notes);
    },
  };
}

/** What a schema asks of the values of one kind. */
interface Group {
  /** The checks for any value: one that is of another kind fits. */
  readonly checks: readonly Check[];
  /** Whether a value is of the kind and fits. */
  readonly fits: Check["fits"];
}

type About = Readonly<Record<keyof Kinds, Group>> & { readonly any: readonly Check[] };

function grouped<Kind extends keyof Kinds>(kind: Kind, checks: readonly Check<Kinds[Kind]>[]): Group {
  const is = isOfKind[kind];
  const fits = every(checks.map((check) => check.fits));
  return {
    checks: checks.map((check) => ({
      fits: (value) => !is(value) || check.fits(value),
      note: (value, notes) => void (is(value) && check.note(value, notes)),
    })),
    fits: fits === anything ? is : (value) => is(value) && fits(value),
  };
}

/** The type first; where there is only one, the keywords for other kinds of values are left out. */
function fitsOf(types: readonly JsonSchemaType[], about: About): Check["fits"] {
  const [type, ...others] = types;
  const any = about.any.map(({ fits }) => fits);
  if (type === undefined || others.length > 0) {
    const test: Check["fits"] = (value) => types.some((type) => isOfType(type, value));
    const groups = [about.number, about.string, about.array, about.object];
    const tests = groups.flatMap(({ checks }) => checks.map(({ fits }) => fits));
    return every([...(type === undefined ? [] : [test]), ...any, ...tests]);
  }
  switch (type) {
    case "number":
    case "string":
    case "array":
    case "object":
      return every([about[type].fits, ...any]);
    case "integer":
      return every([Number.isInteger, ...any, ...about.number.checks.map(({ fits }) => fits)]);
    default:
      return every([(value) => isOfType(type, value), ...any]);
  }
}

/** In ajv's order: what is wrong with the type comes first, unless other keywords ask for the same type. */
function inOrder(
  schema: CoveredSchema,
  types: readonly JsonSchemaType[],
  { number, string, any, array, object }: About,
): readonly Check[] {
  const groups = [
    { type: undefined, checks: any },
    { type: "number", checks: number.checks },
    { type: "string", checks: string.checks },
    { type: "array", checks: array.checks },
    { type: "object", checks: object.checks },
  ];
  if (types.length === 0) return groups.flatMap(({ checks }) => checks);
  const typeCheck = leaf("type", { type: schema.type }, schema, (value) => types.some((type) => isOfType(type, value)));
  const asksOf = (type: string | undefined, checks: readonly Check[]): boolean =>
    checks.length > 0 || (schema.format !== undefined && (type === "number" || type === "string"));
  const own = groups.find(({ type, checks }) => types.length === 1 && type === types[0] && asksOf(type, checks));
  return [
    ...(own === undefined ? [typeCheck] : []),
    ...groups.flatMap((group) => (group === own ? [typeCheck, ...group.checks] : group.checks)),
  ];
}

/** Whether a value is of a kind. */
const isOfKind: { readonly [K in keyof Kinds]: (value: unknown) => value is Kinds[K] } = {
  // As in JSON, there is no infinite number.
  number: (value): value is number => Number.isFinite(value),
  string: (value) => typeof value === "string",
  array: (value) => Array.isArray(value),
  object: (value) => isSchema(value),
};
