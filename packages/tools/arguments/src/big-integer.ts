/** Applies the `bigIntegers` policy to integers that a JavaScript number can't hold exactly. */
import type { ResolvedOptions } from "./decode-options.ts";

/** The result of reading an integer: its exact value, a replacement by policy, or a refusal with a message. */
export type IntegerByPolicy =
  | { readonly kind: "exact"; readonly value: number }
  | { readonly kind: "converted"; readonly value: number | string }
  | { readonly kind: "refused"; readonly value: null; readonly message: string };

/**
 * Applies the `bigIntegers` policy to the digits of an integer: an integer that a JavaScript number can't hold exactly
 * becomes a string or the nearest number, or is refused.
 */
export function integerByPolicy(digits: string, policy: ResolvedOptions["bigIntegers"]): IntegerByPolicy {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || isExactValue(digits, value)) return { kind: "exact", value };
  if (policy === "text") return { kind: "converted", value: digits };
  if (policy === "round" && Number.isFinite(value)) return { kind: "converted", value };
  const excerpt = digits.length <= 40 ? digits : `${digits.slice(0, 40)}…`;
  return {
    kind: "refused",
    value: null,
    message: `a JavaScript number can't hold ${excerpt} exactly (write it as a string, in quotes)`,
  };
}

/** Whether a number has exactly the value of the digits; never with more than 309 digits. */
function isExactValue(digits: string, value: number): boolean {
  if (String(value) === digits) return true;
  return digits.length <= 310 && Number.isFinite(value) && BigInt(digits) === BigInt(value);
}
