/** Whether the last of some digits is their check digit by ISO/IEC 7812-1 (Luhn). */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.at(-1 - at));
    const twice = digit * 2;
    sum += at % 2 === 0 ? digit : twice - (twice > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
}
