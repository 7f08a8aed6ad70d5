/** Builds texts from parts: concatenation, f-strings, `%` and `str.format`. */
import { joinOrigins } from "../origins.ts";
import { unknownText } from "../unknown-text.ts";
import type { BoundArguments } from "./arguments.ts";
import { iteratedItems } from "./iteration.ts";
import {
  formattedTexts,
  joinAllValues,
  knownTexts,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";
import { maxRepetitions, originsOf } from "./value-origins.ts";

const maxParts = 200;

/** Computes `"… %s …" % values`. */
export function formatPercent(template: Value, values: Value): Value {
  const { items, more } = values.alternatives.some(({ kind }) => kind === "list")
    ? iteratedItems(values)
    : { items: [values], more: null };
  const [dict] = values.alternatives;
  return formatEachTemplate(template, values, (text) => {
    let next = 0;
    return replaceFields(text, /%(?:\((\w+)\))?[-#0 +]*[\d*]*(?:\.[\d*]+)?[hlL]?([a-zA-Z%])/g, (match) => {
      if (match[2] === "%") return textValue("%");
      if (match[1] !== undefined)
        return dict?.kind === "dict"
          ? (dict.entries.get(match[1]) ?? dict.more ?? unknownValue)
          : unknownValueFrom(values.from);
      return items[next++] ?? more ?? unknownValueFrom(values.from);
    });
  });
}

/** The result of `"… {} …".format(values)`. */
export function formatBraces(template: Value, positional: readonly Value[], named: BoundArguments): Value {
  const all = concatenateTexts([...positional, ...named.values()]);
  return formatEachTemplate(template, all, (text) => {
    let next = 0;
    return replaceFields(text, /\{\{|\}\}|\{(\w*)([^{}]{0,80})\}/g, (match) => {
      if (match[1] === undefined) return textValue(match[0].charAt(0));
      const value =
        match[1] === ""
          ? positional[next++]
          : /^\d+$/.test(match[1])
            ? positional[Number(match[1])]
            : named.get(match[1]);
      if (value === undefined) return textValue(unknownText);
      return /[.[]/.test(match[2] ?? "") ? unknownValueFrom(value.from) : value;
    });
  });
}

/** Formats each text that the template may be, and joins the results. */
function formatEachTemplate(template: Value, values: Value, format: (text: string) => readonly Value[]): Value {
  const results = knownTexts(template).map((text) => concatenateTexts(format(text)));
  if (template.mayBeUnknown || results.length === 0) results.push(unknownValueFrom(values.from));
  return withAddedOrigins(joinAllValues(results), template.from);
}

/** Splits a template into its literal texts and the values of its fields. */
function replaceFields(text: string, mark: RegExp, valueOfMark: (match: RegExpExecArray) => Value): readonly Value[] {
  const parts: Value[] = [];
  let from = 0;
  for (const match of text.matchAll(mark)) {
    if (parts.length >= maxParts) return [...parts, textValue(unknownText)];
    if (match.index > from) parts.push(textValue(text.slice(from, match.index)));
    parts.push(valueOfMark(match));
    from = match.index + match[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push(textValue(text.slice(from)));
  return parts;
}

const maxTexts = 16;

/** Concatenates texts: every combination of the texts that the parts may be, up to 16. */
export function concatenateTexts(parts: readonly Value[]): Value {
  const [only] = parts;
  if (parts.length === 1 && only?.alternatives[0]?.kind === "text" && !only.mayBeUnknown) return only;
  let texts = [""];
  let from: Value["from"] = [];
  let repetitions = 1;
  for (const part of parts) {
    const written = formattedTexts(part);
    texts =
      texts.length * written.length > maxTexts
        ? texts.map((text) => text + unknownText)
        : texts.flatMap((text) => written.map((next) => text + next));
    from = joinOrigins(
      from,
      originsOf(part).filter(({ kind }) => kind !== "literal"),
    );
    repetitions = Math.max(repetitions, maxRepetitions(part));
  }
  return { ...joinAllValues([...new Set(texts)].map((text) => textValue(text, from))), from, repetitions };
}
