/** Compares a parsed value with the intended one: right, refused or wrong. */
import { isDeepStrictEqual } from "node:util";

/** The result of reading a text: the intended value, nothing, or another value. */
export type Outcome = "right" | "refused" | "wrong";

/** The result of a reader; `undefined` if it throws. */
export function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Whether two values are the same JSON. Some libraries make objects without a prototype, which JSON does not show. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
