import { decodeText } from "./decode.ts";
import { formatBraces, joinTexts } from "./formatting.ts";
import { itemsOf } from "./iteration.ts";
import {
  hasHole,
  hole,
  joinOrigins,
  listValue,
  literalOf,
  numberOf,
  originsOf,
  type Text,
  textsOf,
  textValue,
  timesOf,
  unknownFrom,
  type Value,
} from "./value.ts";

const mostParts = 400;

/** What a method of a text or of bytes gives. */
export function callTextMethod(
  known: Text,
  name: string,
  positional: readonly Value[],
  named: ReadonlyMap<string, Value>,
  self: Value,
): Value {
  const { text } = known;
  const [first, second] = positional;
  const changed = (result: string): Value => ({ ...textValue(result, self.from), times: self.times });
  const argument = literalOf(first);
  switch (name) {
    case "join":
      return first === undefined ? unknownFrom(self.from) : joinItems(self, first);
    case "format":
      return formatBraces({ ...self, known: [known] }, positional, named);
    case "format_map":
      return formatBraces({ ...self, known: [known] }, [], entriesOf(first));
    case "replace": {
      const to = second === undefined ? undefined : literalOf(second);
      const times = Math.max(self.times, second?.times ?? 1);
      if (argument !== undefined && to !== undefined)
        return {
          ...changed(text.length * (to.length + 1) > 20_000 ? hole : text.replaceAll(argument, () => to)),
          times,
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
      if (argument !== undefined) return { ...textValue(text.replaceAll(argument, hole), from), times };
      return unknownFrom(from, times);
    }
    case "strip":
      return changed(stripped(text, argument, true, true));
    case "lstrip":
      return changed(stripped(text, argument, true, false));
    case "rstrip":
      return changed(stripped(text, argument, false, true));
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
      return decoded(known, argument, self);
    case "hex":
      return unknownFrom(self.from);
    case "split":
    case "rsplit":
      return split(text, argument, first, self);
    case "splitlines":
      return partsOf(text.split(/\r?\n/), self);
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
      const width = numberOf(first);
      return { ...changed(width === undefined ? hole : text), times: Math.max(self.times, width ?? 1) };
    }
    case "startswith":
    case "endswith":
    case "isdigit":
    case "find":
    case "index":
    case "count":
      return unknownFrom([]);
    default:
      return unknownFrom(self.from, self.times);
  }
}

/** `separator.join(items)`. */
function joinItems(separator: Value, list: Value): Value {
  const { items, more } = itemsOf(list);
  const [between] = textsOf(separator);
  const times = timesOf(list);
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
    return unknownFrom(from, times);
  }
  const parts = items.flatMap((item, at) => (at === 0 ? [item] : [textValue(between), item]));
  return { ...joinTexts(parts), times };
}

function entriesOf(value: Value | undefined): ReadonlyMap<string, Value> {
  const [known] = value?.known ?? [];
  return known?.kind === "dict" ? known.entries : new Map();
}

function stripped(text: string, characters: string | undefined, left: boolean, right: boolean): string {
  const isStripped = (char: string): boolean =>
    (characters === undefined ? /\s/.test(char) : characters.includes(char)) && char !== "";
  let start = 0;
  let end = text.length;
  while (left && start < end && isStripped(text.charAt(start))) start++;
  while (right && end > start && isStripped(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function split(text: string, separator: string | undefined, given: Value | undefined, self: Value): Value {
  if (given !== undefined && separator === undefined && given.known.every(({ kind }) => kind !== "constant"))
    return unknownFrom(self.from);
  const parts = separator === undefined || separator === "" ? text.trim().split(/\s+/) : text.split(separator);
  if (hasHole(text) && parts.length === 1) return listValue([], unknownFrom(self.from), self.from);
  return partsOf(parts, self);
}

function partsOf(parts: readonly string[], self: Value): Value {
  if (parts.length > mostParts) return listValue([], unknownFrom(self.from), self.from);
  return listValue(parts.map((part) => textValue(part, self.from)));
}

/** Text to bytes and back is the same; some codecs hide what they hold. */
function decoded(known: Text, codec: string | undefined, self: Value): Value {
  const name = codec?.toLowerCase().replaceAll(/[-_]/g, "");
  if (name === undefined || !/^(base64|hex|rot13|zlib|zip|bz2|uu|quopri|unicodeescape)$/.test(name))
    return self.known.length === 1 ? self : { ...self, known: [known] };
  const from = joinOrigins(self.from, [{ kind: "encoded" }]);
  const text = decodeText(known.text, name);
  return text === undefined ? unknownFrom(from, self.times) : textValue(text, from);
}
