import { didYouMean, isObject } from "@helve/core/internal";

/**
 * Throws a TypeError if the options are not an object, or if one of their names is unknown: a misspelled option would have no effect.
 *
 * @param what - what they are options of, with its article: `an adapter`
 */
export function checkOptions(options: unknown, names: readonly string[], what: string): void {
  if (!isObject(options)) throw new TypeError(`the options of ${what} must be an object`);
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const texts = unknown.map((name) => `"${name}" is not an option of ${what}${didYouMean(name, names)}`);
  throw new TypeError(texts.join("; "));
}
