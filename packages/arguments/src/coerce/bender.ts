import type { Outcome } from "./outcome.ts";
import type { Run } from "./run.ts";
import type { Subschema } from "./shape.ts";

/** How far values are bent. */
export interface CoerceOptions {
  /**
   * How spellings of an enum's values may differ: not at all (`"exact"`, the default), in case, or also in being the
   * start of just one.
   */
  readonly enums?: "exact" | "case" | "prefix" | undefined;
  /**
   * Reads JSON that stands within a text; `JSON.parse` by default.
   *
   * @returns `undefined` when the text is none
   */
  readonly readJson?: ((text: string) => unknown) | undefined;
}

/** What it takes to bend a value and its parts. */
export interface Bender {
  readonly run: Run;
  readonly enums: CoerceOptions["enums"];
  /** What a text says that is JSON; each text is read once. */
  readonly jsonIn: (text: string) => unknown;
  readonly bend: (value: unknown, schema: Subschema) => Outcome;
  /** Bends a value towards all of some schemas, one after the other. */
  readonly bendToAll: (value: unknown, schemas: readonly Subschema[]) => Outcome;
}
