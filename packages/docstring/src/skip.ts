/** The end of a sticky pattern's match at `at`, or `at` itself when it does not match. */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
