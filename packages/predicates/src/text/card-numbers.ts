import { hasLuhnDigit } from "./luhn.ts";

/** Which beginnings and lengths the numbers of payment cards have. */
const issuers: readonly { readonly begins: RegExp; readonly lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [13, 16, 19] }, // Visa
  { begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { begins: /^3[47]/, lengths: [15] }, // American Express
  { begins: /^(6011|64[4-9]|65)/, lengths: [16, 19] }, // Discover
  { begins: /^(30[0-5]|36|38|39)/, lengths: [14, 16, 19] }, // Diners Club
  { begins: /^35(2[89]|[3-8])/, lengths: [16, 19] }, // JCB
  { begins: /^62/, lengths: [16, 17, 18, 19] }, // UnionPay
  { begins: /^(50|5[6-8]|6304|6759|676[1-3])/, lengths: [16, 18, 19] }, // Maestro
];

/** Whether some digits are the number of a payment card: of an issuer's length, and right by its check digit. */
export function isCardNumber(digits: string): boolean {
  return (
    issuers.some(({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits)) &&
    !/^(\d)\1*$/.test(digits) &&
    hasLuhnDigit(digits)
  );
}
