/** Computes shares with their confidence intervals, such as 93 % [90, 95]. */
import { wilsonInterval } from "@helve/evals";

/** A share with its confidence interval: a count of a total, and the 95 % limits of the true share (Wilson 1927). */
export interface Share {
  readonly count: number;
  readonly of: number;
  /** From 0 to 1; 0 of nothing. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A share as text: `95.1 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A share as cells of a table: how many of how many, in percent, and its interval. */
export function shareCells({ count, of, share, low, high }: Share): readonly string[] {
  return [`${count} of ${of}`, percent(share), `${percent(low)} – ${percent(high)}`];
}

/** The share of some cases in others. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const { low, high } = wilsonInterval(count, of, 0.95);
  return { count, of, share: rounded(share), low: rounded(low), high: rounded(high) };
}

/** Rounds a share to four decimals. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
