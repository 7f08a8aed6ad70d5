/** The result of one check of `helve hook doctor`. */

/** One thing that `helve hook doctor` has checked. */
export interface Check {
  readonly ok: boolean;
  /** The result, or the problem and how to solve it. */
  readonly text: string;
}
