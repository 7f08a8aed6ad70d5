/** A number that a state gives to a person. */
export interface IdentityNumber {
  /** With its article. */
  readonly what: string;
  /** Of limited length, so that a search takes linear time. */
  readonly form: RegExp;
  /** What the form alone can't tell: check digits, blocks that are not given out. */
  readonly holds: (number: string) => boolean;
}

/** The numbers that can be told from others. A row a kind. */
export const identityNumbers: readonly IdentityNumber[] = [
  { what: "a US social security number", form: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g, holds: isSocialSecurityNumber },
  {
    what: "a US taxpayer number",
    form: /(?<![\d-])9\d\d-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}(?![\d-])/g,
    holds: () => true,
  },
  {
    what: "a British national insurance number",
    form: /\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]\b/g,
    holds: (number) => !/^(BG|GB|KN|NK|NT|TN|ZZ)/.test(number),
  },
  { what: "a Chinese identity number", form: /(?<!\d)[1-9]\d{5}(?:19|20)\d{9}[\dX](?!\d)/g, holds: isChineseIdentity },
  {
    what: "a French social security number",
    form: /(?<![\d ])[12][ .]?\d\d[ .]?(?:0[1-9]|1[0-2])[ .]?\d\d[ .]?\d{3}[ .]?\d{3}[ .]?\d\d(?! ?\d)/g,
    holds: isFrenchNumber,
  },
  {
    what: "a Spanish identity number",
    form: /(?<![A-Z\d])(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?![A-Z\d])/g,
    holds: isSpanishNumber,
  },
  {
    what: "an Italian tax code",
    form: /\b[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]\b/g,
    holds: () => true,
  },
  { what: "a Brazilian taxpayer number", form: /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d\d(?!\d)/g, holds: isBrazilianNumber },
];

/** Blocks that were never given out, and numbers that were printed in advertisements. */
function isSocialSecurityNumber(number: string): boolean {
  const [area, group, serial] = number.split("-");
  if (area === "000" || area === "666" || number.startsWith("9") || group === "00" || serial === "0000") return false;
  return !["078-05-1120", "219-09-9999", "123-45-6789", "111-11-1111", "333-33-3333"].includes(number);
}

function isChineseIdentity(number: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return "10X98765432"[sum % 11] === number[17];
}

function isFrenchNumber(number: string): boolean {
  const digits = number.replaceAll(/[ .]/g, "");
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
}

function isSpanishNumber(number: string): boolean {
  const plain = number.replaceAll("-", "").replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return Number(plain.slice(0, -1)) > 0 && "TRWAGMYFPDXBNJZSQVHLCKE"[Number(plain.slice(0, -1)) % 23] === plain.at(-1);
}

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
