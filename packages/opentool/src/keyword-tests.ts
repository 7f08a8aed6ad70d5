import { ownMember } from "./json-path.ts";
import { isSchema as isObject } from "./json-schema.ts";

/** Whether two values are equal JSON, own properties only. */
function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(ownMember(a, key), ownMember(b, key)))
  );
}

/** Creates the test whether a value is in a list of values. */
export function membershipTest(choices: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(choices.filter((choice) => typeof choice !== "object" || choice === null));
  const others = choices.filter((choice) => !plain.has(choice));
  if (others.length > 0) return (value) => plain.has(value) || others.some((choice) => jsonEqual(choice, value));
  const [only] = plain;
  return plain.size === 1 ? (value) => value === only : (value) => plain.has(value);
}

/** Whether a number is a multiple of another, computed with exact decimals: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [number, divisor] = [toDecimal(value), toDecimal(of)];
  const exponent = Math.min(number.exponent, divisor.exponent);
  return scaledDigits(number, exponent) % scaledDigits(divisor, exponent) === 0n;
}

/** A number as digits and a power of ten. */
interface DecimalNumber {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(number: number): DecimalNumber {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaledDigits({ digits, exponent }: DecimalNumber, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** The indexes of the last duplicate item of a list and of the item that it equals. */
export function findDuplicateItems(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const [plain, others] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let twice: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const isPlain = typeof item !== "object" || item === null;
    const [places, key] = isPlain ? [plain, item] : [others, canonicalText(item)];
    const j = places.get(key);
    if (j !== undefined) twice = { i, j };
    places.set(key, i);
  }
  return twice;
}

/** The same text for equal values, and only for these. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, canonicalText).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${members.join()}}`;
}

/**
 * The regular expression of a JSON Schema pattern: with the `u` flag if the pattern is valid with it.
 *
 * @throws SyntaxError if the pattern is invalid
 */
export function patternRegExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

/** The tests of the supported string formats (JSON Schema 2020-12 §7.3); other formats are ignored. */
export const formatTests: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  date: isDate,
  time: (text) => timePattern.test(text),
  "date-time": (text) =>
    isDate(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && timePattern.test(text.slice(11)),
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
};

/** RFC 3339, with a zone. */
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
