import type { BusyTime } from "./calendar-service.ts";
import { addDays, instantOf, wallOf } from "./zoned-time.ts";

/** The times between busy times that are long enough, day by day. */
export function freeTimes(busy: readonly BusyTime[], query: FreeTimeQuery): readonly BusyTime[] {
  const { from, to, minutes, dayStart, dayEnd, timeZone } = query;
  const sorted = busy.toSorted((a, b) => a.start - b.start);
  const free: BusyTime[] = [];
  const lastDay = dateOf(to - 1, timeZone);
  for (let day = dateOf(from, timeZone); day <= lastDay; day = addDays(day, 1)) {
    const midnight = Date.parse(`${day}T00:00Z`);
    let start = Math.max(from, instantOf(midnight + dayStart * 60_000, timeZone));
    const end = Math.min(to, instantOf(midnight + dayEnd * 60_000, timeZone));
    const add = (until: number): void => {
      if (until - start >= minutes * 60_000) free.push({ start, end: until });
    };
    for (const each of sorted) {
      if (each.end <= start || each.start >= end) continue;
      add(each.start);
      start = Math.max(start, each.end);
    }
    add(end);
  }
  return free;
}

/** The conditions for free times. */
export interface FreeTimeQuery {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Milliseconds since 1970; exclusive. */
  readonly to: number;
  /** The shortest free time, in minutes. */
  readonly minutes: number;
  /** When the days of people begin and end, in minutes since midnight. */
  readonly dayStart: number;
  readonly dayEnd: number;
  readonly timeZone: string;
}

/** Returns the day of an instant in a time zone: `2026-05-01`. */
function dateOf(instant: number, timeZone: string): string {
  return new Date(wallOf(instant, timeZone)).toISOString().slice(0, 10);
}
