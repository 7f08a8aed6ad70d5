/**
 * The regular expression of a pattern: Unicode, as JSON Schema wants it, where the pattern allows that.
 *
 * @throws SyntaxError when it is none
 */
export function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
