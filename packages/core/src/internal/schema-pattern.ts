import { linearPattern } from "./linear-pattern.ts";
import { nativePattern } from "./native-pattern.ts";

/** The regular expression of a JSON Schema pattern. `toString` identifies it, as it does a `RegExp` for ajv. */
export interface SchemaPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles the regular expression of a JSON Schema pattern: with the `u` flag if the pattern is valid with it.
 *
 * Whoever writes a document must not be able to block the program that uses it, so repetitions that may backtrack for a long time are
 * matched in linear time. With lookarounds and backreferences that is impossible: such a pattern backtracks.
 *
 * @throws SyntaxError if the pattern is invalid
 */
export function schemaPattern(pattern: string): SchemaPattern {
  const native = nativePattern(pattern);
  if (!mayBacktrack(pattern)) return native;
  const linear = linearPattern(pattern);
  if ("problem" in linear) return native;
  return { test: (text) => linear.find(text) !== undefined, toString: () => String(native) };
}

/** Whether a pattern repeats a group, or repeats more than once. */
function mayBacktrack(pattern: string): boolean {
  return /\)[*+{]/.test(pattern) || (pattern.match(/[*+{]/g)?.length ?? 0) > 1;
}
