/** Computes JavaScript string methods that Python's strings do not have. */
import { decodedText } from "../engine/computed-functions.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { MethodCall } from "../engine/interpreter.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  listValue,
  type TextValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";

const maxLength = 20_000;

type Compute = (text: string, numbers: readonly (number | undefined)[], filler: string | undefined) => string;

/** Methods that compute a text from a known text and numbers. */
const computed: ReadonlyMap<string, Compute> = new Map<string, Compute>([
  ["charAt", (text, [at = 0]) => text.charAt(at)],
  ["at", (text, [at = 0]) => text.at(at) ?? ""],
  ["slice", (text, [start, end]) => text.slice(start, end)],
  ["substring", (text, [start = 0, end]) => text.substring(start, end)],
  ["substr", (text, [start = 0, length]) => text.slice(start).slice(0, length)],
  ["repeat", (text, [count = 0]) => (text.length * count > maxLength ? unknownText : text.repeat(Math.max(0, count)))],
  ["padStart", (text, [length = 0], filler) => text.padStart(Math.min(length, maxLength), filler)],
  ["padEnd", (text, [length = 0], filler) => text.padEnd(Math.min(length, maxLength), filler)],
]);

/** The result of a method of a text; `undefined` if Python's texts have it, too. */
export function callTextMethod({ text }: TextValue, { name, positional, self }: MethodCall): Value | undefined {
  const [first, second] = positional;
  const from = joinOrigins(self.from, ...positional.map(nonLiteralOrigins));
  const compute = computed.get(name);
  if (compute !== undefined) {
    const numbers = positional.filter((_, at) => !name.startsWith("pad") || at === 0).map(exactNumber);
    const filler = name.startsWith("pad") && second !== undefined ? exactText(second) : " ";
    const isKnown = !hasUnknownText(text) && !numbers.includes(undefined) && filler !== undefined;
    return isKnown ? textValue(compute(text, numbers, filler), from) : unknownValueFrom(from);
  }
  switch (name) {
    case "toString":
    case "valueOf":
    case "toJSON":
    case "normalize":
      return exactText(first) === "base64" || exactText(first) === "hex" ? unknownValueFrom(from) : self;
    case "concat":
      return concatenateTexts([self, ...positional]);
    case "replace": {
      const [old, replacement] = [exactText(first), exactText(second)];
      const isKnown = old !== undefined && replacement !== undefined && !hasUnknownText(text);
      return isKnown
        ? textValue(
            text.replace(old, () => replacement),
            from,
          )
        : unknownValueFrom(from);
    }
    case "replaceAll":
      return exactText(second) === undefined ? unknownValueFrom(from) : undefined;
    case "split": {
      const between = exactText(first);
      if (between === undefined || hasUnknownText(text))
        return first === undefined ? listValue([self]) : unknownValueFrom(from);
      return text.length > maxLength
        ? unknownValueFrom(from)
        : listValue(text.split(between).map((part) => textValue(part, from)));
    }
    case "charCodeAt":
    case "codePointAt": {
      const code = text.charCodeAt(exactNumber(first) ?? 0);
      return hasUnknownText(text) ? unknownValueFrom(from) : exactValue({ kind: "number", number: code });
    }
    case "includes":
    case "indexOf":
    case "lastIndexOf":
    case "match":
    case "search":
    case "localeCompare":
      return unknownValueFrom(from);
  }
  return undefined;
}

/** Decodes base64 or hexadecimal text; other encodings are ignored. */
export function decoded(data: Value, encoding: string): Value {
  return /^(base64(url)?|hex)$/.test(encoding) ? decodedText(data, encoding.replace("url", "")) : data;
}
