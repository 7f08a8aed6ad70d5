/** Finds the earlier steps of a step query by an index instead of reading all steps. */
import type { Truth } from "@helve/core";

/** The parts of a step that a query reads, by the text of the reference: `step.args.to`. */
export type StepValues = ReadonlyMap<string, unknown>;

/** The part of a step query that does not depend on the current action. */
export interface IndexedQuery {
  /** Queries with equal identities have equal indexes. */
  readonly identity: string;
  matchesTool(tool: string): boolean;
  /** Whether steps that failed match, too: the query reads their status. */
  readonly includesFailed: boolean;
  /** The parts of a step that conditions and sums read, by the text of the reference. */
  readonly paths: ReadonlyMap<string, readonly (string | number)[]>;
  /** The conditions of `where` on the step alone. */
  holdsFor(values: StepValues): Truth;
  /** The key of the step's value in `step.x == args.y`; absent without such a condition, `undefined` if the value is unknown. */
  keyOf?(values: StepValues): string | undefined;
  /** Whether a tool is one of those after `since`; absent without `since`. */
  startsAt?(tool: string): boolean;
  /** The number that a step adds to a sum; absent if it depends on the action, or if nothing is summed. */
  numberOf?(values: StepValues): unknown;
}

/** A step that matches a query as far as the index knows. */
export interface Candidate {
  /** The number of steps before it. */
  readonly position: number;
  /** When it ended; absent if unknown. */
  readonly at?: number;
  /** Whether it certainly matches. A step that timed out may have done nothing. */
  readonly isCertain: boolean;
  readonly values: StepValues;
  readonly tool: string;
}
