import type { JsonSchema } from "@helve/core";
import { isDraft07 } from "../draft.ts";
import { member } from "../place.ts";
import { isSchema, referencePath } from "../subschemas.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { coveredKeywords } from "./keywords.ts";

/**
 * What a local reference names: a place where schemas lie.
 *
 * @returns `undefined` when there is none
 */
export function targetOf(ref: string, root: JsonSchema | CoveredSchema): Subschema | undefined {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  const keywords = coveredKeywords(isDraft07(root));
  const parts = [...referencePath(ref)];
  let at: unknown = root;
  for (let keyword = parts.shift(); keyword !== undefined; keyword = parts.shift()) {
    const how = keywords.get(keyword)?.schemas;
    if (how === undefined || !isSchema(at)) return undefined;
    at = member(at, keyword);
    if (how !== "one" || Array.isArray(at)) at = member(at, parts.shift() ?? "");
  }
  return isSchema(at) || typeof at === "boolean" ? (at as Subschema) : undefined;
}
