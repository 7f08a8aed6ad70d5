// Reads numbers, also in forms that JSON does not allow, such as `0x1F` or `.5`.

import { integerByPolicy } from "../big-integer.ts";
import { char, isDigit, isNameCharacter } from "./characters.ts";
import { addIssue, addRepair, currentPointer, type Reader } from "./reader.ts";

/** The result of {@link readNumber} for text that is not a number, such as `12px`, `2024-01-01` or `007`. */
export const notANumber: unique symbol = Symbol("not a number");

/**
 * Reads the next number, also in forms of other languages: `+1`, `.5`, `1.`, `0x1F`, `1_000`, `10n`, `-Infinity`.
 *
 * @returns the number; {@link notANumber}, with the reader unmoved, if the text is more than a number
 */
export function readNumber(reader: Reader): unknown {
  const { text, offset: start } = reader;
  const simple = readSimpleNumber(reader);
  if (simple !== undefined) return simple;
  let end = start;
  while (isNumberCharacter(text, end)) end += 1;
  const literal = text.slice(start, end);
  if (/^[+-]?(?:Infinity|inf)$/.test(literal)) return readNonFinite(reader, literal);
  if (end < text.length && !isNumberEnd(text, end)) return notANumber;
  const isTruncated = end === text.length;
  if (jsonNumber.test(literal)) return takeNumber(reader, literal, literal, isTruncated);
  const other = jsonSpelling(literal);
  if (other !== undefined && !reader.isStrict) {
    const value = takeNumber(reader, literal, other, isTruncated);
    addRepair(reader, "number_form", start, literal, value);
    return value;
  }
  if (!isTruncated || reader.isStrict) return notANumber;
  return takeTruncatedNumber(reader, literal);
}

/** Reads a JSON number without exponent that is followed by a comma or a bracket; `undefined` for any other number. */
function readSimpleNumber(reader: Reader): number | undefined {
  const { text, offset: start } = reader;
  const digitsStart = text.charCodeAt(start) === char.minus ? start + 1 : start;
  const point = digitsEnd(text, digitsStart);
  const length = point - digitsStart;
  if (length === 0 || length > 15 || (length > 1 && text.charCodeAt(digitsStart) === char.zero)) return undefined;
  const end = text.charCodeAt(point) === char.dot ? digitsEnd(text, point + 1) : point;
  if (end === point + 1) return undefined;
  const next = text.charCodeAt(end);
  if (next !== char.comma && next !== char.curlyClose && next !== char.squareClose) return undefined;
  reader.offset = end;
  const value = Number(text.slice(start, end));
  if (end > point && text.charCodeAt(end - 1) === char.zero)
    reader.numberSpellings.set(currentPointer(reader), text.slice(start, end));
  return value;
}

/** The offset after the digits that start at an offset. */
function digitsEnd(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON spelling of a number, also in a form of another language; `undefined` if the text is not a number. */
export function numberSpelling(literal: string): string | undefined {
  return jsonNumber.test(literal) ? literal : jsonSpelling(literal);
}

/** The JSON spelling of a number in a form of another language, `0x1F` as `31`; `undefined` if it is not a number. */
function jsonSpelling(literal: string): string | undefined {
  const hex = /^([+-]?)(0[xXoObB][0-9a-fA-F]+)n?$/.exec(literal);
  if (hex !== null) {
    const [, sign = "", digits = ""] = hex;
    if (/^0(?:x[0-9a-f]+|o[0-7]+|b[01]+)$/i.test(digits) && digits.length < 1000)
      return `${sign.replace("+", "")}${BigInt(digits)}`;
    return undefined;
  }
  const parts = /^([+-]?)(0|[1-9][\d_]*)?(?:\.(\d*))?([eE][+-]?\d+)?n?$/.exec(literal);
  if (parts === null) return undefined;
  const [, sign = "", integer = "", fraction = "", exponent = ""] = parts;
  if ((integer === "" && fraction === "") || integer.endsWith("_")) return undefined;
  const digits = integer.replaceAll("_", "") || "0";
  return `${sign.replace("+", "")}${digits}${fraction === "" ? "" : `.${fraction}`}${exponent}`;
}

/** Takes a number and moves past it; `jsonText` is its JSON spelling, `literal` the text. */
function takeNumber(reader: Reader, literal: string, jsonText: string, isTruncated: boolean): unknown {
  const { offset: start } = reader;
  const end = start + literal.length;
  const value = numberByPolicy(reader, jsonText, start, end);
  if (typeof value === "number" && String(value) !== literal)
    reader.numberSpellings.set(currentPointer(reader), literal);
  reader.offset = end;
  if (isTruncated) {
    reader.truncatedPaths.push(currentPointer(reader));
    addRepair(reader, "truncated", end, literal, value);
  }
  return value;
}

/** The value of a number in JSON's spelling; one that no JavaScript number holds follows the `bigIntegers` policy. */
function numberByPolicy(reader: Reader, jsonText: string, start: number, end: number): unknown {
  const number = Number(jsonText);
  if (!Number.isFinite(number)) {
    addIssue(reader, "big_number", `not JSON: a JavaScript number can't hold ${jsonText.slice(0, 40)}`, start, end);
    return null;
  }
  if (Number.isSafeInteger(number) || /[.eE]/.test(jsonText)) return number;
  const result = integerByPolicy(jsonText, reader.options.bigIntegers);
  if (result.kind === "refused")
    addIssue(reader, "big_integer", `can't be read exactly: ${result.message}`, start, end);
  if (result.kind === "converted") addRepair(reader, "big_integer", start, jsonText, result.value);
  return result.value;
}

/** Takes the part of a truncated number that is a number; `undefined` if there is none. */
function takeTruncatedNumber(reader: Reader, literal: string): unknown {
  const part = /^-?(?:0|[1-9]\d*)(?:\.\d+)?/.exec(literal)?.[0];
  if (part === undefined || !/^(?:\.|\.?[eE][+-]?)?$/.test(literal.slice(part.length))) {
    if (literal !== "-" && literal !== "+") return notANumber;
  }
  const value = part === undefined ? undefined : Number(part);
  reader.truncatedPaths.push(currentPointer(reader));
  addRepair(reader, part === undefined ? "truncated_member" : "truncated", reader.offset, literal, value ?? null);
  reader.offset = reader.text.length;
  return value;
}

/** Reads `NaN` or an infinity by the `nonFinite` policy. */
export function readNonFinite(reader: Reader, literal: string): unknown {
  const { offset: start } = reader;
  const { nonFinite } = reader.options;
  reader.offset += literal.length;
  if (nonFinite === "refuse") {
    const message = `not JSON: ${literal} is not a JSON number (write a number or null)`;
    addIssue(reader, "non_finite", message, start, reader.offset, "a number or null");
    return null;
  }
  const value = nonFinite === "text" ? literal : null;
  addRepair(reader, "non_finite", start, literal, value);
  return value;
}

/** Whether the character at an offset can be part of a number in some language: a digit, letter, sign or dot. */
function isNumberCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isDigit(code) ||
    code === char.dot ||
    code === char.plus ||
    code === char.minus ||
    (isNameCharacter(code) && code < 0x7f)
  );
}

/** Whether a number ends at an offset: a space, punctuation or the end of the text follows. */
function isNumberEnd(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === char.space || text.charCodeAt(at) === char.tab) at += 1;
  return at >= text.length || /[,}\])\s"'/#<;:]/.test(text.charAt(at)) || at > end;
}
