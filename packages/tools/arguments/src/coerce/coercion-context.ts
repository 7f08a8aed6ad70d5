/** The options and the state that all coercions of one value share. */
import type { Coercion } from "./coercion.ts";
import type { MatchState } from "./match-state.ts";
import type { Subschema } from "./resolve-schema.ts";

/** The options of `coerce`. */
export interface CoerceOptions {
  /**
   * Which spellings of an enum value are accepted: only the `"exact"` one (default), any upper or lower `"case"`, or also a
   * `"prefix"` of exactly one value.
   */
  readonly enums?: "exact" | "case" | "prefix" | undefined;
  /**
   * Reads JSON within a string. By default only valid JSON is read, and only if JavaScript numbers hold its integers
   * exactly.
   *
   * @returns `undefined` if the string is not JSON
   */
  readonly readJson?: ((text: string) => unknown) | undefined;
}

/** The state and the recursive functions of one call of `coerce`, passed to the functions for types, enums and unions. */
export interface CoercionContext {
  readonly state: MatchState;
  readonly enums: CoerceOptions["enums"];
  /** Whether only the changes of providers' formats are undone: names of properties, and nulls for absent ones. */
  readonly wireOnly: boolean;
  /** The value of a string that contains JSON, `undefined` otherwise; cached for each string. */
  readonly jsonFromText: (text: string) => unknown;
  /** Coerces a value and its parts to a schema. */
  readonly coerce: (value: unknown, schema: Subschema) => Coercion;
  /** Coerces a value to several schemas, one after the other. */
  readonly coerceToAll: (value: unknown, schemas: readonly Subschema[]) => Coercion;
}
