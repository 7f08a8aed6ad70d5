/** The inputs for deciding whether a call switches Helve off or makes it allow more. */
import type { Predicate, PredicateContext } from "@helve/core";
import type { CallEffects, Policy } from "@helve/predicates";
import type { KeptPlaces } from "./kept-places.ts";
import type { ProtectedPaths } from "./protected-paths.ts";

/** The inputs of the predicate. */
export interface LooseningContext {
  readonly policy: Policy;
  readonly places: KeptPlaces;
  readonly paths: ProtectedPaths;
  /** The predicates that say whether a call changes a protected file. */
  readonly changes: readonly Predicate[];
  /** Is called with the whole texts of files that a call writes; it may be called again with the same. */
  readonly onWritten?: (texts: readonly string[]) => Promise<void>;
}

export interface Reading extends LooseningContext {
  /** The texts of files on the disk. */
  readonly fileText: (path: string) => string | undefined;
  readonly decision: PredicateContext;
  /** How many pieces of code surround the call. */
  readonly depth: number;
  /** Whether the copies that the call makes of files of the session count as written before it. */
  readonly hasCopies?: boolean;
  /** Whether it counts if a piece of code may change a protected file; by default, only what it is known to change does. */
  readonly countsUnknown?: boolean;
}

/** The commands and effects of a call, and the files that the session wrote, including the files of the call itself. */
export interface Calls extends Pick<CallEffects, "commands" | "effects"> {
  readonly files: CallEffects["written"];
}
