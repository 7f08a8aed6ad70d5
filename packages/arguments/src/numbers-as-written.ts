import type { Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { memberPointer } from "./json/reader.ts";

/**
 * Puts the text that a model wrote in the place of each number that is to be a text: the version `1.10` is no `"1.1"`.
 *
 * @param bent - the repairs of numbers that were made texts
 * @param spelt - what the text says of numbers that JavaScript writes in other ways, by their pointers
 */
export function numbersAsWritten(
  value: unknown,
  bent: readonly Repair[],
  spelt: ReadonlyMap<string, string>,
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  const repairs = bent.flatMap(({ path, before, ...repair }) => {
    const after = spelt.get(path);
    return after === undefined || Number(after) !== before ? [] : [{ ...repair, path, before, after }];
  });
  const texts = new Map(repairs.map(({ path, after }) => [path, after]));
  return { value: texts.size === 0 ? value : withTexts(value, "", texts), repairs };
}

/** A copy of a value with texts in the place of the numbers at their pointers. */
function withTexts(value: unknown, pointer: string, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === "number") return texts.get(pointer) ?? value;
  if (Array.isArray(value)) return value.map((item, index) => withTexts(item, memberPointer(pointer, index), texts));
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([key, member]) => [key, withTexts(member, memberPointer(pointer, key), texts)]),
  );
}
