import { isOfType } from "../is-of-type.ts";
import { anyChecks } from "./any-checks.ts";
import { arrayChecks } from "./array-checks.ts";
import { type Build, type Check, every, fail, never } from "./check.ts";
import type { CoveredSchema } from "./covered-schema.ts";
import { objectChecks } from "./object-checks.ts";
import { numberChecks, stringChecks } from "./scalar-checks.ts";

/**
 * Makes the checks of the schemas within one schema, each of them once, so that a schema may lead to itself.
 *
 * @param root - where references start
 */
export function checker(root: CoveredSchema): Build {
  const made = new Map<CoveredSchema, Check>();
  const build: Build = (schema) => {
    if (typeof schema === "boolean") return schema ? () => true : never;
    const known = made.get(schema);
    if (known !== undefined) return known;
    let checks: readonly Check[] = [];
    const check: Check = (value, run) => every(checks, run, (one) => one(value, run));
    made.set(schema, check);
    checks = checksOf(schema, build, root);
    return check;
  };
  return build;
}

/** In ajv's order: what is wrong with the type comes first, unless other keywords ask for the same type. */
function checksOf(schema: CoveredSchema, build: Build, root: CoveredSchema): readonly Check[] {
  const groups = [
    { type: "number", checks: numberChecks(schema) },
    { type: "string", checks: stringChecks(schema) },
    { type: undefined, checks: anyChecks(schema, build, root) },
    { type: "array", checks: arrayChecks(schema, build) },
    { type: "object", checks: objectChecks(schema, build) },
  ];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return groups.flatMap(({ checks }) => checks);
  const ofType: Check = (value, run) =>
    types.some((type) => isOfType(type, value)) || fail("type", { type: schema.type }, value, schema, run);
  const own = groups.find(({ type, checks }) => types.length === 1 && type === types[0] && checks.length > 0);
  return [
    ...(own === undefined ? [ofType] : []),
    ...groups.flatMap((group) => (group === own ? [ofType, ...group.checks] : group.checks)),
  ];
}
