import type { JsonSchema } from "@helve/core";

/** The types of schemas as one text, `"string | null"`, and the first description. */
export function schemaText(schemas: readonly JsonSchema[]): { readonly detail: string; readonly description: string } {
  const values = valuesOf(schemas).map((value) => JSON.stringify(value));
  const types = schemas.flatMap(({ type }) => type ?? []);
  const names = [...new Set(values.length > 0 ? values : types)];
  const description = schemas.find((schema) => schema.description !== undefined)?.description ?? "";
  return { detail: names.slice(0, maxNames).join(" | ") + (names.length > maxNames ? " | …" : ""), description };
}

const maxNames = 12;

/** The values that schemas list; of `boolean`, both. */
export function valuesOf(schemas: readonly JsonSchema[]): readonly unknown[] {
  return schemas.flatMap((schema) => {
    if (schema.const !== undefined) return [schema.const];
    if (schema.enum !== undefined) return schema.enum;
    return schema.type === "boolean" ? [true, false] : [];
  });
}
