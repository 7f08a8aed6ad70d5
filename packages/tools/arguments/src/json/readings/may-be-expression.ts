/**
 * Whether a text without quotes may be an expression, whose value is not in the text: a name of code, a member, a call, an operator, a
 * placeholder. A plain word is a string.
 *
 * @param key - the key whose value it is: the same word as its value is a variable or a placeholder
 */
export function mayBeExpression(raw: string, key: string | number | undefined): boolean {
  return raw.toLowerCase() === String(key).toLowerCase() || expressions.some((pattern) => pattern.test(raw));
}

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const member = String.raw`${name}(?:(?:\??\.|->|::)${name})*`;
const brackets = String.raw`(?:\(.*\)|\[.*\]|\{.*\})`;
const operand = String.raw`[-!~]?(?:${member}(?:\([^()]*\)|\[[^[\]]*\])?|\d[\d._]*|"[^"]*"|'[^']*')`;
const operator = String.raw`\s*(?:\|\||&&|\?\?|[=!]==?|[<>]=?|\*\*|\+)\s*|\s+[-*/%^|&]\s+`;

const expressions: readonly RegExp[] = [
  // A name of code, a member, a call or an element: `MAX_SIZE`, `os.environ`, `f(x)`, `rows[0]`, `new Date()`.
  new RegExp(String.raw`^(?=.*[_$.([{>:])(?:(?:await|new)\s+)?(?:\[.*\]\.)?${member}${brackets}?$`, "su"),
  // An operator: `-n`, `*rest`, `$NAME`, `not done`, `a + "b"`.
  new RegExp(String.raw`^(?:[-!~*&$]|\*\*|(?:not|await|typeof)\s+)${member}$`, "u"),
  new RegExp(`^${operand}(?:(?:${operator})${operand})+$`, "su"),
  /^(?=.*\sif\s).*\selse\s|^[^?]+\s\?\s.+\s:\s|=>|^lambda\b.*:/s,
  // A tuple, a comprehension, a regular expression.
  /^\([^()]*\)$|^\[(?=.*\sfor\s)(?=.*\sin\s).*\]$|^\/[^/\n]*[\\^$*+?()[\]|][^/\n]*\/[a-z]*$/s,
  // A placeholder.
  /^(?:<[^<>]*>|\$\{.*\}|\{\{.*\}\}|\$\(.*\)|self|this|str|string|int|integer|float|bool|boolean)$/s,
];
