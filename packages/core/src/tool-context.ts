/**
 * The second argument of a tool's `execute`.
 *
 * Other packages add properties by declaration merging:
 *
 * ```ts
 * declare module "@helve/core" {
 *   interface ToolContext {
 *     readonly user?: User;
 *   }
 * }
 * ```
 */
export interface ToolContext {
  /** Aborted when the caller cancels or the timeout ends; a tool that waits should listen to it. */
  readonly signal: AbortSignal;
  /** The id of the action that is running. */
  readonly actionId: string;
  /**
   * The same for each attempt of the call, and for no other call: a service that does the work once for each key may be called again. In a
   * session with an id that a later process uses again, it is the same there. Absent if the host has none.
   */
  readonly idempotencyKey?: string;
  /** Reports the progress of a long run to observers. */
  progress(update: unknown): void;
}
