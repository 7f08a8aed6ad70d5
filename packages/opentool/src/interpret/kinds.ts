import { isSchema } from "../subschemas.ts";

/** The kinds of values that have keywords of their own. */
export interface Kinds {
  readonly number: number;
  readonly string: string;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
}

/** Whether a value is of a kind. */
export const isOfKind: { readonly [K in keyof Kinds]: (value: unknown) => value is Kinds[K] } = {
  // As in JSON, there is no infinite number.
  number: (value): value is number => Number.isFinite(value),
  string: (value) => typeof value === "string",
  array: (value) => Array.isArray(value),
  object: (value) => isSchema(value),
};
