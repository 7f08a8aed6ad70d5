/** Tests values for JSON Schema keywords such as `enum`, `multipleOf`, `pattern` and `format`, for both validators. */
import { ownMember } from "@helve/core/internal";
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

/** Creates a function that tests whether a value equals one of the choices (`enum`, `const`). */
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

/** Splits a number into its decimal digits and exponent: 0.25 is 25 and -2. */
function toDecimal(number: number): DecimalNumber {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Returns the digits of a number for another exponent: 2.5 with the exponent -3 has the digits 2500. */
function scaledDigits({ digits, exponent }: DecimalNumber, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/**
 * Finds duplicate items of a list (`uniqueItems`).
 *
 * @returns the index `i` of the last item that equals an earlier one, and that one's index `j`; `undefined` without
 *   duplicates
 */
export function findDuplicateItems(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const [plain, others] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let duplicate: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const isPlain = typeof item !== "object" || item === null;
    const [lastIndexes, key] = isPlain ? [plain, item] : [others, canonicalText(item)];
    const j = lastIndexes.get(key);
    if (j !== undefined) duplicate = { i, j };
    lastIndexes.set(key, i);
  }
  return duplicate;
}

/** Encodes a JSON value as a string that is the same for equal values, and different for different values. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, canonicalText).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`);
  return `{${members.join()}}`;
}

/**
 * The tests of the supported string formats (JSON Schema 2020-12 §7.3); other formats are ignored. `date-time-local` and
 * `time-local`, without a time zone, are of the OpenAPI Format Registry.
 */
export const formatTests: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  date: isDate,
  time: (text) => timePattern.test(text),
  "time-local": (text) => localTimePattern.test(text),
  "date-time": (text) => isDateTime(text, timePattern),
  "date-time-local": (text) => isDateTime(text, localTimePattern),
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
};

/** A text of each supported format, which messages show. */
export const formatExamples: ReadonlyMap<string, string> = new Map([
  ["date", "2025-04-17"],
  ["time", "12:00:00Z"],
  ["time-local", "12:00:00"],
  ["date-time", "2025-04-17T12:00:00Z"],
  ["date-time-local", "2025-04-17T12:00:00"],
  ["email", "ann@example.com"],
  ["uri", "https://example.com/page"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000"],
  ["ipv4", "192.0.2.1"],
]);

/** RFC 3339, without a zone. */
const localTimePattern = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?$/;

/** RFC 3339, with a zone. */
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a string is a date and a time, separated by a `T` or a space (RFC 3339 §5.6). */
function isDateTime(text: string, time: RegExp): boolean {
  return isDate(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && time.test(text.slice(11));
}

/** Whether a string is a date that exists, such as `2024-02-29`. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
