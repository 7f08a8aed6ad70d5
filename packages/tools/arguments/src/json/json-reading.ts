/** The result of reading a JSON text: a value with repairs, or issues. */
import type { Issue, Repair } from "@helve/core";

/** The result of reading a JSON text; `value` is `undefined` if there are issues. */
export interface JsonReading {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
  /** The original spelling of numbers that JavaScript prints differently, such as `1.50`, by JSON pointer; absent if not collected. */
  readonly numberSpellings?: ReadonlyMap<string, string>;
}
