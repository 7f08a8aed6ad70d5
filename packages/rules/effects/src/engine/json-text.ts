/** Converts values of an interpreted program to JSON text and back, for `json.dumps` and `json.loads`. */
import {
  dictValue,
  exactText,
  exactValue,
  listValue,
  noneValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";

/** The most parts of a value whose JSON text is computed. */
const maxParts = 2000;

/** The JSON text of a value that is completely known; `undefined` for any other value. */
export function jsonText(value: Value | undefined): string | undefined {
  const work = { left: maxParts };
  const json = plainValue(value, work);
  return json === undefined || work.left <= 0 ? undefined : JSON.stringify(json);
}

/** Returns the JavaScript value that a value certainly has, such as an object; undefined if it is not known or the work is used up. */
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

/**
 * The value that a JSON text describes; unknown if the text is unknown or invalid.
 *
 * @param nameOf - the key of an entry by its name
 */
export function valueOfJson(
  text: string | undefined,
  from: Value["from"],
  nameOf: (name: string) => string = (name) => name,
): Value {
  if (text === undefined) return unknownValueFrom(from);
  const work = { left: maxParts };
  const read = (json: unknown): Value => {
    if (work.left-- <= 0) return unknownValueFrom(from);
    if (typeof json === "string") return textValue(json, from);
    if (typeof json === "number") return exactValue({ kind: "number", number: json }, from);
    if (Array.isArray(json)) return listValue(json.map(read), null, from);
    if (typeof json !== "object") return exactValue({ kind: "constant", constant: json === true }, from);
    if (json === null) return noneValue;
    return dictValue(new Map(Object.entries(json).map(([name, each]) => [nameOf(name), read(each)])), null, from);
  };
  try {
    return read(JSON.parse(text));
  } catch {
    return unknownValueFrom(from);
  }
}
