import { suppliedText, unknownName } from "../unknown-text.ts";
import type { Dialect } from "./dialect.ts";
import { isPartOfItself } from "./services.ts";
import {
  type Alternative,
  type DictValue,
  exactValue,
  joinAllValues,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";

/**
 * The items of a value when Python iterates over it: `items` in order as far as they are known, `more` for the join of
 * all others (`null` when there are none).
 */
export function iteratedItems(
  value: Value,
  ofDict: ItemsOfDict = "keys",
): { readonly items: readonly Value[]; readonly more: Value | null } {
  const [only] = value.alternatives;
  if (ofDict !== "keys" && value.alternatives.length === 1 && !value.mayBeUnknown && only?.kind === "dict")
    return itemsOfDict(only, ofDict);
  if (value.alternatives.length === 1 && !value.mayBeUnknown && only?.kind === "list") {
    const more = only.more === null ? null : withAddedOrigins(only.more, value.from);
    return { items: only.items.map((item) => withAddedOrigins(item, value.from)), more };
  }
  const results = value.alternatives.flatMap((each) => {
    if (each.kind !== "dict" || ofDict === "keys") return itemsOfAlternative(each);
    const { items, more } = itemsOfDict(each, ofDict);
    return more === null ? items : [...items, more];
  });
  const other = unknownValueFrom(value.from);
  return {
    items: [],
    more:
      results.length === 0
        ? other
        : withAddedOrigins(joinAllValues(value.mayBeUnknown ? [...results, other] : results), value.from),
  };
}

/** The items of a dictionary: its keys, its values, or pairs of both. */
export type ItemsOfDict = "keys" | "values" | "entries";

/** The items of a loop over a dictionary in a language. */
export function loopItems({ loopsOver, hasRecords }: Dialect): ItemsOfDict {
  return loopsOver ?? (hasRecords ? "values" : "keys");
}

/** Returns the items that a loop over a dictionary gets: its values, or pairs of name and value. */
function itemsOfDict(
  { entries, more }: DictValue,
  ofDict: ItemsOfDict,
): { readonly items: readonly Value[]; readonly more: Value | null } {
  if (ofDict === "values") return { items: [...entries.values()], more };
  const items = [...entries].map(([name, value]) => listValue([textValue(name), value]));
  return { items, more: more === null ? null : listValue([unknownValue, more]) };
}

/** The join of all items of a value when Python iterates over it. */
export function anyIteratedItem(value: Value, ofDict: ItemsOfDict = "keys"): Value {
  const { items, more } = iteratedItems(value, ofDict);
  return joinAllValues(more === null ? items : [...items, more]);
}

/** The keys of a value when a program iterates over them: the names of a dictionary, the positions of a list. */
export function iteratedKeys(value: Value): { readonly items: readonly Value[]; readonly more: Value | null } {
  const [only] = value.alternatives;
  if (value.alternatives.length !== 1 || value.mayBeUnknown || only === undefined) return unknownKeys;
  if (only.kind === "list" && only.more === null)
    return { items: only.items.map((_, at) => exactValue({ kind: "number", number: at })), more: null };
  return only.kind === "dict" && only.more === null
    ? { items: [...only.entries.keys()].map((name) => textValue(name)), more: null }
    : unknownKeys;
}

const unknownKeys = { items: [], more: unknownValue };

/** The items of one alternative: of a dictionary its keys, of a text its characters. */
function itemsOfAlternative(alternative: Alternative): readonly Value[] {
  switch (alternative.kind) {
    case "list":
      return alternative.more === null ? alternative.items : [...alternative.items, alternative.more];
    case "dict":
      return [
        ...[...alternative.entries.keys()].map((key) => textValue(key)),
        ...(alternative.more === null ? [] : [unknownValue]),
      ];
    case "text":
      return alternative.text.length === 1 || alternative.text === suppliedText
        ? [textValue(alternative.text)]
        : [textValue(unknownName)];
    case "class":
      return [...alternative.members.names.values()].filter(
        (member) => !member.alternatives.some(({ kind }) => kind === "function"),
      );
    case "library":
      return alternative.name === "sys.argv" ? [textValue(suppliedText)] : [];
    case "unresolved":
      return [exactValue(alternative)];
    case "object":
      return isPartOfItself(alternative.type) ? [exactValue(alternative)] : [];
    default:
      return [];
  }
}
