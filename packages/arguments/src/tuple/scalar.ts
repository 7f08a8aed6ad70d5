import { quote } from "@helve/core/internal";

import { readInteger } from "../big-integer.ts";
import type { Bytes, Fault, Numeral, Word } from "./literal.ts";
import { mend, type Reading, report } from "./reading.ts";

/** A number; by policy, one that JSON can't say. */
export function numberIn(literal: Numeral, path: readonly PropertyKey[], reading: Reading): unknown {
  return typeof literal.value === "bigint"
    ? integer(literal, literal.value, path, reading)
    : float(literal, literal.value, path, reading);
}

function integer(literal: Numeral, value: bigint, path: readonly PropertyKey[], reading: Reading): unknown {
  const read = readInteger(String(value), reading.options.bigIntegers);
  if (read.kind === "refused") {
    report(reading, { code: "big_integer", message: read.message, expected: "a text in quotes" }, literal, path);
  }
  if (read.kind === "bent") mend(reading, "big_integer", literal, read.value, path);
  return read.value;
}

function float(literal: Numeral, value: number, path: readonly PropertyKey[], reading: Reading): unknown {
  if (Number.isFinite(value)) return value;
  const { nonFinite } = reading.options;
  if (nonFinite === "refuse") report(reading, notFinite, literal, path);
  const after = nonFinite === "text" ? String(value) : null;
  if (nonFinite !== "refuse") mend(reading, "non_finite", literal, after, path);
  return after;
}

/** The names that stand for values. */
export const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["None", null],
  ["True", true],
  ["False", false],
]);

const jsonConstants: ReadonlyMap<string, boolean | null> = new Map([
  ["null", null],
  ["true", true],
  ["false", false],
]);

/** `None`, `True` or `False`; as a repair, what JSON calls them. */
export function wordIn(literal: Word, path: readonly PropertyKey[], reading: Reading): unknown {
  const value = constants.get(literal.name);
  if (value !== undefined) return value;
  const meant = jsonConstants.get(literal.name);
  if (meant === undefined || !reading.options.repair) {
    report(reading, notAValue(literal.name), literal, path);
    return null;
  }
  mend(reading, "json_literal", literal, meant, path);
  return meant;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** As a repair, the text that bytes are in UTF-8. */
export function bytesIn(literal: Bytes, path: readonly PropertyKey[], reading: Reading): unknown {
  const text = reading.options.repair ? decoded(literal.value) : undefined;
  if (text === undefined) report(reading, notText, literal, path);
  else mend(reading, "python_bytes", literal, text, path);
  return text ?? null;
}

function decoded(binary: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

const notFinite: Fault = {
  code: "non_finite",
  message: "the number is too large: expected one up to 1.7976931348623157e+308",
  expected: "a number up to 1.7976931348623157e+308",
};

const notText: Fault = {
  code: "bytes",
  message: "JSON does not have bytes: write a text, without the b before the quote",
  expected: "a text",
};

function notAValue(name: string): Fault {
  const message = `${quote(name, 40)} is a name, which stands for no value: put a text in quotes`;
  return { code: "name", message, expected: "a value" };
}
