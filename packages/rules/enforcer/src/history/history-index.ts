import type { Step, Trajectory } from "@helve/core";
import { endedSteps } from "@helve/core/internal";
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

/** What a session's steps were, as far as the queries of a program need it. It grows with the session. */
export class HistoryIndex {
  /** The number of steps, those of the snapshot included. */
  length: number;
  readonly #queries: ReadonlyMap<string, QueryIndex>;
  /** The texts of the steps, if the rules ask where values come from. */
  readonly provenance: ProvenanceIndex | undefined;
  /** Whether all steps have been added whole. */
  isUsable = true;
  /** The number of steps before the first one that was added. */
  readonly base: number;
  /** When the last step ended; absent if the time of one step is not known. */
  #lastAt: number | undefined;

  constructor(queries: readonly IndexedQuery[], earlier?: EarlierSteps, tracesValues = false) {
    this.base = earlier?.steps ?? 0;
    this.length = this.base;
    this.#lastAt = earlier === undefined ? -Infinity : earlier.at;
    this.#queries = new Map(queries.map((query) => [query.identity, restoredQueryIndex(query, earlier)]));
    this.provenance = tracesValues ? restoredProvenance(earlier) : undefined;
  }

  /** Adds a step. One that can't be read makes the index unusable: a part of it would be missing. */
  add(step: Step): void {
    this.isUsable = false;
    for (const index of this.#queries.values()) index.add(step, this.length);
    this.provenance?.add(step);
    this.length++;
    this.isUsable = true;
    const endedAt = endOf(step);
    this.#lastAt = endedAt === undefined || this.#lastAt === undefined ? undefined : Math.max(this.#lastAt, endedAt);
  }

  query(identity: string): QueryIndex | undefined {
    return this.#queries.get(identity);
  }

  /** What is kept of all steps. */
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

/**
 * Finds the index of a session by its last step and moves it forward, so that each step is read once. Only a trajectory whose
 * steps are new objects is read again as a whole.
 */
export class Histories {
  readonly #queries: readonly IndexedQuery[];
  readonly #tracesValues: boolean;
  /** The latest first. Sessions may begin with the same steps. */
  readonly #byStep: WeakMap<Step, IndexedStep[]> = new WeakMap();
  /** The indexes that continue from a snapshot and have no step yet. */
  readonly #bySnapshot: WeakMap<readonly unknown[], { readonly index: HistoryIndex; readonly prompt: string }> =
    new WeakMap();

  /** @param tracesValues - whether the rules ask where values come from */
  constructor(queries: readonly IndexedQuery[], tracesValues: boolean) {
    this.#queries = queries;
    this.#tracesValues = tracesValues;
  }

  /**
   * @param kept - the snapshots from which the session continues
   * @param prompt - what the user asks for: another prompt may be that of another session, whose values come from elsewhere
   */
  view(trajectory: Trajectory, kept: readonly unknown[] | undefined, prompt: string): HistoryView {
    const ended = endedSteps(trajectory);
    const asked = this.#tracesValues ? prompt : "";
    const { index, from } = this.#find(trajectory, ended, kept, asked);
    for (let at = from; at < ended; at++) {
      const step = trajectory[at];
      if (step === undefined) continue;
      index.add(step);
      const read = { index, position: at, first: trajectory[0], previous: trajectory[at - 1], kept, prompt: asked };
      this.#byStep.set(step, [read, ...(this.#byStep.get(step) ?? [])].slice(0, mostIndexes));
    }
    return { index, length: index.base + ended, inFlight: trajectory.slice(ended) };
  }

  /** What is kept of the steps of a trajectory that have ended. */
  snapshot(trajectory: Trajectory, kept: readonly unknown[] | undefined): HistorySnapshot {
    const last = trajectory.findLast(({ inFlight }) => inFlight !== true);
    const [latest] = (last && this.#byStep.get(last)) ?? [];
    const { index, length } = this.view(trajectory, kept, latest?.prompt ?? "");
    if (index.length === length) return index.snapshot();
    // The session has gone on since.
    const fresh = new HistoryIndex(this.#queries, readSnapshots(kept), this.#tracesValues);
    for (const step of trajectory.slice(0, length - index.base)) fresh.add(step);
    return fresh.snapshot();
  }

  /** The index that has read the first steps of a trajectory, and how many of them. */
  #find(
    trajectory: Trajectory,
    ended: number,
    kept: readonly unknown[] | undefined,
    prompt: string,
  ): { readonly index: HistoryIndex; readonly from: number } {
    for (let from = ended; from > 0; from--) {
      const step = trajectory[from - 1];
      const found = (step && this.#byStep.get(step))?.find(
        (one) => one.prompt === prompt && isAt(one, from - 1, trajectory) && areEqual(one.kept, kept),
      );
      if (found === undefined) continue;
      const { index } = found;
      if (!index.isUsable) break;
      // Another session may have continued from this step.
      if (from === ended || index.length === index.base + from) return { index, from };
      break;
    }
    return { index: this.#newIndex(kept, prompt), from: 0 };
  }

  #newIndex(kept: readonly unknown[] | undefined, prompt: string): HistoryIndex {
    const found = kept && this.#bySnapshot.get(kept);
    const restored = found?.prompt === prompt ? found.index : undefined;
    if (restored?.isUsable === true && restored.length === restored.base) return restored;
    const index = new HistoryIndex(this.#queries, readSnapshots(kept), this.#tracesValues);
    if (kept !== undefined) this.#bySnapshot.set(kept, { index, prompt });
    return index;
  }
}

/** For how many prompts the index of the same steps is kept. */
const mostIndexes = 4;

/** A step that an index has read. */
interface IndexedStep {
  readonly index: HistoryIndex;
  /** Its place in the trajectory, with the first step and the one before it. */
  readonly position: number;
  readonly first: Step | undefined;
  readonly previous: Step | undefined;
  /** What the user asked for; empty if the rules do not ask where values come from. */
  readonly prompt: string;
  /** The snapshots from which its session continued. */
  readonly kept: readonly unknown[] | undefined;
}

function areEqual(left: readonly unknown[] = [], right: readonly unknown[] = []): boolean {
  return left === right || (left.length === right.length && left.every((item, at) => item === right[at]));
}

function isAt({ position, first, previous }: IndexedStep, at: number, trajectory: Trajectory): boolean {
  return position === at && first === trajectory[0] && previous === trajectory[at - 1];
}
