import type { JsonSchema, Repair } from "@helve/core";
import { benderOf } from "./coerce/bend.ts";
import type { CoerceOptions } from "./coerce/bender.ts";
import { settled } from "./coerce/outcome.ts";
import { runOf } from "./coerce/run.ts";

/**
 * Bends a value towards a schema where the intent is beyond doubt: `"42"` for a number, `"[1]"` for a list, one item
 * for a list of them, `null` for an optional property. What can't be bent, or could be in two ways, is left for
 * validation to name.
 *
 * @returns the value, the very same when nothing was bent, and each repair in the order it was made. A repair puts
 *   `after` in the place of `before`; where `after` is `undefined`, the property is taken away. Value and repairs may
 *   share parts
 */
export function coerce(
  value: unknown,
  schema: JsonSchema,
  options: CoerceOptions = {},
): { readonly value: unknown; readonly repairs: readonly Repair[] } {
  try {
    const outcome = benderOf(runOf(value, schema), options).bend(value, schema);
    return outcome.notes.length === 0 ? { value, repairs: [] } : settled(outcome);
  } catch {
    // Too deep, too much to try, or an object that throws when it is read: validation says what is wrong.
    return { value, repairs: [] };
  }
}
