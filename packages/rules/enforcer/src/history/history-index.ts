import type { Step, Trajectory } from "@helve/core";
import { type StepFold, StepFolds } from "@helve/core/internal";
import type { ProvenanceIndex } from "../provenance.ts";
import type { IndexedQuery } from "./indexed-query.ts";
import type { QueryIndex } from "./query-index.ts";
import {
  type EarlierSteps,
  type HistorySnapshot,
  historySnapshot,
  readSnapshots,
  restoredProvenance,
  restoredQueryIndex,
} from "./snapshot.ts";
import { endOf } from "./step-values.ts";

/** An index of a session's steps for the queries of a program. It grows with the session. */
export class HistoryIndex implements StepFold {
  /** The number of steps that were added. */
  added = 0;
  readonly #queries: ReadonlyMap<string, QueryIndex>;
  /** The texts of the steps, if the rules ask where values come from. */
  readonly provenance: ProvenanceIndex | undefined;
  /** The number of steps before the first one that was added. */
  readonly base: number;
  /** When the last step ended; absent if the time of one step is not known. */
  #lastAt: number | undefined;

  constructor(queries: readonly IndexedQuery[], earlier?: EarlierSteps, tracesValues = false) {
    this.base = earlier?.steps ?? 0;
    this.#lastAt = earlier === undefined ? -Infinity : earlier.at;
    this.#queries = new Map(queries.map((query) => [query.identity, restoredQueryIndex(query, earlier)]));
    this.provenance = tracesValues ? restoredProvenance(earlier) : undefined;
  }

  /** The number of steps, including the steps of the snapshot. */
  get length(): number {
    return this.base + this.added;
  }

  add(step: Step): void {
    for (const index of this.#queries.values()) index.add(step, this.length);
    this.provenance?.add(step);
    this.added++;
    const endedAt = endOf(step);
    this.#lastAt = endedAt === undefined || this.#lastAt === undefined ? undefined : Math.max(this.#lastAt, endedAt);
  }

  query(identity: string): QueryIndex | undefined {
    return this.#queries.get(identity);
  }

  /** Returns a snapshot of all steps. */
  snapshot(): HistorySnapshot {
    const at = Number.isFinite(this.#lastAt) ? this.#lastAt : undefined;
    return historySnapshot(this.#queries.values(), { steps: this.length, at }, this.provenance);
  }
}

/** The history of a session at the moment of a decision. */
export interface HistoryView {
  readonly index: HistoryIndex;
  /** The number of steps that had ended. */
  readonly length: number;
  readonly inFlight: readonly Step[];
}

/** The indexes of the sessions that a program decides about. */
export class Histories {
  readonly #queries: readonly IndexedQuery[];
  readonly #tracesValues: boolean;
  readonly #indexes: StepFolds<SessionIndex> = new StepFolds();

  /** @param tracesValues - whether the rules ask where values come from */
  constructor(queries: readonly IndexedQuery[], tracesValues: boolean) {
    this.#queries = queries;
    this.#tracesValues = tracesValues;
  }

  /**
   * @param kept - the snapshots from which the session continues
   * @param prompt - the user's request: another prompt may belong to another session, whose values come from other sources
   */
  view(trajectory: Trajectory, kept: readonly unknown[] | undefined, prompt: string): HistoryView {
    const asked = this.#tracesValues ? prompt : "";
    const index = this.#indexes.of(
      trajectory,
      () => new SessionIndex(asked, kept, this.#queries, this.#tracesValues),
      (known) => known.prompt === asked && areEqual(known.kept, kept),
    );
    return { index, length: index.length, inFlight: trajectory.slice(index.added) };
  }

  /** Returns a snapshot of the ended steps of a trajectory. */
  snapshot(trajectory: Trajectory, kept: readonly unknown[] | undefined): HistorySnapshot {
    const prompt = this.#indexes.latest(trajectory)?.prompt ?? "";
    return this.view(trajectory, kept, prompt).index.snapshot();
  }
}

/** The index of a session: it begins with the snapshots from which the session continues. */
class SessionIndex extends HistoryIndex {
  /** The user's request; empty if the rules do not use provenance. */
  readonly prompt: string;
  readonly kept: readonly unknown[] | undefined;

  constructor(
    prompt: string,
    kept: readonly unknown[] | undefined,
    queries: readonly IndexedQuery[],
    tracesValues: boolean,
  ) {
    super(queries, readSnapshots(kept), tracesValues);
    this.prompt = prompt;
    this.kept = kept;
  }
}

function areEqual(left: readonly unknown[] = [], right: readonly unknown[] = []): boolean {
  return left === right || (left.length === right.length && left.every((item, at) => item === right[at]));
}
