/** Running totals over the steps of a query, so that a sum over any range takes constant time. */
import { type Decimal, minus, numberOf, plus, zero } from "./decimal.ts";
import { anyNumber, type Interval, intervalValue } from "./uncertain-value.ts";

/** Totals over the first candidates of a query, from which the totals of any range of candidates follow by subtraction. */
interface Totals {
  readonly certain: number;
  /** The sums of the positive and of the negative numbers, of all candidates and of those that are not certain. */
  readonly positive: Decimal;
  readonly negative: Decimal;
  readonly positiveMaybe: Decimal;
  readonly negativeMaybe: Decimal;
  readonly negatives: number;
  /** How many have no number. */
  readonly numberless: number;
}

const none: Totals = {
  certain: 0,
  positive: zero,
  negative: zero,
  positiveMaybe: zero,
  negativeMaybe: zero,
  negatives: 0,
  numberless: 0,
};

/** A range of candidates by their indexes, `to` exclusive: up to `certainFrom` even the certain ones only may match. */
export interface CandidateRange {
  readonly from: number;
  readonly to: number;
  readonly certainFrom: number;
}

/** Counts and sums over any range of candidates, in time independent of its length. */
export class RunningTotals {
  readonly #totals: Totals[] = [none];

  /** Adds the next candidate. @param number - what it adds to a sum; absent if nothing is summed */
  add(isCertain: boolean, number: Decimal | "none" | undefined): void {
    const last = this.#totals.at(-1) ?? none;
    const certain = last.certain + (isCertain ? 1 : 0);
    if (number === undefined) this.#totals.push({ ...last, certain });
    else if (number === "none") this.#totals.push({ ...last, certain, numberless: last.numberless + 1 });
    else if (number.digits < 0n) {
      const negative = plus(last.negative, number);
      const negativeMaybe = isCertain ? last.negativeMaybe : plus(last.negativeMaybe, number);
      this.#totals.push({ ...last, certain, negative, negativeMaybe, negatives: last.negatives + 1 });
    } else {
      const positive = plus(last.positive, number);
      const positiveMaybe = isCertain ? last.positiveMaybe : plus(last.positiveMaybe, number);
      this.#totals.push({ ...last, certain, positive, positiveMaybe });
    }
  }

  /** How many candidates of a range match: at least, and at most. */
  count({ from, to, certainFrom }: CandidateRange): readonly [least: number, most: number] {
    const start = Math.max(from, certainFrom);
    const least = start >= to ? 0 : this.#at(to).certain - this.#at(start).certain;
    return [least, Math.max(0, to - from)];
  }

  /**
   * The sum over a range. A candidate without a number makes it any number; a negative number makes it unlimited above, so that
   * nobody gets below a limit by a negative amount.
   */
  sum({ from, to, certainFrom }: CandidateRange): number | Interval {
    if (from >= to) return 0;
    const [first, last] = [this.#at(from), this.#at(to)];
    if (last.numberless > first.numberless) return anyNumber;
    const start = Math.min(Math.max(from, certainFrom), to);
    const boundary = this.#at(start);
    const maybePositive = plus(
      minus(boundary.positive, first.positive),
      minus(last.positiveMaybe, boundary.positiveMaybe),
    );
    const maybeNegative = plus(
      minus(boundary.negative, first.negative),
      minus(last.negativeMaybe, boundary.negativeMaybe),
    );
    const all = plus(minus(last.positive, first.positive), minus(last.negative, first.negative));
    const certain = minus(minus(all, maybePositive), maybeNegative);
    const high = last.negatives > first.negatives ? Infinity : numberOf(plus(certain, maybePositive));
    return intervalValue(numberOf(plus(certain, maybeNegative)), high);
  }

  #at(index: number): Totals {
    return this.#totals[index] ?? none;
  }
}
