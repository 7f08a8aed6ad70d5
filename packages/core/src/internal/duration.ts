/** Converts durations in rules, such as `5m`, to milliseconds. */
import type { Duration, DurationUnit } from "../program/history.ts";

const unitMilliseconds: Readonly<Record<DurationUnit, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The length of a duration in milliseconds. */
export function milliseconds({ amount, unit }: Pick<Duration, "amount" | "unit">): number {
  return amount * unitMilliseconds[unit];
}
