import type { Run } from "../run.ts";
import type { Span } from "../syntax/nodes.ts";
import type { PassedArgument, Value } from "../value.ts";

/** A call of a function that the reading itself understands. */
export interface BuiltinCall {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly passed: readonly PassedArgument[];
  readonly span: Span;
  readonly run: Run;
}

/** What a call gives; `undefined` leaves it to the catalogue. */
export type Builtin = (call: BuiltinCall) => Value | undefined;

/** Functions by their dotted names. */
export type BuiltinTable = readonly (readonly [name: string, builtin: Builtin])[];

/** Gives its first argument. */
export const first: Builtin = ({ positional: [value] }) => value;
