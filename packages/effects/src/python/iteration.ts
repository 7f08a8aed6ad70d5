import {
  exactly,
  givenHole,
  joinAll,
  type Known,
  nameHole,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
  withOrigins,
} from "./value.ts";

/** What a value holds when it is gone through: those that are known one by one, and what others may be. */
export function itemsOf(value: Value): { readonly items: readonly Value[]; readonly more: Value | null } {
  const [only] = value.known;
  if (value.known.length === 1 && !value.open && only?.kind === "list") {
    const more = only.more === null ? null : withOrigins(only.more, value.from);
    return { items: only.items.map((item) => withOrigins(item, value.from)), more };
  }
  const found = value.known.flatMap(heldItems);
  const other = unknownFrom(value.from);
  return {
    items: [],
    more: found.length === 0 ? other : withOrigins(joinAll(value.open ? [...found, other] : found), value.from),
  };
}

/** Any of what a value holds when it is gone through. */
export function anyItemOf(value: Value): Value {
  const { items, more } = itemsOf(value);
  return joinAll(more === null ? items : [...items, more]);
}

function heldItems(known: Known): readonly Value[] {
  switch (known.kind) {
    case "list":
      return known.more === null ? known.items : [...known.items, known.more];
    case "dict":
      return [
        ...[...known.entries.keys()].map((key) => textValue(key)),
        ...(known.more === null ? [] : [unknownValue]),
      ];
    case "text":
      return known.text.length === 1 || known.text === givenHole ? [textValue(known.text)] : [textValue(nameHole)];
    case "class":
      return [...known.members.names.values()].filter(
        (member) => !member.known.some(({ kind }) => kind === "function"),
      );
    case "library":
      return known.name === "sys.argv" ? [textValue(givenHole)] : [];
    case "hidden":
      return [exactly(known)];
    default:
      return [];
  }
}
