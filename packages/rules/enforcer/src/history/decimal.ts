/** Exact arithmetic on numbers as they are written, so that 0.1 + 0.2 is 0.3 and sums don't depend on their order. */

/** The number `digits × 10^-scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

/** Converts a number to a decimal as it is written: `0.1` is exactly one tenth. */
export function decimalOf(value: number): Decimal {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 };
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Returns the number nearest to a decimal. */
export function numberOf({ digits, scale }: Decimal): number {
  return scale === 0 ? Number(digits) : Number(`${digits}e-${scale}`);
}

/** Adds two decimals. */
export function plus(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: scaled(left, scale) + scaled(right, scale), scale };
}

/** Subtracts two decimals. */
export function minus(left: Decimal, right: Decimal): Decimal {
  return plus(left, { digits: -right.digits, scale: right.scale });
}

/** Multiplies two decimals. */
export function times(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}

/** Returns the digits of a decimal at another scale. */
function scaled({ digits, scale }: Decimal, to: number): bigint {
  return to === scale ? digits : digits * 10n ** BigInt(to - scale);
}
