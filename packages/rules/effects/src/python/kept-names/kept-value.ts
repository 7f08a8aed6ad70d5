/** The JSON form of the values that a Python session keeps. */
import type { Origin } from "../../effects.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction } from "../../engine/ir.ts";
import type { Alternative } from "../../engine/value.ts";

/** A value as JSON. */
export interface KeptValue {
  readonly is: readonly KeptAlternative[];
  readonly mayBeUnknown: boolean;
  readonly from: readonly Origin[];
}

/** An alternative of a value as JSON; a function or class is its source. */
export type KeptAlternative =
  | Extract<Alternative, { readonly kind: "text" | "number" | "constant" | "path" | "library" | "unresolved" }>
  | { readonly kind: "list"; readonly items: readonly KeptValue[]; readonly more: KeptValue | null }
  | { readonly kind: "dict"; readonly entries: KeptFields; readonly more: KeptValue | null }
  | { readonly kind: "function"; readonly source: string; readonly self: KeptValue | null }
  | { readonly kind: "class"; readonly source: string }
  | { readonly kind: "instance"; readonly of: KeptAlternative; readonly fields: KeptFields }
  | { readonly kind: "object"; readonly type: string; readonly fields: KeptFields }
  | { readonly kind: "method"; readonly object: KeptValue; readonly name: string }
  | { readonly kind: "partial"; readonly callee: KeptValue; readonly arguments: readonly KeptArgument[] };

/** The values of fields by their names. */
export type KeptFields = readonly (readonly [name: string, value: KeptValue])[];
/** An argument of a partial function. */
type KeptArgument = readonly [name: string | null, value: KeptValue];

/** A function or class with its source. */
export type Definition = FunctionStatement | ClassStatement | LambdaFunction;
