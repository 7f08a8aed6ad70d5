import { isObject } from "@helve/core/internal";

/** The members of a JSON object. Its names come from outside: read none but those of a fixed spelling. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a schema, or what stands beside it, in a wrapper: `{schema, description, required}`. */
export function isWrapper(value: unknown): value is Fields & { readonly schema: Fields } {
  return isObject(value) && isObject(value["schema"]) && value["type"] === undefined && value["$ref"] === undefined;
}

/** A map's entry as an item of a list: with the name first, in place of one that it may have itself. */
export function named(name: string, { name: _, ...entry }: Fields): Fields {
  return { name, ...entry };
}
