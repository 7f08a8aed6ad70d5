/** Keeps a schema from refusing more values after part of it was loosened, as under `not`. */
import type { JsonSchema } from "@helve/core";

/**
 * Adapts keywords that would accept fewer values because a part of the schema accepts more: `not`, `if`, `oneOf`, `maxContains`, and keywords
 * that depend on the members that other keywords name.
 *
 * @param looser - the keywords whose values accept more than before
 * @returns the adapted schema, and the keywords that are ignored now
 */
export function loosened(
  schema: JsonSchema,
  looser: ReadonlySet<string>,
): { readonly schema: JsonSchema; readonly ignored: readonly string[] } {
  const ignored = [
    ...(looser.has("not") ? ["not"] : []),
    ...(looser.has("if") ? ["if", "then", "else"] : []),
    ...(looser.has("contains") ? ["maxContains"] : []),
    ...(looser.has("patternProperties") && schema.additionalProperties !== undefined ? ["additionalProperties"] : []),
    ...(looser.has("prefixItems") && schema["prefixItems"] === undefined ? ["items"] : []),
    "unevaluatedProperties",
    "unevaluatedItems",
  ].filter((keyword) => schema[keyword] !== undefined);
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ignored.includes(keyword)));
  // An object without this keyword accepts only the arguments that it names.
  const opened = looser.has("patternProperties") ? { ...kept, additionalProperties: true } : kept;
  return { schema: looser.has("oneOf") ? withAnyOf(opened) : opened, ignored };
}

/** Replaces `oneOf`, because more of its members may match now. */
function withAnyOf({ oneOf, ...schema }: JsonSchema): JsonSchema {
  if (oneOf === undefined) return schema;
  if (schema.anyOf === undefined) return { ...schema, anyOf: oneOf };
  return { ...schema, allOf: [...(schema.allOf ?? []), { anyOf: oneOf }] };
}
