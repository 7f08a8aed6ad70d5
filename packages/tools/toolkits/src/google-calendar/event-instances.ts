/** Computes the events of a repeating series, for a calendar in memory. */
import type { BusyTime, CalendarEvent, EventTime } from "./calendar-service.ts";
import { parseRecurrence, type Recurrence } from "./recurrence.ts";
import { addDays, instantOf, wallOf } from "./zoned-time.ts";

/** An event, or a series with the events of it that were changed. */
export interface StoredEvent {
  readonly event: CalendarEvent;
  /** Where a series repeats at the same time of the day. */
  readonly timeZone: string;
  /** Changed events of a series by their ids; `null` for deleted ones. */
  readonly changed: Map<string, CalendarEvent | null>;
}

/** The events, of a series its first 1,000 ones, that overlap a time. */
export function instancesOf(
  { event, timeZone, changed }: StoredEvent,
  from: number,
  to: number,
): readonly CalendarEvent[] {
  const { recurrence, ...first } = event;
  const overlaps = (each: CalendarEvent): boolean => {
    const { start, end } = instantsOf(each, timeZone);
    return start < to && (end > from || start >= from);
  };
  if (recurrence === undefined) return [event].filter(overlaps);
  return occurrences(first, parseRecurrence(recurrence), timeZone)
    .flatMap((each) => (changed.has(each.id) ? (changed.get(each.id) ?? []) : each))
    .filter(overlaps);
}

/** The start and the end of an event. */
export function instantsOf({ start, end }: Pick<CalendarEvent, "start" | "end">, timeZone: string): BusyTime {
  const instant = (time: EventTime): number =>
    "date" in time ? instantOf(Date.parse(`${time.date}T00:00Z`), timeZone) : Date.parse(time.dateTime);
  return { start: instant(start), end: instant(end) };
}

const maxOccurrences = 1000;

/** Yields the events of a series. */
function occurrences(first: CalendarEvent, rule: Recurrence, timeZone: string): readonly CalendarEvent[] {
  const { start, end } = instantsOf(first, timeZone);
  const isDay = "date" in first.start;
  const wall = isDay ? Date.parse(`${first.start.date}T00:00Z`) : wallOf(start, timeZone);
  const date = new Date(wall).toISOString().slice(0, 10);
  const lengthInDays = "date" in first.end ? Math.round((Date.parse(first.end.date) - wall) / 86_400_000) : 0;
  const found: CalendarEvent[] = [];
  for (const day of rule.dates(date)) {
    if (day > "2999") break;
    const instant = isDay
      ? Date.parse(`${day}T00:00Z`)
      : instantOf(Date.parse(`${day}T00:00Z`) + (wall % 86_400_000), timeZone);
    if (found.length >= Math.min(rule.count, maxOccurrences) || instant > rule.until) break;
    const stamp = new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const times = isDay
      ? { start: { date: day }, end: { date: addDays(day, lengthInDays) } }
      : { start: { dateTime: isoTime(instant) }, end: { dateTime: isoTime(instant + end - start) } };
    found.push({ ...first, ...times, id: `${first.id}_${isDay ? stamp.slice(0, 8) : stamp}`, seriesId: first.id });
  }
  return found;
}

function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}
