import type { Bound } from "./arguments.ts";
import { itemsOf } from "./iteration.ts";
import {
  hole,
  joinAll,
  joinOrigins,
  originsOf,
  textsOf,
  textValue,
  timesOf,
  unknownFrom,
  unknownValue,
  type Value,
  writtenTexts,
} from "./value.ts";

const mostParts = 200;

/** What `"… %s …" % values` gives. */
export function formatPercent(template: Value, values: Value): Value {
  const { items, more } = values.known.some(({ kind }) => kind === "list")
    ? itemsOf(values)
    : { items: [values], more: null };
  const [dict] = values.known;
  return eachTemplate(template, values, (text) => {
    let next = 0;
    return splitBy(text, /%(?:\((\w+)\))?[-#0 +]*[\d*]*(?:\.[\d*]+)?[hlL]?([a-zA-Z%])/g, (found) => {
      if (found[2] === "%") return textValue("%");
      if (found[1] !== undefined)
        return dict?.kind === "dict"
          ? (dict.entries.get(found[1]) ?? dict.more ?? unknownValue)
          : unknownFrom(values.from);
      return items[next++] ?? more ?? unknownFrom(values.from);
    });
  });
}

/** What `"… {} …".format(values)` gives. */
export function formatBraces(template: Value, positional: readonly Value[], named: Bound): Value {
  const all = joinTexts([...positional, ...named.values()]);
  return eachTemplate(template, all, (text) => {
    let next = 0;
    return splitBy(text, /\{\{|\}\}|\{(\w*)([^{}]{0,80})\}/g, (found) => {
      if (found[1] === undefined) return textValue(found[0].charAt(0));
      const value =
        found[1] === ""
          ? positional[next++]
          : /^\d+$/.test(found[1])
            ? positional[Number(found[1])]
            : named.get(found[1]);
      if (value === undefined) return textValue(hole);
      return /[.[]/.test(found[2] ?? "") ? unknownFrom(value.from) : value;
    });
  });
}

/** A format applied to each text that a template may be. */
function eachTemplate(template: Value, values: Value, format: (text: string) => readonly Value[]): Value {
  const found = textsOf(template).map((text) => joinTexts(format(text)));
  if (template.open || found.length === 0) found.push(unknownFrom(values.from));
  const joined = joinAll(found);
  return {
    ...joined,
    from: [...new Map([...joined.from, ...template.from].map((origin) => [JSON.stringify(origin), origin])).values()],
  };
}

function splitBy(text: string, mark: RegExp, valueOfMark: (found: RegExpExecArray) => Value): readonly Value[] {
  const parts: Value[] = [];
  let from = 0;
  for (const found of text.matchAll(mark)) {
    if (parts.length >= mostParts) return [...parts, textValue(hole)];
    if (found.index > from) parts.push(textValue(text.slice(from, found.index)));
    parts.push(valueOfMark(found));
    from = found.index + found[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push(textValue(text.slice(from)));
  return parts;
}

const mostTexts = 16;

/** Texts one after the other: every way in which their values can be put together. */
export function joinTexts(parts: readonly Value[]): Value {
  const [only] = parts;
  if (parts.length === 1 && only?.known[0]?.kind === "text" && !only.open) return only;
  let texts = [""];
  let from: Value["from"] = [];
  let times = 1;
  for (const part of parts) {
    const written = writtenTexts(part);
    texts =
      texts.length * written.length > mostTexts
        ? texts.map((text) => text + hole)
        : texts.flatMap((text) => written.map((next) => text + next));
    from = joinOrigins(
      from,
      originsOf(part).filter(({ kind }) => kind !== "literal"),
    );
    times = Math.max(times, timesOf(part));
  }
  return { ...joinAll([...new Set(texts)].map((text) => textValue(text, from))), from, times };
}
