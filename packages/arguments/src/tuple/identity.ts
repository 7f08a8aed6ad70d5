import type { Literal } from "./literal.ts";

/**
 * A text that two literals share when Python holds them equal, as a set does: `1`, `1.0` and `True` are one.
 *
 * @returns `undefined` for what a set can't hold: a list, a dict, a set
 */
export function identityOf(literal: Literal): string | undefined {
  switch (literal.type) {
    case "number":
      return `number ${asNumber(literal.value)}`;
    case "word":
      return words.get(literal.name) ?? `word ${literal.name}`;
    case "text":
    case "bytes":
      return `${literal.type} ${literal.value}`;
    case "tuple": {
      const items = literal.items.map(({ value }) => identityOf(value));
      if (items.includes(undefined)) return undefined;
      return `tuple ${items.map((item) => `${item?.length}:${item}`).join("")}`;
    }
    case "refused":
      return `refused ${literal.start}`;
    default:
      return undefined;
  }
}

const words = new Map([
  ["True", "number 1"],
  ["False", "number 0"],
]);

/** A large integer as a number when one holds it exactly, so that it is equal to that float. */
function asNumber(value: number | bigint): number | bigint {
  if (typeof value === "number") return value;
  const rounded = Number(value);
  return Number.isFinite(rounded) && BigInt(rounded) === value ? rounded : value;
}
