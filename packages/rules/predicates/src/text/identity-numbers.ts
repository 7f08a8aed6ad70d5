/** Finds national identity numbers with check digits or an unmistakable format. */

/** The formats of national identity numbers that have check digits or an unmistakable format: US social security numbers, … */
export const identityNumbers: readonly IdentityNumber[] = [
  {
    what: "a US social security number",
    pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g,
    isValid: isSocialSecurityNumber,
  },
  {
    what: "a US taxpayer number",
    pattern: /(?<![\d-])9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}(?![\d-])/g,
    isValid: () => true,
  },
  {
    what: "a British national insurance number",
    pattern: /\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]\b/g,
    isValid: (number) => !/^(BG|GB|KN|NK|NT|TN|ZZ)/.test(number),
  },
  {
    what: "a Chinese identity number",
    pattern: /(?<!\d)[1-9]\d{5}(?:19|20)\d{9}[\dX](?!\d)/g,
    isValid: isChineseNumber,
  },
  {
    what: "a French social security number",
    pattern: /(?<![\d ])[12][ .]?\d\d[ .]?(?:0[1-9]|1[0-2])[ .]?\d\d[ .]?\d{3}[ .]?\d{3}[ .]?\d\d(?! ?\d)/g,
    isValid: isFrenchNumber,
  },
  {
    what: "a Spanish identity number",
    pattern: /(?<![A-Z\d])(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?![A-Z\d])/g,
    isValid: isSpanishNumber,
  },
  {
    what: "an Italian tax code",
    pattern: /\b[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]\b/g,
    isValid: () => true,
  },
  {
    what: "a Brazilian taxpayer number",
    pattern: /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d\d(?!\d)/g,
    isValid: isBrazilianNumber,
  },
];

/** The format of an identity number that a state assigns to a person. */
export interface IdentityNumber {
  /** The kind of number, with its article: `an Italian tax code`. */
  readonly what: string;
  /** The format; of limited length, so that a search takes linear time. */
  readonly pattern: RegExp;
  /** Whether a number in this format is valid: check digits, ranges that are not assigned. */
  readonly isValid: (number: string) => boolean;
}

/** Whether a US social security number is in an assigned range, and is not a well-known example. */
function isSocialSecurityNumber(number: string): boolean {
  const [area, group, serial] = number.split("-");
  if (area === "000" || area === "666" || number.startsWith("9") || group === "00" || serial === "0000") return false;
  return !["078-05-1120", "219-09-9999", "123-45-6789", "111-11-1111", "333-33-3333"].includes(number);
}

/** Whether the check digit of a Chinese identity number is correct (ISO 7064, mod 11-2). */
function isChineseNumber(number: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return "10X98765432"[sum % 11] === number[17];
}

/** Whether the last two digits of a French social security number are correct (mod 97). */
function isFrenchNumber(number: string): boolean {
  const digits = number.replaceAll(/[ .]/g, "");
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
}

/** Whether the check letter of a Spanish identity number is correct (mod 23). */
function isSpanishNumber(number: string): boolean {
  const digitsAndLetter = number.replaceAll("-", "").replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return (
    Number(digitsAndLetter.slice(0, -1)) > 0 &&
    "TRWAGMYFPDXBNJZSQVHLCKE"[Number(digitsAndLetter.slice(0, -1)) % 23] === digitsAndLetter.at(-1)
  );
}

/** Whether the two check digits of a Brazilian taxpayer number are correct (mod 11). */
function isBrazilianNumber(number: string): boolean {
  const digits = number.replaceAll(/\D/g, "");
  if (new Set(digits).size === 1) return false;
  const check = (length: number): string => {
    const sum = Array.from(digits.slice(0, length)).reduce(
      (all, digit, at) => all + Number(digit) * (length + 1 - at),
      0,
    );
    return String(((sum * 10) % 11) % 10);
  };
  return digits.endsWith(check(9) + check(10));
}
