/** Creates the checks of JSON Schema's keywords for lists. */
import { findDuplicateItems } from "../keyword-tests.ts";
import type { Subschema, SupportedSchema } from "../schema-index.ts";
import {
  addKeywordError,
  type BuildCheck,
  type Check,
  collectMemberErrors,
  keywordCheck,
  limitChecks,
} from "./check.ts";

/** Creates the checks of a schema's keywords for lists: `maxItems`, `items`, `contains`, …. */
export function arrayChecks(schema: SupportedSchema, build: BuildCheck): readonly ListCheck[] {
  const { uniqueItems, contains } = schema;
  const checks = [
    ...limitChecks("maxItems", schema, ({ length }: readonly unknown[], max) => length <= max),
    ...limitChecks("minItems", schema, ({ length }: readonly unknown[], min) => length >= min),
    ...itemsChecks(schema, build),
  ];
  if (contains !== undefined) checks.push(containsCheck(build(contains), schema));
  if (uniqueItems === true) checks.push(uniqueItemsCheck(schema));
  return checks;
}

type ListCheck = Check<readonly unknown[]>;

/** Creates the checks for positional items and for the remaining items. */
function itemsChecks(schema: SupportedSchema, build: BuildCheck): readonly ListCheck[] {
  const { items, prefixItems, additionalItems } = schema;
  if (isList(items)) {
    const rest =
      additionalItems === undefined
        ? []
        : [
            remainingItemsCheck(
              { keyword: "additionalItems", rest: additionalItems, after: items.length },
              schema,
              build,
            ),
          ];
    return [...rest, positionalItemsCheck(items, build)];
  }
  return [
    ...(prefixItems === undefined ? [] : [positionalItemsCheck(prefixItems, build)]),
    ...(items === undefined
      ? []
      : [remainingItemsCheck({ keyword: "items", rest: items, after: prefixItems?.length }, schema, build)]),
  ];
}

function isList(items: SupportedSchema["items"]): items is readonly Subschema[] {
  return Array.isArray(items);
}

/**
 * Creates the check that applies the first schema to the first item, the second schema to the second item, and so on.
 */
function positionalItemsCheck(schemas: readonly Subschema[], build: BuildCheck): ListCheck {
  const checks = schemas.map(build);
  return {
    matches: (list) => {
      let index = 0;
      for (const { matches } of checks) {
        if (index === list.length) return true;
        if (!matches(list[index++])) return false;
      }
      return true;
    },
    collectErrors: (list, collector) => {
      for (const [index, check] of checks.slice(0, list.length).entries())
        collectMemberErrors(check, index, list[index], collector);
    },
  };
}

/** The schema of the items after the positional items. */
interface RemainingItems {
  readonly keyword: "items" | "additionalItems";
  readonly rest: Subschema;
  /** The number of positional items; `undefined` if the schema has none. */
  readonly after: number | undefined;
}

/** Creates the check of the items after the positional items. */
function remainingItemsCheck(
  { keyword, rest, after }: RemainingItems,
  schema: SupportedSchema,
  build: BuildCheck,
): ListCheck {
  if (rest === false && after !== undefined) {
    return keywordCheck(keyword, { limit: after }, schema, ({ length }) => length <= after);
  }
  const first = after ?? 0;
  const check = build(rest);
  const { matches } = check;
  return {
    matches: (list) => {
      for (let index = first; index < list.length; index++) if (!matches(list[index])) return false;
      return true;
    },
    collectErrors: (list, collector) => {
      // Most items of a long list are valid, and testing is several times faster than collecting errors.
      for (let index = first; index < list.length; index++) {
        if (!matches(list[index])) collectMemberErrors(check, index, list[index], collector);
      }
    },
  };
}

/** Creates the check of `contains` with `minContains` and `maxContains`. */
function containsCheck({ matches }: Check, schema: SupportedSchema): ListCheck {
  const { minContains = 1, maxContains } = schema;
  const params = { minContains, maxContains };
  return keywordCheck("contains", params, schema, (list) => {
    let count = 0;
    for (const item of list) if (matches(item)) count++;
    return count >= minContains && count <= (maxContains ?? count);
  });
}

/** Creates the check of `uniqueItems: true`. */
function uniqueItemsCheck(schema: SupportedSchema): ListCheck {
  return {
    matches: (list) => findDuplicateItems(list) === undefined,
    collectErrors: (list, collector) => {
      const duplicate = findDuplicateItems(list);
      if (duplicate !== undefined) addKeywordError("uniqueItems", { ...duplicate }, { data: list, schema }, collector);
    },
  };
}
