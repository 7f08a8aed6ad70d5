// Methods of texts whose result can be computed.

import { joinTexts, replaceText } from "../bounded-text.ts";
import type { Origin } from "../effects.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { exactText, listValue, textValue, unknownFrom, type Value } from "./value.ts";

const maxLength = 65_536;

type TextMethod = (text: string, args: readonly string[]) => string;

/** Methods that compute a text from a text and texts. Without all arguments, the result is unknown. */
const methods: ReadonlyMap<string, TextMethod> = new Map<string, TextMethod>([
  ["toLowerCase", (text) => text.toLowerCase()],
  ["toUpperCase", (text) => text.toUpperCase()],
  ["trim", (text) => text.trim()],
  ["trimStart", (text) => text.trimStart()],
  ["trimEnd", (text) => text.trimEnd()],
  ["valueOf", (text) => text],
  ["normalize", (text, args) => (args.length === 0 ? text.normalize() : text)],
  ["concat", (text, args) => joinTexts([text, ...args]) ?? unknownText],
  ["charAt", (text, [index]) => text.charAt(Number(index))],
  ["at", (text, [index]) => text.at(Number(index)) ?? ""],
  ["slice", (text, [start, end]) => text.slice(Number(start ?? 0), end === undefined ? undefined : Number(end))],
  [
    "substring",
    (text, [start, end]) => text.substring(Number(start ?? 0), end === undefined ? undefined : Number(end)),
  ],
  [
    "substr",
    (text, [start = "0", length]) =>
      text.slice(Number(start)).slice(0, length === undefined ? undefined : Number(length)),
  ],
  [
    "repeat",
    (text, [count]) =>
      text.length * Number(count) > maxLength ? unknownText : text.repeat(Math.max(0, Number(count) || 0)),
  ],
  ["padStart", (text, [length, filler]) => text.padStart(Math.min(Number(length), maxLength), filler)],
  ["padEnd", (text, [length, filler]) => text.padEnd(Math.min(Number(length), maxLength), filler)],
  [
    "replace",
    (text, [from, to]) => (from === undefined || to === undefined ? unknownText : text.replace(from, () => to)),
  ],
  [
    "replaceAll",
    (text, [from, to]) =>
      from === undefined || to === undefined ? unknownText : (replaceText(text, from, to) ?? unknownText),
  ],
]);

/** Methods that add to a text of which a part is unknown, or that don't change it. */
const keepsUnknown = /^(trim|trimStart|trimEnd|concat|valueOf)$/;

/** The result of a method of a text; `undefined` if the method is not one of a text. */
export function callTextMethod(
  text: string,
  name: string,
  args: readonly Value[],
  from: readonly Origin[],
): Value | undefined {
  if (name === "split") return split(text, args[0], from);
  if (name === "toString" || name === "toJSON")
    return exactText(args[0]) === "base64" ? unknownFrom(from) : textValue(text, from);
  const method = methods.get(name);
  if (method === undefined) return;
  const known = args.map(exactText);
  const isComputable = known.every((each) => each !== undefined) && (!hasUnknownText(text) || keepsUnknown.test(name));
  return isComputable ? textValue(method(text, known), from) : unknownFrom(from);
}

function split(text: string, separator: Value | undefined, from: readonly Origin[]): Value {
  const at = exactText(separator);
  if (at === undefined || hasUnknownText(text)) return unknownFrom(from);
  return listValue(
    text
      .split(at)
      .slice(0, 1000)
      .map((part) => textValue(part, from)),
    from,
  );
}
