import { twiceIn } from "../keyword-tests.ts";
import { type Build, type Check, fail, leaf, limited, noteBelow } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";

/** The checks of a schema's keywords for lists. */
export function arrayChecks(schema: CoveredSchema, build: Build): readonly ListCheck[] {
  const { uniqueItems, contains } = schema;
  const checks = [
    ...limited("maxItems", schema, ({ length }: readonly unknown[], most) => length <= most),
    ...limited("minItems", schema, ({ length }: readonly unknown[], least) => length >= least),
    ...itemsChecks(schema, build),
  ];
  if (contains !== undefined) checks.push(containsCheck(build(contains), schema));
  if (uniqueItems === true) checks.push(uniqueCheck(schema));
  return checks;
}

type ListCheck = Check<readonly unknown[]>;

/** The items by place first, then the others. */
function itemsChecks(schema: CoveredSchema, build: Build): readonly ListCheck[] {
  const { items, prefixItems, additionalItems } = schema;
  if (isList(items)) {
    const rest =
      additionalItems === undefined ? [] : [restCheck("additionalItems", additionalItems, items.length, schema, build)];
    return [...rest, placesCheck(items, build)];
  }
  return [
    ...(prefixItems === undefined ? [] : [placesCheck(prefixItems, build)]),
    ...(items === undefined ? [] : [restCheck("items", items, prefixItems?.length, schema, build)]),
  ];
}

function isList(items: CoveredSchema["items"]): items is readonly Subschema[] {
  return Array.isArray(items);
}

function placesCheck(places: readonly Subschema[], build: Build): ListCheck {
  const checks = places.map(build);
  return {
    fits: (list) => {
      let index = 0;
      for (const { fits } of checks) {
        if (index === list.length) return true;
        if (!fits(list[index++])) return false;
      }
      return true;
    },
    note: (list, notes) => {
      for (const [index, check] of checks.slice(0, list.length).entries()) noteBelow(check, index, list[index], notes);
    },
  };
}

/** @param after - how many items are described by place; `undefined` when none are */
function restCheck(
  keyword: "items" | "additionalItems",
  rest: Subschema,
  after: number | undefined,
  schema: CoveredSchema,
  build: Build,
): ListCheck {
  if (rest === false && after !== undefined) {
    return leaf(keyword, { limit: after }, schema, ({ length }) => length <= after);
  }
  const first = after ?? 0;
  const check = build(rest);
  const { fits } = check;
  return {
    fits: (list) => {
      for (let index = first; index < list.length; index++) if (!fits(list[index])) return false;
      return true;
    },
    note: (list, notes) => {
      for (let index = first; index < list.length; index++) noteBelow(check, index, list[index], notes);
    },
  };
}

function containsCheck({ fits }: Check, schema: CoveredSchema): ListCheck {
  const { minContains = 1, maxContains } = schema;
  const params = { minContains, ...(maxContains !== undefined && { maxContains }) };
  return leaf("contains", params, schema, (list) => {
    let count = 0;
    for (const item of list) if (fits(item)) count++;
    return count >= minContains && count <= (maxContains ?? count);
  });
}

function uniqueCheck(schema: CoveredSchema): ListCheck {
  return {
    fits: (list) => twiceIn(list) === undefined,
    note: (list, notes) => {
      const twice = twiceIn(list);
      if (twice !== undefined) fail("uniqueItems", { ...twice }, list, schema, notes);
    },
  };
}
