import { ownMember, pointerParts } from "../json-pointer.ts";
import type { JsonSchema } from "../json-schema.ts";

/** The value that a local `$ref` (`#`, `#/$defs/Name`) points to; `undefined` if it is not local or there is none. */
export function resolveReference(ref: string, root: JsonSchema): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  return referencePath(ref).reduce<unknown>(ownMember, root);
}

/** The path from the root to the target of a local `$ref`: `["$defs", "Name"]` for `#/$defs/Name`. */
export function referencePath(ref: string): readonly string[] {
  return pointerParts(uriDecoded(ref));
}

/** A `$ref` with its percent-encoding decoded; unchanged if that is invalid. */
function uriDecoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
