/** Converts the forms of older drafts of JSON Schema that have one reading in 2020-12. */
import type { JsonSchema } from "@helve/core";
import { isObject, withoutUndefined } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { dependentKeywords, positionalItems, toDraft2020 } from "../schema-drafts.ts";

/** Converts a schema of an older draft, by its `$schema`. A `$schema` that is no draft of json-schema.org is removed. */
export function withCurrentDraft(root: JsonSchema): JsonSchema {
  const { $schema } = root;
  if ($schema === undefined) return root;
  if (typeof $schema === "string") {
    if (/json-schema\.org\/draft-0[3-7]\/schema/.test($schema)) {
      return toDraft2020({ ...root, $schema: "http://json-schema.org/draft-07/schema#" });
    }
    if (/^https?:\/\/(?:json-schema|spec\.openapis)\.org\//.test($schema)) return root;
  }
  const { $schema: _, ...others } = root;
  return others;
}

/** Converts the keywords of one schema that have an older form; returns the same schema if it has no such keyword. */
export function currentForm(schema: JsonSchema): JsonSchema {
  return conversions.reduce((converted, convert) => convert(converted), schema);
}

type Conversion = (schema: JsonSchema) => JsonSchema;

/** A list in `items`, with `additionalItems` for the items after it (draft-07). */
const withPrefixItems: Conversion = (schema) => {
  const { items, additionalItems, ...others } = schema as Readonly<Record<string, unknown>>;
  if (!Array.isArray(items)) return schema;
  return {
    ...others,
    ...positionalItems(items, isSchema(additionalItems) || additionalItems === false ? additionalItems : undefined),
  };
};

/** `dependencies` (draft-07). */
const withDependentKeywords: Conversion = (schema) => {
  const { dependencies, ...others } = schema as Readonly<Record<string, unknown>>;
  if (!isObject(dependencies)) return schema;
  const { dependentRequired, dependentSchemas } = dependentKeywords(dependencies);
  return {
    ...others,
    ...withoutUndefined({
      dependentRequired: others["dependentRequired"] ?? dependentRequired,
      dependentSchemas: others["dependentSchemas"] ?? dependentSchemas,
    }),
  };
};

/** `exclusiveMinimum: true` beside `minimum` (draft-04). */
const withExclusiveBounds: Conversion = (schema) => {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = schema as Readonly<
    Record<string, unknown>
  >;
  if (typeof exclusiveMinimum !== "boolean" && typeof exclusiveMaximum !== "boolean") return schema;
  const low = typeof exclusiveMinimum === "boolean" ? undefined : exclusiveMinimum;
  const high = typeof exclusiveMaximum === "boolean" ? undefined : exclusiveMaximum;
  return {
    ...others,
    ...withoutUndefined({
      minimum: exclusiveMinimum === true ? undefined : minimum,
      maximum: exclusiveMaximum === true ? undefined : maximum,
      exclusiveMinimum: exclusiveMinimum === true ? minimum : low,
      exclusiveMaximum: exclusiveMaximum === true ? maximum : high,
    }),
  };
};

/** `required: true` in the schema of a property (draft-03). */
const withRequiredList: Conversion = (schema) => {
  const { required, ...others } = schema as Readonly<Record<string, unknown>>;
  const members = Object.entries(isObject(others["properties"]) ? others["properties"] : {});
  const lifted = members.flatMap(([name, member]) =>
    isSchema(member) && Object(member)["required"] === true ? [name] : [],
  );
  if (typeof required !== "boolean" && lifted.length === 0) return schema;
  const list = Array.isArray(required) ? required : [];
  const names = [...new Set([...list, ...lifted])];
  return { ...others, ...withoutUndefined({ required: names.length > 0 ? names : undefined }) };
};

const conversions: readonly Conversion[] = [
  withPrefixItems,
  withDependentKeywords,
  withExclusiveBounds,
  withRequiredList,
];
