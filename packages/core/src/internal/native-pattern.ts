/**
 * Compiles a regular expression of JavaScript, with the flag `u` if it is valid with it.
 *
 * @throws SyntaxError if it is invalid
 */
export function nativePattern(pattern: string, flags = ""): RegExp {
  try {
    return new RegExp(pattern, `u${flags}`);
  } catch {
    return new RegExp(pattern, flags);
  }
}
