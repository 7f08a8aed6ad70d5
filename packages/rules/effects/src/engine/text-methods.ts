import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { decodeText } from "./decode.ts";
import { concatenateTexts, formatBraces } from "./formatting.ts";
import type { MethodCall } from "./interpreter.ts";
import { iteratedItems } from "./iteration.ts";
import {
  exactNumber,
  exactText,
  knownTexts,
  listValue,
  type TextValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";
import { maxRepetitions, originsOf } from "./value-origins.ts";

const maxParts = 400;

/** Computes the result of a method of a `str` or `bytes` value: `join`, `replace`, `split`, `format`. */
export function callTextMethod(alternative: TextValue, { name, positional, named, self }: MethodCall): Value {
  const { text } = alternative;
  const [first, second] = positional;
  const changed = (result: string): Value => ({ ...textValue(result, self.from), repetitions: self.repetitions });
  const argument = exactText(first);
  switch (name) {
    case "join":
      return first === undefined ? unknownValueFrom(self.from) : joinItems(self, first);
    case "format":
      return formatBraces({ ...self, alternatives: [alternative] }, positional, named);
    case "format_map":
      return formatBraces({ ...self, alternatives: [alternative] }, [], dictEntries(first));
    case "replace": {
      const to = second === undefined ? undefined : exactText(second);
      const repetitions = Math.max(self.repetitions, second?.repetitions ?? 1);
      if (argument !== undefined && to !== undefined)
        return {
          ...changed(text.length * (to.length + 1) > 20_000 ? unknownText : text.replaceAll(argument, () => to)),
          repetitions,
        };
      const from = [first, second].reduce(
        (found, value) =>
          value === undefined
            ? found
            : joinOrigins(
                found,
                originsOf(value).filter(({ kind }) => kind !== "literal"),
              ),
        self.from,
      );
      if (argument !== undefined) return { ...textValue(text.replaceAll(argument, unknownText), from), repetitions };
      return unknownValueFrom(from, repetitions);
    }
    case "strip":
      return changed(stripText(text, argument, true, true));
    case "lstrip":
      return changed(stripText(text, argument, true, false));
    case "rstrip":
      return changed(stripText(text, argument, false, true));
    case "lower":
    case "casefold":
      return changed(text.toLowerCase());
    case "upper":
      return changed(text.toUpperCase());
    case "swapcase":
      return changed(
        [...text].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join(""),
      );
    case "capitalize":
      return changed(text.charAt(0).toUpperCase() + text.slice(1).toLowerCase());
    case "removeprefix":
      return changed(argument !== undefined && text.startsWith(argument) ? text.slice(argument.length) : text);
    case "removesuffix":
      return changed(
        argument !== undefined && argument !== "" && text.endsWith(argument) ? text.slice(0, -argument.length) : text,
      );
    case "encode":
    case "decode":
      return decodeWithCodec(alternative, argument, self);
    case "hex":
      return unknownValueFrom(self.from);
    case "split":
    case "rsplit":
      return splitText(text, argument, first, self);
    case "splitlines":
      return textList(text.split(/\r?\n/), self);
    case "partition":
    case "rpartition": {
      const at =
        argument === undefined ? -1 : name === "partition" ? text.indexOf(argument) : text.lastIndexOf(argument);
      const parts =
        at === -1 || argument === undefined
          ? [text, "", ""]
          : [text.slice(0, at), argument, text.slice(at + argument.length)];
      return listValue(parts.map((part) => textValue(part, self.from)));
    }
    case "zfill":
    case "ljust":
    case "rjust":
    case "center":
    case "expandtabs": {
      const width = exactNumber(first);
      return {
        ...changed(width === undefined ? unknownText : text),
        repetitions: Math.max(self.repetitions, width ?? 1),
      };
    }
    case "startswith":
    case "endswith":
    case "isdigit":
    case "find":
    case "index":
    case "count":
      return unknownValueFrom([]);
    default:
      return unknownValueFrom(self.from, self.repetitions);
  }
}

/** Computes `separator.join(items)`. */
function joinItems(separator: Value, list: Value): Value {
  const { items, more } = iteratedItems(list);
  const [between] = knownTexts(separator);
  const repetitions = maxRepetitions(list);
  if (more !== null || between === undefined) {
    const held = more === null ? items : [...items, more];
    const from = held.reduce(
      (found, value) =>
        joinOrigins(
          found,
          originsOf(value).filter(({ kind }) => kind !== "literal"),
        ),
      joinOrigins(list.from, separator.from),
    );
    return unknownValueFrom(from, repetitions);
  }
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [textValue(between), item]));
  return { ...concatenateTexts(parts), repetitions };
}

/** Returns the entries of a dictionary; none for other values. */
function dictEntries(value: Value | undefined): ReadonlyMap<string, Value> {
  const [alternative] = value?.alternatives ?? [];
  return alternative?.kind === "dict" ? alternative.entries : new Map();
}

/** Returns the result of `text.strip(characters)`, on the left, the right or both sides. */
function stripText(text: string, characters: string | undefined, left: boolean, right: boolean): string {
  const isStripped = (char: string): boolean =>
    (characters === undefined ? /\s/.test(char) : characters.includes(char)) && char !== "";
  let start = 0;
  let end = text.length;
  while (left && start < end && isStripped(text.charAt(start))) start++;
  while (right && end > start && isStripped(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Returns the list into which `split` cuts a text. */
function splitText(text: string, separator: string | undefined, separatorValue: Value | undefined, self: Value): Value {
  if (
    separatorValue !== undefined &&
    separator === undefined &&
    separatorValue.alternatives.every(({ kind }) => kind !== "constant")
  )
    return unknownValueFrom(self.from);
  const parts = separator === undefined || separator === "" ? text.trim().split(/\s+/) : text.split(separator);
  if (hasUnknownText(text) && parts.length === 1) return listValue([], unknownValueFrom(self.from), self.from);
  return textList(parts, self);
}

/** A list of texts; unknown items when there are too many. */
function textList(parts: readonly string[], self: Value): Value {
  if (parts.length > maxParts) return listValue([], unknownValueFrom(self.from), self.from);
  return listValue(parts.map((part) => textValue(part, self.from)));
}

/**
 * Returns the result of `text.encode(codec)` and `data.decode(codec)`: the same text, except for codecs such as base64
 * that hide their content.
 */
function decodeWithCodec(alternative: TextValue, codec: string | undefined, self: Value): Value {
  const name = codec?.toLowerCase().replaceAll(/[-_]/g, "");
  if (name === undefined || !/^(base64|hex|rot13|zlib|zip|bz2|uu|quopri|unicodeescape)$/.test(name))
    return self.alternatives.length === 1 ? self : { ...self, alternatives: [alternative] };
  const from = joinOrigins(self.from, [{ kind: "encoded" }]);
  const text = decodeText(alternative.text, name);
  return text === undefined ? unknownValueFrom(from, self.repetitions) : textValue(text, from);
}
