/** Formats texts as Go's `fmt.Sprintf` does. */
import { formatPercent } from "../engine/formatting.ts";
import type { SortedCall } from "../engine/interpreter.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  listValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";

/** Computes `fmt.Sprintf(format, values…)`. */
export function formatTexts({ positional: [format = unknownValue, ...values] }: SortedCall): Value {
  const text = exactText(format);
  const verbs = [...(text ?? "").matchAll(/%([-#0 +]*[\d*]*(?:\.[\d*]+)?(?:\[\d+\])?)([a-zA-Z%])/g)].filter(
    ([, , verb]) => verb !== "%",
  );
  const isInOrder = verbs.every(([, flags]) => !/[[*]/.test(flags ?? ""));
  const shown = values.map((value, at) => {
    const [, flags = "", verb = "v"] = verbs[at] ?? [];
    return formatted(value, verb, flags);
  });
  return formatPercent(format, isInOrder ? listValue(shown) : unknownValueFrom(listValue(values).from));
}

/** Formats one value by a verb of `fmt`. */
function formatted(value: Value, verb: string, flags: string): Value {
  const number = exactNumber(value);
  if (verb === "c")
    return number === undefined ? unknownValueFrom(value.from) : textValue(String.fromCodePoint(number));
  if (verb === "q") return { ...goText(value), from: value.from };
  const isPlain = /[svdw]/.test(verb) && !(number !== undefined && /\d/.test(flags));
  return isPlain ? goText(value) : unknownValueFrom(value.from);
}

/** A value as `fmt.Print` shows it. */
export function goText(value: Value): Value {
  if (!value.alternatives.some(({ kind }) => kind === "constant" || kind === "object")) return value;
  const alternatives = value.alternatives.flatMap((each): Value["alternatives"] => {
    if (each.kind === "constant")
      return [{ kind: "text", text: each.constant === null ? "<nil>" : String(each.constant), at: null }];
    if (each.kind === "object" && each.type === "error") return each.fields.get("text")?.alternatives ?? [];
    return [each];
  });
  return { ...value, alternatives };
}

/** Computes `string(x)`: a number is the code of a character, a list of numbers holds the bytes or characters. */
export function textOfCode(number: number): Value {
  return Number.isInteger(number) && number >= 0 && number <= 0x10_ff_ff
    ? textValue(String.fromCodePoint(number))
    : exactValue({ kind: "text", text: "\uFFFF", at: null });
}
