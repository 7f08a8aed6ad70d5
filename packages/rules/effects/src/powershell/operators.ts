import { joinTexts, longestText, replacePattern } from "../bounded-text.ts";
import { joinOrigins } from "../origins.ts";
import { arrayOf, itemsOf, nothing, originsOf, textOf, textValue, type Value } from "./value.ts";

/** The value of a binary operator whose operands are known; otherwise only where it comes from. */
export function binaryValue(operator: string, left: Value, right: Value): Value {
  const from = originsOf(left, right);
  const text = textResult(operator, left, right);
  if (typeof text === "string")
    return text.length > longestText ? { from: joinOrigins(from, [{ kind: "unknown" }]) } : { text, from };
  if (text !== undefined) return { ...arrayOf(text.map((each) => ({ text: each, from }))), from };
  if (operator === "+" && (left.items !== undefined || left.files !== undefined))
    return arrayOf([...itemsOf(left), ...itemsOf(right)]);
  if (operator === "..") return range(left, right);
  if (
    /^-[ci]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin)$|^-(?:and|or|xor|is|isnot)$/.test(
      operator,
    )
  )
    return { from: [] };
  const prefix = operator === "+" ? (left.text ?? left.prefix) : undefined;
  return { from: from.length > 0 ? from : [{ kind: "unknown" }], prefix };
}

/** The text, or the texts, that an operator for texts computes. */
function textResult(operator: string, left: Value, right: Value): string | readonly string[] | undefined {
  const name = operator.replace(/^-[ci](?=replace$|split$)/, "-");
  if (name === "-join") {
    const [texts, separator] = [itemsOf(left).map(({ text }) => text), textOf(right)];
    return separator === undefined || texts.includes(undefined)
      ? undefined
      : joinTexts(texts as readonly string[], separator);
  }
  const subject = left.items === undefined ? left.text : undefined;
  if (subject === undefined) return undefined;
  if (name === "+") {
    const added = textOf(right);
    if (added === undefined) return undefined;
    const isSum = /^\d{1,9}$/.test(subject) && /^\d{1,9}$/.test(added);
    return isSum ? String(Number(subject) + Number(added)) : subject + added;
  }
  if (name === "*" && /^\d{1,5}$/.test(right.text ?? "") && !/^\d+$/.test(subject))
    return subject.length * Number(right.text) > longestText ? undefined : subject.repeat(Number(right.text));
  if (name === "-f") return format(subject, itemsOf(right));
  if (name === "-replace" || name === "-split") return substitute(name, subject, itemsOf(right));
  return undefined;
}

function substitute(name: string, subject: string, operands: readonly Value[]): string | readonly string[] | undefined {
  const [pattern, replacement] = operands;
  // Only patterns without repetition are run, because others may take very long.
  if (pattern?.text === undefined || /[*+{]|\(\?/.test(pattern.text.replaceAll(/\\./g, ""))) return undefined;
  const expression = compile(pattern.text);
  if (expression === undefined) return undefined;
  if (name === "-split") return subject.split(expression).slice(0, 1000);
  if (replacement !== undefined && replacement.text === undefined) return undefined;
  return replacePattern(subject, expression, replacement?.text ?? "");
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "gi");
  } catch {
    return undefined;
  }
}

/** The result of `"{0} {1}" -f a, b`. */
export function format(template: string, values: readonly Value[]): string | undefined {
  const texts = values.map(({ text }) => text);
  const longest = Math.max(0, ...texts.map((text) => text?.length ?? 0));
  const places = template.split("{").length;
  if (texts.includes(undefined) || template.length + places * longest > longestText) return undefined;
  return template
    .replaceAll(/\{(\d{1,4})(?:[,:][^{}]*)?\}/g, (_, index: string) => texts[Number(index)] ?? "")
    .replaceAll("{{", "{")
    .replaceAll("}}", "}");
}

function range(left: Value, right: Value): Value {
  const [from, to] = [Number(left.text), Number(right.text)];
  if (!Number.isInteger(from) || !Number.isInteger(to) || Math.abs(to - from) > 2000)
    return { from: originsOf(left, right, { from: [{ kind: "unknown" }] }) };
  const step = to < from ? -1 : 1;
  return arrayOf(Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => textValue(String(from + index * step))));
}

/** The items of a value at an index, a list of indexes, or a key. */
export function indexValue(object: Value, index: Value): Value {
  const key = index.text?.toLowerCase();
  if (object.fields !== undefined && key !== undefined) return object.fields.get(key) ?? nothing;
  const list =
    object.items ?? (object.text === undefined ? undefined : [...object.text.slice(0, 10_000)].map(textValue));
  const picked = itemsOf(index).map(({ text }) => (text === undefined ? undefined : list?.at(Number(text))));
  const known = picked.filter((each) => each !== undefined);
  if (known.length === 0 || known.length < picked.length)
    return { ...object, text: undefined, items: undefined } as never;
  return index.items === undefined ? (known[0] ?? nothing) : arrayOf(known);
}
