/** Strings in place of numbers, as the model spelled them: the version `1.10` must not become `"1.1"`. */
import type { DecodedArguments, Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { memberPointer } from "./json/text-issue.ts";

/** The original spelling of numbers that JavaScript prints differently, such as `1.50`, by JSON pointer. */
export type NumberSpellings = ReadonlyMap<string, string>;

/**
 * Replaces numbers by their spelling where the schema wants strings: those that were converted to strings, and those that could
 * not be. A number within JSON in a string has the spelling of that JSON.
 *
 * @param decoded - the outcome of decoding `value`
 * @param spellings - the spellings of the text that `value` was read from; called only if they are needed
 * @param spellingsIn - the spellings of the numbers in a JSON text
 * @returns the value with strings and the repairs; `undefined` if no number is spelled in another way
 */
export function withNumberSpellings(
  value: unknown,
  decoded: DecodedArguments,
  spellings: () => NumberSpellings,
  spellingsIn: (json: string) => NumberSpellings,
): { readonly value: unknown; readonly repairs: readonly Repair[] } | undefined {
  const paths = pathsOfWantedStrings(decoded);
  if (paths.size === 0) return undefined;
  const nested = decoded.repairs.filter(({ kind, before }) => kind === "json_string" && typeof before === "string");
  const all = new Map(spellings());
  for (const { path, before } of nested)
    for (const [pointer, text] of spellingsIn(String(before))) all.set(path + pointer, text);
  const texts = new Map([...all].filter(([pointer]) => paths.has(pointer)));
  if (texts.size === 0) return undefined;
  const replacement: Replacement = {
    texts,
    nested: new Map(nested.map((repair) => [repair.path, repair])),
    repairs: [],
  };
  const replaced = withTextsAt(value, "", replacement);
  return replacement.repairs.length === 0 ? undefined : { value: replaced, repairs: replacement.repairs };
}

/** The JSON pointers at which a number became a string, or is refused because a string is expected. */
function pathsOfWantedStrings(decoded: DecodedArguments): ReadonlySet<string> {
  const converted = decoded.repairs.filter(({ kind }) => kind === "number_to_string").map(({ path }) => path);
  const refused = decoded.ok
    ? []
    : decoded.issues.filter(({ code, expected }) => code === "type" && wantsString(expected));
  return new Set([...converted, ...refused.map(({ path = "" }) => path)]);
}

/** Whether a string is expected. */
function wantsString(expected: string | undefined): boolean {
  return expected?.split(" or ").includes("string") === true;
}

interface Replacement {
  readonly texts: NumberSpellings;
  /** The repairs that read JSON within a string, by path. */
  readonly nested: ReadonlyMap<string, Repair>;
  readonly repairs: Repair[];
}

/** A copy of a value with strings in place of the numbers at the given JSON pointers, also within JSON in a string. */
function withTextsAt(value: unknown, pointer: string, replacement: Replacement): unknown {
  if (typeof value === "number") return textAt(value, pointer, replacement);
  if (typeof value === "string") {
    const repair = replacement.nested.get(pointer);
    if (repair === undefined) return value;
    const isSpelled = [...replacement.texts.keys()].some((path) => path.startsWith(`${pointer}/`));
    if (!isSpelled) return value;
    replacement.repairs.push(repair);
    return withTextsAt(repair.after, pointer, replacement);
  }
  if (Array.isArray(value))
    return value.map((item, index) => withTextsAt(item, memberPointer(pointer, index), replacement));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([key, member]) => [key, withTextsAt(member, memberPointer(pointer, key), replacement)]),
  );
}

/** Returns the original spelling of a number. */
function textAt(value: number, pointer: string, { texts, repairs }: Replacement): unknown {
  const text = texts.get(pointer);
  if (text === undefined || Number(text) !== value) return value;
  repairs.push({ kind: "number_to_string", path: pointer, before: value, after: text });
  return text;
}
