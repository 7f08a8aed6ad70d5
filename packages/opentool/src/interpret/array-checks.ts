import { type Build, below, type Check, every, fail, quiet } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { equal } from "./equal.ts";

/** The checks of a schema's keywords for lists; to a value that is none they have nothing to say. */
export function arrayChecks(schema: CoveredSchema, build: Build): readonly Check[] {
  const { maxItems, minItems, uniqueItems, contains } = schema;
  const checks: ListCheck[] = [];
  if (maxItems !== undefined) {
    checks.push((list, run) => list.length <= maxItems || fail("maxItems", { limit: maxItems }, list, schema, run));
  }
  if (minItems !== undefined) {
    checks.push((list, run) => list.length >= minItems || fail("minItems", { limit: minItems }, list, schema, run));
  }
  checks.push(...itemsChecks(schema, build));
  if (contains !== undefined) checks.push(containsCheck(build(contains), schema));
  if (uniqueItems === true) checks.push(uniqueCheck(schema));
  return checks.map((check) => (value, run) => !Array.isArray(value) || check(value, run));
}

type ListCheck = (list: readonly unknown[], run: Parameters<Check>[1]) => boolean;

/** The items by place first, then the others. */
function itemsChecks(schema: CoveredSchema, build: Build): readonly ListCheck[] {
  const { items, prefixItems, additionalItems } = schema;
  if (isList(items)) {
    const rest = additionalItems === undefined ? [] : [restCheck("additionalItems", additionalItems, items.length)];
    return [...rest, placesCheck(items)];
  }
  return [
    ...(prefixItems === undefined ? [] : [placesCheck(prefixItems)]),
    ...(items === undefined ? [] : [restCheck("items", items, prefixItems?.length)]),
  ];

  function placesCheck(places: readonly Subschema[]): ListCheck {
    const byPlace = places.map(build);
    return (list, run) =>
      every(byPlace.slice(0, list.length).entries(), run, ([index, check]) => below(check, index, list[index], run));
  }

  /** @param after - how many items are described by place; `undefined` when none are */
  function restCheck(keyword: "items" | "additionalItems", rest: Subschema, after: number | undefined): ListCheck {
    if (rest === false && after !== undefined) {
      return (list, run) => list.length <= after || fail(keyword, { limit: after }, list, schema, run);
    }
    const check = build(rest);
    return (list, run) => {
      let fits = true;
      for (let index = after ?? 0; index < list.length; index++) {
        if (below(check, index, list[index], run)) continue;
        if (run.errors === undefined) return false;
        fits = false;
      }
      return fits;
    };
  }
}

function isList(items: CoveredSchema["items"]): items is readonly Subschema[] {
  return Array.isArray(items);
}

function containsCheck(check: Check, schema: CoveredSchema): ListCheck {
  const { minContains = 1, maxContains } = schema;
  const params = { minContains, ...(maxContains !== undefined && { maxContains }) };
  return (list, run) => {
    let count = 0;
    for (const item of list) if (check(item, quiet)) count++;
    return (count >= minContains && count <= (maxContains ?? count)) || fail("contains", params, list, schema, run);
  };
}

function uniqueCheck(schema: CoveredSchema): ListCheck {
  return (list, run) => {
    const twice = twiceIn(list);
    return twice === undefined || fail("uniqueItems", twice, list, schema, run);
  };
}

/** The last item that was there before, and where. */
function twiceIn(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const plain = new Map<unknown, number>();
  const others: number[] = [];
  let twice: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const isPlain = typeof item !== "object" || item === null;
    const j = isPlain ? plain.get(item) : others.findLast((other) => equal(list[other], item));
    if (j !== undefined) twice = { i, j };
    if (isPlain) plain.set(item, i);
    else others.push(i);
  }
  return twice;
}
