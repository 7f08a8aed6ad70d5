import { member } from "./json-path.ts";
import { isSchema as isObject } from "./json-schema.ts";

/** Whether two values are the same JSON, own properties only. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(member(a, key), member(b, key)))
  );
}

/** The test whether a value is one of some. */
export function isAmong(choices: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(choices.filter((choice) => typeof choice !== "object" || choice === null));
  const others = choices.filter((choice) => !plain.has(choice));
  if (others.length > 0) return (value) => plain.has(value) || others.some((choice) => equal(choice, value));
  const [only] = plain;
  return plain.size === 1 ? (value) => value === only : (value) => plain.has(value);
}

/** Whether a number is a multiple of another, both as the decimals that JSON writes: 0.3 is one of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [number, divisor] = [decimal(value), decimal(of)];
  const exponent = Math.min(number.exponent, divisor.exponent);
  return scaled(number, exponent) % scaled(divisor, exponent) === 0n;
}

/** A number as digits and a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(number: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** The last item of a list that was there before, and where. */
export function twiceIn(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const [plain, others] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let twice: { readonly i: number; readonly j: number } | undefined;
  for (const [i, item] of list.entries()) {
    const isPlain = typeof item !== "object" || item === null;
    const [places, key] = isPlain ? [plain, item] : [others, textOf(item)];
    const j = places.get(key);
    if (j !== undefined) twice = { i, j };
    places.set(key, i);
  }
  return twice;
}

/** The same text for equal values, and only for these. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, textOf).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`);
  return `{${members.join()}}`;
}

/**
 * The regular expression of a pattern: Unicode, as JSON Schema wants it, where the pattern allows that.
 *
 * @throws SyntaxError when it is none
 */
export function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

/** The string formats that are checked (JSON Schema 2020-12 §7.3); any other is ignored. */
export const formats: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  date,
  time: (text) => time.test(text),
  "date-time": (text) => date(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && time.test(text.slice(11)),
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
};

/** RFC 3339, with a zone. */
const time = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function date(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}
