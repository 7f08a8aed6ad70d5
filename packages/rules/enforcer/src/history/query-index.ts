import type { Step, StepStatus, Truth } from "@helve/core";
import { type Bounds, CandidateList, summand } from "./candidate-list.ts";
import type { Candidate, IndexedQuery } from "./indexed-query.ts";
import { endOf, readStepPart, statusOf } from "./step-values.ts";

/** The steps of a session that match a query, as far as this does not depend on the action that is decided. */
export class QueryIndex {
  readonly query: IndexedQuery;
  readonly all: CandidateList = new CandidateList();
  /** The candidates by the key of their value, where the query compares it with a value of the action. */
  readonly byKey: Map<string, CandidateList> = new Map();
  /** The candidates whose value is unknown. */
  readonly withoutKey: CandidateList = new CandidateList();
  /** The positions of the steps after `since`: those that succeeded, and those that may have. */
  readonly starts: number[] = [];
  readonly maybeStarts: number[] = [];
  /** Steps that are missing from the snapshot from which the index was restored. */
  readonly forgotten: ForgottenSteps | undefined;

  constructor(query: IndexedQuery, forgotten?: ForgottenSteps) {
    this.query = query;
    this.forgotten = forgotten;
  }

  /** Adds a step that has ended. */
  add(step: Step, position: number): void {
    const status = statusOf(step);
    if (status === "stopped") return;
    const tool = step.action.name;
    if (this.query.startsAt?.(tool) === true && status !== "failed") {
      (status === "success" ? this.starts : this.maybeStarts).push(position);
    }
    const candidate = candidateOf(this.query, step, position, status);
    if (candidate !== undefined) this.addCandidate(candidate);
  }

  addCandidate(candidate: Candidate): void {
    const { keyOf, numberOf } = this.query;
    const number = numberOf === undefined ? undefined : summand(numberOf(candidate.values));
    this.all.add(candidate, number);
    if (keyOf === undefined) return;
    const key = keyOf(candidate.values);
    const list = key === undefined ? this.withoutKey : (this.byKey.get(key) ?? new CandidateList());
    list.add(candidate, number);
    if (key !== undefined) this.byKey.set(key, list);
  }

  /** The bounds that `since` sets, among the steps before a position. */
  boundsSinceStart(to: number): Bounds {
    const from = lastBefore(this.starts, to) ?? 0;
    const maybe = lastBefore(this.maybeStarts, to) ?? -1;
    return { from, to, certainFrom: Math.max(from, maybe) };
  }
}

/** Steps that an index has no data about: those before a position, which ended at a time or before it. */
export interface ForgottenSteps {
  readonly before: number;
  /** Absent if unknown. */
  readonly at?: number;
}

/** The step as a candidate of a query; `undefined` if it can't match. */
export function candidateOf(
  query: IndexedQuery,
  step: Step,
  position: number,
  status: StepStatus | "in_flight" = statusOf(step),
): Candidate | undefined {
  const tool = step.action.name;
  if (status === "stopped" || (status === "failed" && !query.includesFailed)) return undefined;
  if (!query.matchesTool(tool)) return undefined;
  const values = new Map<string, unknown>();
  for (const [text, path] of query.paths) values.set(text, readStepPart(step, path));
  const truth: Truth = query.holdsFor(values);
  if (truth === false) return undefined;
  const isCertain = truth === true && (status === "success" || status === "failed");
  const at = endOf(step);
  return { position, tool, isCertain, values, at };
}

/** The last number of an ascending list that is smaller than a limit. */
function lastBefore(ascending: readonly number[], limit: number): number | undefined {
  return ascending[ascending.length - 1 - countFrom(ascending, limit)];
}

/** How many numbers of an ascending list are not smaller than a limit; most often none or few. */
function countFrom(ascending: readonly number[], limit: number): number {
  let count = 0;
  while (count < ascending.length && (ascending[ascending.length - 1 - count] ?? 0) >= limit) count++;
  return count;
}
