import { exactText, type Value } from "./value.ts";

/** A value with more parts has no known text. */
const maxParts = 2000;

/** The JSON text of a value that is completely known; `undefined` for any other value. */
export function jsonText(value: Value | undefined): string | undefined {
  const work = { left: maxParts };
  const json = plainValue(value, work);
  return json === undefined || work.left <= 0 ? undefined : JSON.stringify(json);
}

function plainValue(value: Value | undefined, work: { left: number }): unknown {
  const [alternative] = value?.alternatives ?? [];
  if (value === undefined || value.mayBeUnknown || value.alternatives.length !== 1 || work.left-- <= 0) return;
  switch (alternative?.kind) {
    case "text":
      return exactText(value);
    case "number":
      return alternative.number;
    case "constant":
      return alternative.constant;
    case "list": {
      const items = alternative.more === null ? alternative.items.map((item) => plainValue(item, work)) : undefined;
      return items?.includes(undefined) === true ? undefined : items;
    }
    case "dict": {
      const entries = [...alternative.entries].map(([key, item]) => [key, plainValue(item, work)] as const);
      const isKnown = alternative.more === null && entries.every(([, item]) => item !== undefined);
      return isKnown ? Object.fromEntries(entries) : undefined;
    }
    default:
      return;
  }
}
