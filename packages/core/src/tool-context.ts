/**
 * What a tool gets beside its arguments.
 *
 * Other packages add slots by declaration merging:
 *
 * ```ts
 * declare module "@helve/core" {
 *   interface ToolContext {
 *     readonly sandbox?: Sandbox;
 *   }
 * }
 * ```
 */
export interface ToolContext {
  /** Aborted when the caller gives up or the time is over; a tool that waits should listen. */
  readonly signal: AbortSignal;
  /** The id of the action that is running. */
  readonly actionId: string;
  /** Tells observers how far a long run has come. */
  progress(update: unknown): void;
}
