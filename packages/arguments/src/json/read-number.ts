import { readInteger } from "../big-integer.ts";
import { char, isDigit, isWord } from "./chars.ts";
import { fault, mend, pointerOf, type Reader } from "./reader.ts";

/** What can't be a number after all, such as `12px`, `2024-01-01`, or `007` of which the digits count. */
export const notANumber: unique symbol = Symbol("not a number");

/**
 * Reads the number that is next, also one in a form that other languages know: `+1`, `.5`, `1.`, `0x1F`, `1_000`,
 * `10n`, `-Infinity`.
 *
 * @returns the number; {@link notANumber}, with nothing read, when more than a number stands there
 */
export function readNumber(reader: Reader): unknown {
  const { text, at: start } = reader;
  const plain = readPlain(reader);
  if (plain !== undefined) return plain;
  let end = start;
  while (isNumeral(text, end)) end += 1;
  const literal = text.slice(start, end);
  if (/^[+-]?(?:Infinity|inf)$/.test(literal)) return readNonFinite(reader, literal);
  if (end < text.length && !isAfterNumber(text, end)) return notANumber;
  const cut = end === text.length;
  if (json.test(literal)) return keep(reader, literal, literal, cut);
  const other = plainNumber(literal);
  if (other !== undefined && !reader.exact) {
    const value = keep(reader, literal, other, cut);
    mend(reader, "number_form", start, literal, value);
    return value;
  }
  if (!cut || reader.exact) return notANumber;
  return keepCutOff(reader, literal);
}

/** Reads a number without an exponent in JSON's form that a comma or a bracket follows; `undefined` when it is another. */
function readPlain(reader: Reader): number | undefined {
  const { text, at: start } = reader;
  const whole = text.charCodeAt(start) === char.minus ? start + 1 : start;
  const point = digitsEnd(text, whole);
  const length = point - whole;
  if (length === 0 || length > 15 || (length > 1 && text.charCodeAt(whole) === char.zero)) return undefined;
  const end = text.charCodeAt(point) === char.dot ? digitsEnd(text, point + 1) : point;
  if (end === point + 1) return undefined;
  const next = text.charCodeAt(end);
  if (next !== char.comma && next !== char.curlyClose && next !== char.squareClose) return undefined;
  reader.at = end;
  const value = Number(text.slice(start, end));
  if (end > point && text.charCodeAt(end - 1) === char.zero)
    reader.spelt.set(pointerOf(reader), text.slice(start, end));
  return value;
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON spelling of a number in another form. */
function plainNumber(literal: string): string | undefined {
  const hex = /^([+-]?)(0[xXoObB][0-9a-fA-F]+)n?$/.exec(literal);
  if (hex !== null) {
    const [, sign = "", digits = ""] = hex;
    if (/^0(?:x[0-9a-f]+|o[0-7]+|b[01]+)$/i.test(digits) && digits.length < 1000)
      return `${sign.replace("+", "")}${BigInt(digits)}`;
    return undefined;
  }
  const parts = /^([+-]?)(0|[1-9][\d_]*)?(?:\.(\d*))?([eE][+-]?\d+)?n?$/.exec(literal);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = ""] = parts;
  if ((whole === "" && fraction === "") || whole.endsWith("_")) return undefined;
  const digits = whole.replaceAll("_", "") || "0";
  return `${sign.replace("+", "")}${digits}${fraction === "" ? "" : `.${fraction}`}${exponent}`;
}

/** Takes a number in JSON's form, exactly or by policy. */
function keep(reader: Reader, literal: string, plain: string, cut: boolean): unknown {
  const { at: start } = reader;
  const end = start + literal.length;
  const value = exactly(reader, plain, start, end);
  if (typeof value === "number" && String(value) !== literal) reader.spelt.set(pointerOf(reader), literal);
  reader.at = end;
  if (cut) {
    reader.open.push(pointerOf(reader));
    mend(reader, "truncated", end, literal, value);
  }
  return value;
}

function exactly(reader: Reader, plain: string, start: number, end: number): unknown {
  const number = Number(plain);
  if (!Number.isFinite(number)) {
    fault(reader, "big_number", `not JSON: no number is as large as ${plain.slice(0, 40)}`, start, end);
    return null;
  }
  if (Number.isSafeInteger(number) || /[.eE]/.test(plain)) return number;
  const read = readInteger(plain, reader.options.bigIntegers);
  if (read.kind === "refused") fault(reader, "big_integer", `not to be read: ${read.message}`, start, end);
  if (read.kind === "bent") mend(reader, "big_integer", start, plain, read.value);
  return read.value;
}

/** A number that the end of the text cut off: as much of it as is a number, or nothing. */
function keepCutOff(reader: Reader, literal: string): unknown {
  const part = /^-?(?:0|[1-9]\d*)(?:\.\d+)?/.exec(literal)?.[0];
  if (part === undefined || !/^(?:\.|\.?[eE][+-]?)?$/.test(literal.slice(part.length))) {
    if (literal !== "-" && literal !== "+") return notANumber;
  }
  const value = part === undefined ? undefined : Number(part);
  reader.open.push(pointerOf(reader));
  mend(reader, part === undefined ? "truncated_member" : "truncated", reader.at, literal, value ?? null);
  reader.at = reader.text.length;
  return value;
}

/** Reads `NaN` or an infinity, by policy. */
export function readNonFinite(reader: Reader, literal: string): unknown {
  const { at: start } = reader;
  const { nonFinite } = reader.options;
  reader.at += literal.length;
  if (nonFinite === "refuse") {
    const message = `not JSON: ${literal} is no number that JSON knows (write a number or null)`;
    fault(reader, "non_finite", message, start, reader.at, "a number or null");
    return null;
  }
  const value = nonFinite === "text" ? literal : null;
  mend(reader, "non_finite", start, literal, value);
  return value;
}

function isNumeral(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isDigit(code) || code === char.dot || code === char.plus || code === char.minus || (isWord(code) && code < 0x7f)
  );
}

function isAfterNumber(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === char.space || text.charCodeAt(at) === char.tab) at += 1;
  return at >= text.length || /[,}\])\s"'/#<;:]/.test(text.charAt(at)) || at > end;
}
