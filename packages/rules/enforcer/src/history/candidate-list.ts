/** The earlier steps that a step query of a rule may count, as a list within bounds. */
import { lastIndexWhere } from "@helve/core/internal";
import { type Decimal, decimalOf } from "./decimal.ts";
import type { Candidate } from "./indexed-query.ts";
import { type CandidateRange, RunningTotals } from "./running-totals.ts";

/** The bounds of the candidates that a decision considers. */
export interface Bounds {
  /** The positions from `from` to `to`, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Before this position a candidate only may match: a step that may have reset the query stands there. */
  readonly certainFrom: number;
  /** The earliest time; absent without a limit of time. */
  readonly fromTime?: number;
}

/** Candidates in the order of their positions. */
export class CandidateList {
  readonly candidates: Candidate[] = [];
  readonly totals: RunningTotals = new RunningTotals();
  /** For each candidate, the index of the last one up to it that certainly matches; -1 without any. */
  readonly #lastCertain: number[] = [];
  #areTimesOrdered = true;

  /** Adds a candidate. @param number - what it adds to a sum; absent if nothing is summed */
  add(candidate: Candidate, number?: Decimal | "none"): void {
    const index = this.candidates.length;
    const before = this.candidates.at(-1);
    this.#areTimesOrdered &&=
      candidate.at !== undefined && (before === undefined || (before.at ?? Infinity) <= candidate.at);
    this.candidates.push(candidate);
    this.totals.add(candidate.isCertain, number);
    this.#lastCertain.push(candidate.isCertain ? index : (this.#lastCertain.at(-1) ?? -1));
  }

  /** The range of candidates within bounds; `undefined` if they are no range, because their times are unknown or not in order. */
  range(bounds: Bounds): CandidateRange | undefined {
    if (bounds.fromTime !== undefined && !this.#areTimesOrdered) return undefined;
    const from = this.#firstIndex(({ position }) => position >= bounds.from);
    const { fromTime } = bounds;
    return {
      from:
        fromTime === undefined
          ? from
          : Math.max(
              from,
              this.#firstIndex(({ at = 0 }) => at >= fromTime),
            ),
      to: this.#firstIndex(({ position }) => position >= bounds.to),
      certainFrom: this.#firstIndex(({ position }) => position >= bounds.certainFrom),
    };
  }

  /** The last candidate of a range that may match, and the last that certainly matches. */
  last({ from, to, certainFrom }: CandidateRange): LastCandidates {
    if (from >= to) return { certain: undefined, maybe: undefined };
    const certain = this.#lastCertain[to - 1] ?? -1;
    return {
      certain: certain >= Math.max(from, certainFrom) ? this.candidates[certain] : undefined,
      maybe: this.candidates[to - 1],
    };
  }

  /** The first index from which on a condition holds. */
  #firstIndex(holds: (candidate: Candidate) => boolean): number {
    const { candidates } = this;
    const last = lastIndexWhere(candidates.length, (index) => {
      const candidate = candidates[index];
      return candidate !== undefined && !holds(candidate);
    });
    return last + 1;
  }
}

/** The last candidates of a range. */
export interface LastCandidates {
  readonly certain: Candidate | undefined;
  /** The same as `certain` if no candidate after it may match. */
  readonly maybe: Candidate | undefined;
}

/** Converts a value to a summand of a sum over steps; `undefined` if it can't be added. */
export function summand(value: unknown): Decimal | "none" {
  return typeof value === "number" && Number.isFinite(value) ? decimalOf(value) : "none";
}
