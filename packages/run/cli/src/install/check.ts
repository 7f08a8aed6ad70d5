/** One thing that `helve hook doctor` has checked. */
export interface Check {
  readonly ok: boolean;
  /** What is fine, or what is wrong and what to do. */
  readonly text: string;
}
