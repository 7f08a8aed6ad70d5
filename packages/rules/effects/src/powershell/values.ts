/** Converts values as PowerShell and cmd do: lists to text, paths to patterns, files to content. */
import { outputItems } from "../engine/commands.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import {
  type Alternative,
  exactText,
  exactValue,
  joinAllValues,
  listValue,
  noneValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { hasUnknownText, unknownName } from "../unknown-text.ts";

/** Applies a function to each alternative of a value, and joins the results. */
export function mapAlternatives(value: Value, change: (alternative: Alternative, single: Value) => Value): Value {
  const results = value.alternatives.map((each) => {
    const isOnly = value.alternatives.length === 1 && !value.mayBeUnknown;
    return change(each, isOnly ? value : { ...value, alternatives: [each], mayBeUnknown: false });
  });
  if (value.mayBeUnknown || results.length === 0) results.push(unknownValueFrom(nonLiteralOrigins(value)));
  return joinAllValues(results);
}

/** Lists inside more lists are not looked into. */
const deepestLists = 3;

/** A value as text: the items of a list are joined with a separator. */
export function asText(value: Value, separator: string = " ", depth: number = 0): Value {
  const [only] = value.alternatives;
  if (only?.kind === "text" && value.alternatives.length === 1 && !value.mayBeUnknown) return value;
  return mapAlternatives(value, (each, single) => {
    switch (each.kind) {
      case "text":
      case "number":
        return concatenateTexts([single]);
      case "path":
        return textValue(each.text, value.from);
      case "constant":
        return each.constant === null ? textValue("") : concatenateTexts([single]);
      case "list": {
        if (each.more !== null || depth >= deepestLists) return unknownValueFrom(nonLiteralOrigins(single));
        const parts = each.items.map((item) => asText(item, separator, depth + 1));
        return concatenateTexts(parts.flatMap((item, at) => (at === 0 ? [item] : [textValue(separator), item])));
      }
      default:
        return unknownValueFrom(nonLiteralOrigins(single));
    }
  });
}

/** The only text that a value may be, with the items of a list joined by spaces. */
export function textOf(value: Value | null | undefined): string | undefined {
  return value ? exactText(asText(value)) : undefined;
}

/** A value as the lines of a file: each item with a line end. */
export function asContent(value: Value): Value {
  const { items, more } = outputItems(value);
  if (more !== null || items.length === 0) return value === noneValue ? textValue("") : value;
  return concatenateTexts(items.flatMap((item) => [asText(item), textValue("\n")]));
}

/** Converts texts to path patterns: wildcards match several files. */
export function asPatterns(value: Value): Value {
  return mapPaths(value, (text, from) =>
    exactValue({ kind: "path", text, wildcards: /[*?[]/.test(text) ? "all" : undefined }, from),
  );
}

/** Marks paths as a selection of which an unknown part is used. */
export function someOf(value: Value, depth: number = 0): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind === "path" && each.wildcards !== undefined)
      return exactValue({ ...each, wildcards: "some" }, value.from);
    if (each.kind !== "list") return single;
    if (depth >= deepestLists) return unknownValueFrom(nonLiteralOrigins(single));
    const items = each.items.map((item) => someOf(item, depth + 1));
    return listValue(items, each.more && someOf(each.more, depth + 1), value.from);
  });
}

/** Applies a function to each text in a value, also in its lists. */
export function mapPaths(value: Value, change: (text: string, from: Value["from"]) => Value, depth: number = 0): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind === "text") return change(each.text, value.from);
    if (each.kind === "number") return change(String(each.number), value.from);
    if (each.kind !== "list") return single;
    if (depth >= deepestLists) return unknownValueFrom(nonLiteralOrigins(single));
    const more = each.more && mapPaths(each.more, change, depth + 1);
    return listValue(
      each.items.map((item) => mapPaths(item, change, depth + 1)),
      more,
      value.from,
    );
  });
}

/** A word for another program: a pattern of paths is a text with unknown parts. */
export function asWord(value: Value): Value {
  return mapAlternatives(value, (each, single) =>
    each.kind === "path" && each.wildcards !== undefined
      ? textValue(each.text.replaceAll(/\*+/g, unknownName), value.from)
      : asText(single),
  );
}

/** Addresses with a protocol: `evil.example/a` is `http://evil.example/a`. */
export function asUrl(value: Value): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind !== "text" || /^\s*\w+:\/\//.test(each.text) || hasUnknownText(each.text.charAt(0))) return single;
    return textValue(`http://${each.text.trimStart()}`, value.from);
  });
}

/** The host that a value names. */
export function hostOf(value: Value | null | undefined): string | null {
  return textOf(value)?.toLowerCase() ?? null;
}
