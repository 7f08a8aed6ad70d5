/** One change made to what the model sent so that it fits. */
export interface Repair {
  /** What kind of change, as a stable word: `"fence"`, `"trailing_comma"`, … */
  readonly kind: string;
  /** Where, as a JSON pointer into the arguments; `""` is the whole. */
  readonly path: string;
  /** Where in the text, in UTF-16 units, when the change was made there. */
  readonly offset?: number;
  readonly before: unknown;
  readonly after: unknown;
}
