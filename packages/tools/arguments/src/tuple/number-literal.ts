/** Reads Python number literals such as `1_000`, `0x1F` or `1e5`. */
import { quote } from "@helve/core/internal";
import type { Fault } from "./python-value.ts";

/** The maximum length of a number: CPython's limit for the digits of an integer. */
const maxNumberLength = 4300;

const decimal = /^(?:0(?:_?0)*|[1-9](?:_?\d)*)$/;
const based = /^0(?:[xX](?:_?[\dA-Fa-f])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/;
const floating = /^(?:\d(?:_?\d)*)?(?:\.(?:\d(?:_?\d)*)?)?(?:[eE][+-]?\d(?:_?\d)*)?$/;

/**
 * Reads a Python number without a sign (Python reference, §2.4.4): `1_000`, `0x1F`, `.5`, `1e5`.
 *
 * @returns a `bigint` for an integer that a `number` can't hold exactly; infinity for a float that is too large; a fault for
 *   text that is not a number
 */
export function readNumberLiteral(image: string): number | bigint | Fault {
  if (image.length > maxNumberLength) return tooLongFault(image);
  const digits = image.replaceAll("_", "");
  if (decimal.test(image) || based.test(image)) {
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : BigInt(digits);
  }
  if (/^[\d_]+$/.test(image)) return invalidIntegerFault(image);
  if (floating.test(image)) return Number(digits);
  if (/^[\d_.]+(?:[eE][+-]?[\d_]+)?[jJ]$/.test(image)) return complexNumberFault(image);
  return invalidNumberFault(image);
}

const startPattern = /\.?\d[\w.]*/y;
const continuationPattern = /[\w.]*/y;

/**
 * The text at an offset that looks like a number, valid or not.
 *
 * @returns `undefined` if no number starts there
 */
export function numberLiteralAt(text: string, offset: number): string | undefined {
  startPattern.lastIndex = offset;
  if (!startPattern.test(text)) return undefined;
  let end = startPattern.lastIndex;
  while (/[eE]/.test(text.charAt(end - 1)) && /[+-]/.test(text.charAt(end)) && !text.startsWith("0x", offset)) {
    continuationPattern.lastIndex = end + 1;
    continuationPattern.test(text);
    end = continuationPattern.lastIndex;
  }
  return text.slice(offset, end);
}

function tooLongFault(image: string): Fault {
  const expected = `at most ${maxNumberLength} digits`;
  return { code: "number", message: `a number has ${expected} (got ${image.length})`, expected };
}

function invalidIntegerFault(image: string): Fault {
  const message = /__|_$/.test(image)
    ? `${quote(image)} is not a number: each "_" must be between two digits`
    : `${quote(image)} starts with a zero: write the number without it, or a string in quotes`;
  return { code: "number", message, expected: "a number" };
}

function complexNumberFault(image: string): Fault {
  const message = `${quote(image)} is a complex number, which JSON does not have`;
  return { code: "complex", message, expected: "a number" };
}

function invalidNumberFault(image: string): Fault {
  const message = `${quote(image)} is not a number: write a string in quotes`;
  return { code: "number", message, expected: "a number" };
}
