/** The error with which a run ends because a guard or the host says so. */

/** A run has to end, because a guard or the host says so. */
export interface Ending {
  readonly by: "guard" | "host";
  readonly reason: string;
}
