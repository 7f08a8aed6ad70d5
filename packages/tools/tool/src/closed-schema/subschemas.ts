/** Lists the schemas that apply to the same value as a schema, and those that apply to its members. */
import type { JsonSchema } from "@helve/core";
import { isObject, resolveReference } from "@helve/core/internal";

/** A schema that another schema applies to the same value, as in `allOf`. */
export interface AppliedSchema {
  readonly schema: JsonSchema;
  /** The schema that applies it, and the keyword by which it does. */
  readonly owner?: JsonSchema;
  readonly keyword?: string;
  /** Whether `if` or `oneOf` applies it: if it were stricter, the whole schema could admit more. */
  readonly isCondition: boolean;
  /** Whether it refers to a schema that can't be found. */
  readonly isUnresolved: boolean;
}

/** A schema, and all that it applies to the same value by `$ref`, `allOf`, `anyOf`, `oneOf`, `if` and `dependentSchemas`. */
export function appliedSchemas(schema: JsonSchema, root: JsonSchema): readonly AppliedSchema[] {
  const found = new Map<JsonSchema, AppliedSchema>();
  const add = (value: unknown, origin: Pick<AppliedSchema, "owner" | "keyword" | "isCondition">): void => {
    if (!isObject(value) || found.has(value)) return;
    const target = typeof value["$ref"] === "string" ? resolveReference(value["$ref"], root) : value;
    found.set(value, { ...origin, schema: value, isUnresolved: !isObject(target) || hasOwnBase(value, root) });
    const { isCondition } = origin;
    if (target !== value) add(target, { owner: value, keyword: "$ref", isCondition });
    for (const [keyword, part] of inPlaceSchemas(value)) {
      add(part, { owner: value, keyword, isCondition: isCondition || keyword === "oneOf" || keyword === "if" });
    }
  };
  add(schema, { isCondition: false });
  return [...found.values()];
}

/** Whether references within a schema are relative to its own `$id`, rather than to the root. */
export function hasOwnBase(schema: JsonSchema, root: JsonSchema): boolean {
  return schema !== root && schema["$id"] !== undefined;
}

/** Whether a schema only refers to another one, besides texts and a default. */
export function isPlainReference(schema: JsonSchema): boolean {
  return (
    typeof schema.$ref === "string" &&
    inPlaceSchemas(schema).length === 0 &&
    !["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"].some((keyword) =>
      Object.hasOwn(schema, keyword),
    )
  );
}

/** The schemas in a schema's keywords that apply to the same value, each with its keyword. */
function inPlaceSchemas(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  return ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"].flatMap((keyword) =>
    schemasIn(keyword, schema).map(([, part]) => [keyword, part] as const),
  );
}

/**
 * The schemas in a schema's keywords that apply to the members of a value, each with a key that is the same for schemas of the
 * same members. Without the schemas of `contains` and `propertyNames`.
 */
export function memberSchemas(schema: JsonSchema): readonly (readonly [string, unknown])[] {
  return [
    ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
    ...["items", "prefixItems", "additionalItems", "unevaluatedItems"],
  ].flatMap((keyword) => schemasIn(keyword, schema).map(([name, member]) => [`${keyword}/${name}`, member] as const));
}

const mapKeywords = new Set(["properties", "patternProperties", "dependentSchemas", "dependencies"]);

/** The schemas in one keyword, which contains one schema, a list or a map, each with its name or index. */
function schemasIn(keyword: string, schema: JsonSchema): readonly (readonly [string, unknown])[] {
  const value = schema[keyword];
  if (Array.isArray(value) || (mapKeywords.has(keyword) && isObject(value))) return Object.entries(value);
  return isObject(value) ? [["", value]] : [];
}
