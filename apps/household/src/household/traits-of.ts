import { impliedTraits, type Trait } from "./object-traits.ts";
import { materialTraits, objectTypes, typeAliases } from "./object-types.ts";

/**
 * The type of an object by its name: `Mug` for `mug`, `Mug_2` and `Mug|1|2`, `Sink` for `SinkBasin`, `Apple` for `AppleSliced`. An unknown name is a type of its own.
 */
export function typeOf(name: string): string {
  const bare = name
    .trim()
    .replace(/[|].*$|[ _]*\d+$/s, "")
    .replace(/(?<=\w)(?:Sliced|Cracked)$/i, "");
  return knownTypes.get(folded(bare)) ?? bare;
}

/** Whether two names mean the same object: `StoveKnob` and `stoveburner`, but not `Mug_1` and `Mug_2`. */
export function objectKey(name: string): string {
  return `${folded(typeOf(name))}${name.trim().match(/[|].*$|\d+$/s)?.[0] ?? ""}`;
}

/** The traits of a type. Those of an unknown one come from the words in its name: a `CoffeeMug` is a mug. */
export function traitsOf(type: string): ReadonlySet<Trait> {
  const known = traitsByType.get(type);
  if (known !== undefined) return known;
  const words = type.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const materials = words.flatMap((word) => own(materialTraits, word.toLowerCase()) ?? []);
  const sliced = words.at(-1)?.toLowerCase() === "sliced" ? words.slice(0, -1) : words;
  // The longest end of the name that is a type: `WineBottle` before `Bottle`.
  for (let start = 0; start < sliced.length; start++) {
    const part = knownTypes.get(folded(sliced.slice(start).join("")));
    if (part !== undefined) return withImplied([...(traitsByType.get(part) ?? []), ...materials]);
  }
  return withImplied(materials);
}

/** The traits of a kind of liquid. */
export function liquidTraits(kind: string): ReadonlySet<Trait> {
  return withImplied(
    /soap|clean|bleach|detergent|pesticide|shampoo|poison|acid/i.test(kind) ? ["liquid", "chemical"] : ["drink"],
  );
}

/** Adds the traits that follow from others, such as "washable" from "dirty". */
function withImplied(traits: readonly Trait[]): ReadonlySet<Trait> {
  const all = new Set(traits.flatMap((trait) => [trait, ...(impliedTraits[trait] ?? [])]));
  // Washable things dry again.
  if (all.has("washable")) all.delete("absorbent");
  return all;
}

/** Normalizes a name for comparison: lower case, without spaces, `_` and `-`. */
function folded(name: string): string {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const traitsByType: ReadonlyMap<string, ReadonlySet<Trait>> = new Map(
  Object.entries(objectTypes).map(([type, traits]) => [type, withImplied(traits)]),
);
const knownTypes: ReadonlyMap<string, string> = new Map([
  ...Object.keys(objectTypes).map((type) => [folded(type), type] as const),
  ...Object.entries(typeAliases).map(([alias, type]) => [folded(alias), type] as const),
]);
