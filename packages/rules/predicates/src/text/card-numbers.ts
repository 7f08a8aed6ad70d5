/** Whether digits are the number of a payment card: an issuer's prefix and length, and a correct check digit. */
export function isCardNumber(digits: string): boolean {
  return (
    issuers.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
    !/^(\d)\1*$/.test(digits) &&
    hasLuhnDigit(digits)
  );
}

/** The prefixes and lengths of the card numbers of each issuer. */
const issuers: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19] }, // Discover
  { prefix: /^(30[0-5]|36|38|39)/, lengths: [14, 16, 19] }, // Diners Club
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 19] }, // JCB
  { prefix: /^62/, lengths: [16, 17, 18, 19] }, // UnionPay
  { prefix: /^(50|5[6-8]|6304|6759|676[1-3])/, lengths: [16, 18, 19] }, // Maestro
];

/** Whether the last digit is the correct check digit of the others by the Luhn algorithm (ISO/IEC 7812-1). */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled - (doubled > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
}
