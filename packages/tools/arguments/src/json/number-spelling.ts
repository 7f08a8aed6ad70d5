/** The JSON spelling of a number, also in a form of another language; `undefined` if the text is not a number. */
export function numberSpelling(literal: string): string | undefined {
  return jsonNumber.test(literal) ? literal : jsonSpelling(literal);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON spelling of a number in a form of another language, `0x1F` as `31`; `undefined` if it is not a number. */
function jsonSpelling(literal: string): string | undefined {
  const hex = /^([+-]?)(0[xXoObB][0-9a-fA-F]+)n?$/.exec(literal);
  if (hex !== null) {
    const [, sign = "", digits = ""] = hex;
    if (/^0(?:x[0-9a-f]+|o[0-7]+|b[01]+)$/i.test(digits) && digits.length < 1000)
      return `${sign.replace("+", "")}${BigInt(digits)}`;
    return undefined;
  }
  const parts = /^([+-]?)(0|[1-9][\d_]*)?(?:\.(\d[\d_]*|))?([eE][+-]?\d+)?n?$/.exec(literal);
  if (parts === null) return undefined;
  const [, sign = "", integer = "", fraction = "", exponent = ""] = parts;
  if ((integer === "" && fraction === "") || integer.endsWith("_") || fraction.endsWith("_")) return undefined;
  const digits = integer.replaceAll("_", "") || "0";
  const decimals = fraction === "" ? "" : `.${fraction.replaceAll("_", "")}`;
  return `${sign.replace("+", "")}${digits}${decimals}${exponent}`;
}
