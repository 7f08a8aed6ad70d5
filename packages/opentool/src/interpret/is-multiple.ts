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
