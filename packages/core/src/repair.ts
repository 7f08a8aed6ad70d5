/** One change made to a model's output so that it matches the schema. */
export interface Repair {
  /** The kind of change, a stable identifier: `"fence"`, `"trailing_comma"`, … */
  readonly kind: string;
  /** JSON pointer into the arguments; `""` for all of them. */
  readonly path: string;
  /** Offset in the text, in UTF-16 units, if the text was changed. */
  readonly offset?: number;
  readonly before: unknown;
  readonly after: unknown;
}
