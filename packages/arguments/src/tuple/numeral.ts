import { quote } from "@helve/core/internal";

import type { Fault } from "./literal.ts";

/** How many characters a numeral may have: as many as CPython reads of an integer's digits. */
const longest = 4300;

const decimal = /^(?:0(?:_?0)*|[1-9](?:_?\d)*)$/;
const based = /^0(?:[xX](?:_?[\dA-Fa-f])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)$/;
const floating = /^(?:\d(?:_?\d)*)?(?:\.(?:\d(?:_?\d)*)?)?(?:[eE][+-]?\d(?:_?\d)*)?$/;

/**
 * Reads a number without a sign as Python writes it (Python reference, §2.4.4): `1_000`, `0x1F`, `.5`, `1e5`.
 *
 * @returns an integer as a `bigint` when no `number` holds it exactly; a float that is too large as infinity
 */
export function readNumeral(image: string): number | bigint | Fault {
  if (image.length > longest) return tooLong(image);
  const written = image.replaceAll("_", "");
  if (decimal.test(image) || based.test(image)) {
    const value = Number(written);
    return Number.isSafeInteger(value) ? value : BigInt(written);
  }
  if (/^[\d_]+$/.test(image)) return badInteger(image);
  if (floating.test(image)) return Number(written);
  if (/^[\d_.]+(?:[eE][+-]?[\d_]+)?[jJ]$/.test(image)) return complex(image);
  return badNumber(image);
}

const start = /\.?\d[\w.]*/y;
const rest = /[\w.]*/y;

/**
 * The run of characters at an offset that looks like a number, right or not.
 *
 * @returns `undefined` when none begins there
 */
export function numeralAt(text: string, offset: number): string | undefined {
  start.lastIndex = offset;
  if (!start.test(text)) return undefined;
  let end = start.lastIndex;
  while (/[eE]/.test(text.charAt(end - 1)) && /[+-]/.test(text.charAt(end)) && !text.startsWith("0x", offset)) {
    rest.lastIndex = end + 1;
    rest.test(text);
    end = rest.lastIndex;
  }
  return text.slice(offset, end);
}

function tooLong(image: string): Fault {
  const expected = `at most ${longest} digits`;
  return { code: "number", message: `a number has ${expected} (got ${image.length})`, expected };
}

function badInteger(image: string): Fault {
  const message = /__|_$/.test(image)
    ? `${quote(image)} is no number: each "_" stands between two digits`
    : `${quote(image)} begins with a zero: write the number without it, or a text in quotes`;
  return { code: "number", message, expected: "a number" };
}

function complex(image: string): Fault {
  const message = `${quote(image)} is a complex number, which JSON does not have`;
  return { code: "complex", message, expected: "a number" };
}

function badNumber(image: string): Fault {
  const message = `${quote(image)} is no number: write a text in quotes`;
  return { code: "number", message, expected: "a number" };
}
