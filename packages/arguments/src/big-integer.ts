import type { ResolvedOptions } from "./options.ts";

/** An integer as it was read: as it is, bent by policy, or refused with what would be right. */
export type ReadInteger =
  | { readonly kind: "exact"; readonly value: number }
  | { readonly kind: "bent"; readonly value: number | string }
  | { readonly kind: "refused"; readonly value: null; readonly message: string };

/**
 * Reads the digits of an integer, with a minus before them or not, by the policy for what no JavaScript number holds.
 */
export function readInteger(digits: string, policy: ResolvedOptions["bigIntegers"]): ReadInteger {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || isExact(digits, value)) return { kind: "exact", value };
  if (policy === "text") return { kind: "bent", value: digits };
  if (policy === "round" && Number.isFinite(value)) return { kind: "bent", value };
  const shown = digits.length <= 40 ? digits : `${digits.slice(0, 40)}…`;
  return { kind: "refused", value: null, message: `no number holds ${shown} exactly (write it as a text, in quotes)` };
}

/** Whether the number is printed with the same digits, or is exactly what they say; more than 309 digits never are. */
function isExact(digits: string, value: number): boolean {
  if (String(value) === digits) return true;
  return digits.length <= 310 && Number.isFinite(value) && BigInt(digits) === BigInt(value);
}
