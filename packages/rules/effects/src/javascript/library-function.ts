import type { Interpreter, Span } from "./interpreter.ts";
import type { Value } from "./value.ts";

/** A call of a function of a library. */
export interface LibraryCall {
  /** Its dotted name: `fs.rmSync`. */
  readonly name: string;
  readonly args: readonly Value[];
  readonly span: Span;
  readonly interpreter: Interpreter;
}
